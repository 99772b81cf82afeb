// SPDX-License-Identifier: Apache-2.0
// A double of /dev/fwctl/fwctl0 in front of libc: the checks of the kernel's fwctl and mlx5_fwctl drivers, and behind them
// a small model of the firmware (ROCE_ACCL with one profile, QUERY_QP). Preloaded into the process under test, which also
// controls it: the functions fwctl_double_* below. Every other path and descriptor goes to libc unchanged.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static const char NODE[] = "/dev/fwctl/fwctl0";

enum { INFO = 0x9a00, RPC = 0x9a01 };
enum { CONFIGURATION, READ_ONLY, WRITE, WRITE_FULL, SCOPES };
enum { ACCESS_REG = 0x805, QUERY_QP = 0x50b, ROCE_ACCL = 0x402c };
enum { OK = 0, BAD_OP = 2, BAD_PARAM = 3, BAD_RES = 5, BAD_INP_LEN = 0x50, BAD_OUTP_LEN = 0x51 };
enum { DESCRIPTORS = 4096, MAX_MESSAGE = 2 << 20, KEPT = 512, WORDS = 32, HEADER = 16, QP_REPLY = 0x110 };

struct info {
    uint32_t size, flags, type, data_length;
    uint64_t data;
};

struct rpc {
    uint32_t size, scope, in_length, out_length;
    uint64_t in, out;
};

// Which calls an injected errno strikes.
enum call { CALL_OPEN, CALL_INFO, CALL_RPC, CALLS };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static bool open_here[DESCRIPTORS];
static bool dead[DESCRIPTORS];

static struct {
    int errors[CALLS], repeats[CALLS];
    int opens, closes, rpcs, scopes[SCOPES];
    uint32_t device_type, uid, caps, info_length;
    uint32_t words[WORDS], profile[WORDS];
    int register_bytes;
    int status, statuses;
    uint32_t syndrome;
    int reply_length;
    uint32_t qp, remote, ack_timeout, retries, left, rnr;
    bool block, blocked;
    uint8_t request[KEPT];
    uint32_t request_length, room;
} state;

// --- control -------------------------------------------------------------------------------------------------------

