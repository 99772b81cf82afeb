// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

import static java.util.Map.entry;

import java.util.Map;

/**
 * Errno values of Linux ({@code asm-generic/errno.h}; the same on x86-64, arm64 and ppc64le) that code here decides by,
 * and the names of all.
 */
public final class Errno {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int E2BIG = 7;
    public static final int EBADF = 9;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EFAULT = 14;
    public static final int EBUSY = 16;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int ENOTTY = 25;
    public static final int ENOSPC = 28;
    public static final int EPROTO = 71;
    public static final int EBADMSG = 74;
    public static final int EMSGSIZE = 90;
    public static final int EPROTONOSUPPORT = 93;
    public static final int EOPNOTSUPP = 95;
    public static final int EAFNOSUPPORT = 97;
    public static final int ENOBUFS = 105;
    public static final int ETIMEDOUT = 110;
    public static final int EREMOTEIO = 121;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            entry(1, "EPERM"),
            entry(2, "ENOENT"),
            entry(3, "ESRCH"),
            entry(4, "EINTR"),
            entry(5, "EIO"),
            entry(6, "ENXIO"),
            entry(7, "E2BIG"),
            entry(8, "ENOEXEC"),
            entry(9, "EBADF"),
            entry(10, "ECHILD"),
            entry(11, "EAGAIN"),
            entry(12, "ENOMEM"),
            entry(13, "EACCES"),
            entry(14, "EFAULT"),
            entry(15, "ENOTBLK"),
            entry(16, "EBUSY"),
            entry(17, "EEXIST"),
            entry(18, "EXDEV"),
            entry(19, "ENODEV"),
            entry(20, "ENOTDIR"),
            entry(21, "EISDIR"),
            entry(22, "EINVAL"),
            entry(23, "ENFILE"),
            entry(24, "EMFILE"),
            entry(25, "ENOTTY"),
            entry(26, "ETXTBSY"),
            entry(27, "EFBIG"),
            entry(28, "ENOSPC"),
            entry(29, "ESPIPE"),
            entry(30, "EROFS"),
            entry(31, "EMLINK"),
            entry(32, "EPIPE"),
            entry(33, "EDOM"),
            entry(34, "ERANGE"),
            entry(35, "EDEADLK"),
            entry(36, "ENAMETOOLONG"),
            entry(37, "ENOLCK"),
            entry(38, "ENOSYS"),
            entry(39, "ENOTEMPTY"),
            entry(40, "ELOOP"),
            entry(42, "ENOMSG"),
            entry(43, "EIDRM"),
            entry(44, "ECHRNG"),
            entry(45, "EL2NSYNC"),
            entry(46, "EL3HLT"),
            entry(47, "EL3RST"),
            entry(48, "ELNRNG"),
            entry(49, "EUNATCH"),
            entry(50, "ENOCSI"),
            entry(51, "EL2HLT"),
            entry(52, "EBADE"),
            entry(53, "EBADR"),
            entry(54, "EXFULL"),
            entry(55, "ENOANO"),
            entry(56, "EBADRQC"),
            entry(57, "EBADSLT"),
            entry(59, "EBFONT"),
            entry(60, "ENOSTR"),
            entry(61, "ENODATA"),
            entry(62, "ETIME"),
            entry(63, "ENOSR"),
            entry(64, "ENONET"),
            entry(65, "ENOPKG"),
            entry(66, "EREMOTE"),
            entry(67, "ENOLINK"),
            entry(68, "EADV"),
            entry(69, "ESRMNT"),
            entry(70, "ECOMM"),
            entry(71, "EPROTO"),
            entry(72, "EMULTIHOP"),
            entry(73, "EDOTDOT"),
            entry(74, "EBADMSG"),
            entry(75, "EOVERFLOW"),
            entry(76, "ENOTUNIQ"),
            entry(77, "EBADFD"),
            entry(78, "EREMCHG"),
            entry(79, "ELIBACC"),
            entry(80, "ELIBBAD"),
            entry(81, "ELIBSCN"),
            entry(82, "ELIBMAX"),
            entry(83, "ELIBEXEC"),
            entry(84, "EILSEQ"),
            entry(85, "ERESTART"),
            entry(86, "ESTRPIPE"),
            entry(87, "EUSERS"),
            entry(88, "ENOTSOCK"),
            entry(89, "EDESTADDRREQ"),
            entry(90, "EMSGSIZE"),
            entry(91, "EPROTOTYPE"),
            entry(92, "ENOPROTOOPT"),
            entry(93, "EPROTONOSUPPORT"),
            entry(94, "ESOCKTNOSUPPORT"),
            entry(95, "EOPNOTSUPP"),
            entry(96, "EPFNOSUPPORT"),
            entry(97, "EAFNOSUPPORT"),
            entry(98, "EADDRINUSE"),
            entry(99, "EADDRNOTAVAIL"),
            entry(100, "ENETDOWN"),
            entry(101, "ENETUNREACH"),
            entry(102, "ENETRESET"),
            entry(103, "ECONNABORTED"),
            entry(104, "ECONNRESET"),
            entry(105, "ENOBUFS"),
            entry(106, "EISCONN"),
            entry(107, "ENOTCONN"),
            entry(108, "ESHUTDOWN"),
            entry(109, "ETOOMANYREFS"),
            entry(110, "ETIMEDOUT"),
            entry(111, "ECONNREFUSED"),
            entry(112, "EHOSTDOWN"),
            entry(113, "EHOSTUNREACH"),
            entry(114, "EALREADY"),
            entry(115, "EINPROGRESS"),
            entry(116, "ESTALE"),
            entry(117, "EUCLEAN"),
            entry(118, "ENOTNAM"),
            entry(119, "ENAVAIL"),
            entry(120, "EISNAM"),
            entry(121, "EREMOTEIO"),
            entry(122, "EDQUOT"),
            entry(123, "ENOMEDIUM"),
            entry(124, "EMEDIUMTYPE"),
            entry(125, "ECANCELED"),
            entry(126, "ENOKEY"),
            entry(127, "EKEYEXPIRED"),
            entry(128, "EKEYREVOKED"),
            entry(129, "EKEYREJECTED"),
            entry(130, "EOWNERDEAD"),
            entry(131, "ENOTRECOVERABLE"),
            entry(132, "ERFKILL"));

    private Errno() {}

    /** {@code EINVAL} and the like, {@code errno 4242} for a number without a name. */
    public static String nameOf(int errno) {
        return NAMES.getOrDefault(errno, "errno " + errno);
    }
}
