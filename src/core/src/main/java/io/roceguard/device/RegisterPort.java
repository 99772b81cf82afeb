// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import io.roceguard.register.RegisterImage;

/** GET and SET of ROCE_ACCL on one function. Both may block (the kernel waits up to 60 s for the firmware). */
public interface RegisterPort {

    /** How the register is reached, for people: {@code simulated firmware}, {@code fwctl0}, {@code mstreg},
     * {@code none}. */
    String accessPath();

    /** Why it is reached that way, a sentence for each better way that cannot be used; empty where there is none. */
    String accessReason();

    /**
     * GET.
     *
     * @param profileId 0 for the active profile (the reply then names it), else the profile to read
     */
    RegisterImage get(int profileId) throws NicException;

    /**
     * SET, exactly these words. A normal return says that the firmware took the command, not that it took effect: read
     * again to know.
     */
    void set(RegisterImage words) throws NicException;
}