EXPORT void fwctl_double_reset(void) {
    pthread_mutex_lock(&lock);
    memset(&state, 0, sizeof state);
    memset(dead, 1, sizeof dead);
    state.device_type = 1;
    state.uid = 0x0a0b;
    state.caps = 0x4;
    state.info_length = 8;
    state.register_bytes = 0x40;
    state.reply_length = -1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

// A process that cannot call these functions gets the register's words (hex, from the first dword on) from its environment.
__attribute__((constructor)) static void begin(void) {
    fwctl_double_reset();
    const char *text = getenv("FWCTL_DOUBLE_WORDS");
    for (int i = 0; text != NULL && i < WORDS; i++) {
        char *end;
        uint32_t word = (uint32_t)strtoul(text, &end, 16);
        if (end == text) {
            break;
        }
        state.words[i] = word;
        if (i >= 4) {
            state.profile[i] = word;
        }
        text = end;
    }
}

// The next `times` calls of that kind fail with that errno.
EXPORT void fwctl_double_fail(int call, int error, int times) {
    pthread_mutex_lock(&lock);
    state.errors[call] = error;
    state.repeats[call] = times;
    pthread_mutex_unlock(&lock);
}

// Everything open now answers ENODEV for ever.
EXPORT void fwctl_double_remove(void) {
    pthread_mutex_lock(&lock);
    memset(dead, 1, sizeof dead);
    pthread_mutex_unlock(&lock);
}

EXPORT void fwctl_double_identify(int type, int caps, int info_length) {
    pthread_mutex_lock(&lock);
    state.device_type = (uint32_t)type;
    state.caps = (uint32_t)caps;
    state.info_length = (uint32_t)info_length;
    pthread_mutex_unlock(&lock);
}

// What a GET of the active profile returns.
EXPORT void fwctl_double_set_word(int dword, int value) {
    pthread_mutex_lock(&lock);
    state.words[dword] = (uint32_t)value;
    pthread_mutex_unlock(&lock);
}

// What a GET of profile 1 returns in the bytes of the profile.
EXPORT void fwctl_double_set_profile_word(int dword, int value) {
    pthread_mutex_lock(&lock);
    state.profile[dword] = (uint32_t)value;
    pthread_mutex_unlock(&lock);
}

EXPORT int fwctl_double_word(int dword) {
    pthread_mutex_lock(&lock);
    uint32_t word = state.words[dword];
    pthread_mutex_unlock(&lock);
    return (int)word;
}

EXPORT void fwctl_double_set_register_bytes(int bytes) {
    pthread_mutex_lock(&lock);
    state.register_bytes = bytes;
    pthread_mutex_unlock(&lock);
}

// The firmware answers the next `times` commands with that status.
EXPORT void fwctl_double_refuse(int status, int syndrome, int times) {
    pthread_mutex_lock(&lock);
    state.status = status;
    state.syndrome = (uint32_t)syndrome;
    state.statuses = times;
    pthread_mutex_unlock(&lock);
}

// Replies are cut to that many bytes; negative for whole ones.
EXPORT void fwctl_double_cut_replies(int bytes) {
    pthread_mutex_lock(&lock);
    state.reply_length = bytes;
    pthread_mutex_unlock(&lock);
}

EXPORT void fwctl_double_set_queue_pair(int number, int remote, int ack_timeout, int retries, int left, int rnr) {
    pthread_mutex_lock(&lock);
    state.qp = (uint32_t)number;
    state.remote = (uint32_t)remote;
    state.ack_timeout = (uint32_t)ack_timeout;
    state.retries = (uint32_t)retries;
    state.left = (uint32_t)left;
    state.rnr = (uint32_t)rnr;
    pthread_mutex_unlock(&lock);
}

// The next command stays in the kernel until it is released.
EXPORT void fwctl_double_block(void) {
    pthread_mutex_lock(&lock);
    state.block = true;
    pthread_mutex_unlock(&lock);
}

EXPORT void fwctl_double_await_blocked(void) {
    pthread_mutex_lock(&lock);
    while (!state.blocked) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

EXPORT void fwctl_double_release(void) {
    pthread_mutex_lock(&lock);
    state.block = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

EXPORT int fwctl_double_opens(void) {
    return state.opens;
}

EXPORT int fwctl_double_closes(void) {
    return state.closes;
}

EXPORT int fwctl_double_rpcs(void) {
    return state.rpcs;
}

// How often that scope was used.
EXPORT int fwctl_double_scopes(int scope) {
    return state.scopes[scope];
}

// Copies the last request as the process sent it (at most 512 bytes), and returns its length.
EXPORT int fwctl_double_last_request(uint8_t *into) {
    pthread_mutex_lock(&lock);
    uint32_t length = state.request_length;
    memcpy(into, state.request, length);
    pthread_mutex_unlock(&lock);
    return (int)length;
}

// The room for a reply that came with the last request.
EXPORT int fwctl_double_last_room(void) {
    return (int)state.room;
}

// --- firmware ------------------------------------------------------------------------------------------------------

static uint32_t get32(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return be32toh(word);
}

static void put32(uint8_t *bytes, uint32_t value) {
    value = htobe32(value);
    memcpy(bytes, &value, sizeof value);
}

static bool in_profile(int dword) {
    return dword >= 4 && dword < 16;
}

static uint32_t profile_id(uint32_t word) {
    return word >> 28 & 7;
}

static int read_register(const uint8_t *data, uint8_t *into, int words) {
    uint32_t id = profile_id(get32(data + 4));
    if (id > 1) {
        return BAD_PARAM;
    }
    for (int i = 0; i < words; i++) {
        bool other = id == 1 && in_profile(i);
        put32(into + 4 * i, other ? state.profile[i] : state.words[i]);
    }
    if (id == 1) {
        put32(into + 4, (state.words[1] & ~(7u << 28)) | 1u << 28);
    }
    return OK;
}

// Takes what is selected: each of the flags by the select bit at its own place, the wider fields by theirs.
static int write_register(const uint8_t *data) {
    uint32_t select = get32(data), values = get32(data + 4);
    uint32_t taken = (select & 0x3ff) | (select & 1u << 9 ? 0xfc00u : 0) | (select & 1u << 10 ? 7u << 24 : 0)
            | (select & 1u << 27) | (select & 1u << 28 ? 7u << 28 : 0);
    if (select & 1u << 28) {
        if (profile_id(values) != 1) {
            return BAD_PARAM;
        }
        for (int i = 4; i < 16; i++) {
            state.words[i] = state.profile[i] = get32(data + 4 * i);
        }
    }
    state.words[1] = (state.words[1] & ~taken) | (values & taken);
    return OK;
}

static int access_register(const uint8_t *in, uint32_t in_length, uint8_t *out, uint32_t room) {
    if ((get32(in + 8) & 0xffff) != ROCE_ACCL || get32(in + 12) != 0) {
        return BAD_PARAM;
    }
    uint32_t length = HEADER + (uint32_t)state.register_bytes;
    if (in_length != length) {
        return BAD_INP_LEN;
    }
    if (room != length) {
        return BAD_OUTP_LEN;
    }
    bool write = (get32(in + 4) & 0xffff) == 0;
    return write ? write_register(in + HEADER) : read_register(in + HEADER, out + HEADER, state.register_bytes / 4);
}

static int query_queue_pair(const uint8_t *in, uint32_t in_length, uint8_t *out, uint32_t room) {
    if (in_length != HEADER) {
        return BAD_INP_LEN;
    }
    if (room < QP_REPLY) {
        return BAD_OUTP_LEN;
    }
    if (state.qp == 0 || (get32(in + 8) & 0xffffff) != state.qp) {
        return BAD_RES;
    }
    // Every neighbouring bit is 1, so that a field read at a wrong place shows.
    memset(out + 0x18, 0xff, 0xe8);
    put32(out + 0x2c, 0xff000000u | state.remote);
    put32(out + 0x38, state.ack_timeout << 27 | 0x07ffffffu);
    put32(out + 0x88, 0xfff81f1fu | state.retries << 16 | state.rnr << 13 | state.left << 5);
    return OK;
}

static void answer(const uint8_t *in, uint32_t in_length, uint8_t *out, uint32_t room) {
    int status;
    uint32_t syndrome = 0;
    memset(out, 0, room);
    if (state.statuses > 0) {
        state.statuses--;
        status = state.status;
        syndrome = state.syndrome;
    } else {
        switch (get32(in) >> 16) {
        case ACCESS_REG:
            status = access_register(in, in_length, out, room);
            break;
        case QUERY_QP:
            status = query_queue_pair(in, in_length, out, room);
            break;
        default:
            status = BAD_OP;
        }
    }
    out[0] = (uint8_t)status;
    put32(out + 4, syndrome);
}

// --- kernel --------------------------------------------------------------------------------------------------------

static int injected(enum call call) {
    if (state.repeats[call] == 0) {
        return 0;
    }
    state.repeats[call]--;
    return state.errors[call];
}

static int info(struct info *argument) {
    if (argument->size < sizeof *argument) {
        return EINVAL;
    }
    if (argument->size > sizeof *argument) {
        return E2BIG;
    }
    if (argument->flags != 0) {
        return EOPNOTSUPP;
    }
    uint32_t data[] = {state.uid, state.caps};
    uint32_t length = state.info_length < sizeof data ? state.info_length : (uint32_t)sizeof data;
    uint8_t *into = (uint8_t *)(uintptr_t)argument->data;
    memset(into, 0, argument->data_length);
    memcpy(into, data, length < argument->data_length ? length : argument->data_length);
    argument->type = state.device_type;
    argument->data_length = state.info_length;
    return 0;
}

static bool allowed(uint32_t opcode, uint32_t op_mod, uint32_t scope) {
    switch (opcode) {
    case ACCESS_REG:
        return op_mod == 0 || scope >= READ_ONLY;
    case QUERY_QP:
        return scope >= READ_ONLY;
    default:
        return false;
    }
}

static int rpc(int descriptor, struct rpc *argument) {
    if (argument->size < sizeof *argument) {
        return EINVAL;
    }
    if (argument->size > sizeof *argument) {
        return E2BIG;
    }
    if (argument->in_length > MAX_MESSAGE || argument->out_length > MAX_MESSAGE) {
        return EMSGSIZE;
    }
    if (argument->scope >= SCOPES) {
        return EOPNOTSUPP;
    }
    state.scopes[argument->scope]++;
    if (argument->scope == WRITE_FULL) {
        return EPERM;
    }
    if (argument->in_length < HEADER || argument->out_length < HEADER) {
        return EMSGSIZE;
    }
    if (argument->in_length > KEPT || argument->out_length > KEPT) {
        return ENOMEM;
    }
    const uint8_t *in = (const uint8_t *)(uintptr_t)argument->in;
    state.request_length = argument->in_length;
    state.room = argument->out_length;
    memcpy(state.request, in, argument->in_length);
    if (!allowed(get32(in) >> 16, get32(in + 4) & 0xffff, argument->scope)) {
        return EBADMSG;
    }
    uint8_t request[KEPT], reply[KEPT];
    memcpy(request, in, argument->in_length);
    request[2] = (uint8_t)(state.uid >> 8);
    request[3] = (uint8_t)state.uid;
    if (state.block) {
        state.blocked = true;
        pthread_cond_broadcast(&changed);
        while (state.block) {
            pthread_cond_wait(&changed, &lock);
        }
        state.blocked = false;
    }
    // For such a process: the firmware does not answer while that file exists.
    for (const char *hold = getenv("FWCTL_DOUBLE_HOLD"); hold != NULL && access(hold, F_OK) == 0;) {
        pthread_mutex_unlock(&lock);
        usleep(10000);
        pthread_mutex_lock(&lock);
    }
    if (dead[descriptor]) {
        return ENODEV;
    }
    int error = injected(CALL_RPC);
    if (error != 0) {
        return error;
    }
    answer(request, argument->in_length, reply, argument->out_length);
    if (state.reply_length >= 0 && (uint32_t)state.reply_length < argument->out_length) {
        argument->out_length = (uint32_t)state.reply_length;
    }
    memcpy((uint8_t *)(uintptr_t)argument->out, reply, argument->out_length);
    return 0;
}

static int control(int descriptor, unsigned long request, void *argument) {
    if (dead[descriptor]) {
        return ENODEV;
    }
    if (request == INFO) {
        int error = injected(CALL_INFO);
        return error != 0 ? error : info(argument);
    }
    if (request == RPC) {
        state.rpcs++;
        return rpc(descriptor, argument);
    }
    return ENOTTY;
}

// --- libc ----------------------------------------------------------------------------------------------------------

static int (*real_open)(const char *, int, ...);
static int (*real_open64)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_openat64)(int, const char *, int, ...);
static int (*real_close)(int);
static int (*real_ioctl)(int, unsigned long, ...);

__attribute__((constructor)) static void resolve(void) {
    *(void **)&real_open = dlsym(RTLD_NEXT, "open");
    *(void **)&real_open64 = dlsym(RTLD_NEXT, "open64");
    *(void **)&real_openat = dlsym(RTLD_NEXT, "openat");
    *(void **)&real_openat64 = dlsym(RTLD_NEXT, "openat64");
    *(void **)&real_close = dlsym(RTLD_NEXT, "close");
    *(void **)&real_ioctl = dlsym(RTLD_NEXT, "ioctl");
}

static bool ours(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && __atomic_load_n(&open_here[descriptor], __ATOMIC_ACQUIRE);
}

static int failed(int error) {
    errno = error;
    return -1;
}

static int open_node(int flags) {
    pthread_mutex_lock(&lock);
    int error = injected(CALL_OPEN);
    if (error == 0 && (flags & O_ACCMODE) != O_RDWR) {
        error = EACCES;
    }
    int descriptor = error == 0 ? real_open("/dev/null", flags) : -1;
    if (descriptor >= DESCRIPTORS) {
        real_close(descriptor);
        error = EMFILE;
    } else if (descriptor >= 0) {
        __atomic_store_n(&open_here[descriptor], true, __ATOMIC_RELEASE);
        dead[descriptor] = false;
        state.opens++;
    } else if (error == 0) {
        error = errno;
    }
    pthread_mutex_unlock(&lock);
    return error == 0 ? descriptor : failed(error);
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

#define MODE(flags)                                                                                                    \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    mode_t mode = mode_of(flags, arguments);                                                                           \
    va_end(arguments)

EXPORT int open(const char *path, int flags, ...) {
    MODE(flags);
    return strcmp(path, NODE) == 0 ? open_node(flags) : real_open(path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...) {
    MODE(flags);
    return strcmp(path, NODE) == 0 ? open_node(flags) : real_open64(path, flags, mode);
}

EXPORT int openat(int directory, const char *path, int flags, ...) {
    MODE(flags);
    return strcmp(path, NODE) == 0 ? open_node(flags) : real_openat(directory, path, flags, mode);
}

EXPORT int openat64(int directory, const char *path, int flags, ...) {
    MODE(flags);
    return strcmp(path, NODE) == 0 ? open_node(flags) : real_openat64(directory, path, flags, mode);
}

EXPORT int close(int descriptor) {
    if (ours(descriptor)) {
        pthread_mutex_lock(&lock);
        __atomic_store_n(&open_here[descriptor], false, __ATOMIC_RELEASE);
        state.closes++;
        pthread_mutex_unlock(&lock);
    }
    return real_close(descriptor);
}

EXPORT int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (!ours(descriptor)) {
        return real_ioctl(descriptor, request, argument);
    }
    pthread_mutex_lock(&lock);
    int error = control(descriptor, request, argument);
    pthread_mutex_unlock(&lock);
    return error == 0 ? 0 : failed(error);
}
