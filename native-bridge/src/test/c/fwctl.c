// SPDX-License-Identifier: Apache-2.0
// A double of /dev/fwctl/fwctl0 in front of libc.
int roceguard_fwctl_double(void);

int roceguard_fwctl_double(void) {
    return 1;
}
