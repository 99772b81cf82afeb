// SPDX-License-Identifier: Apache-2.0
// Answers management datagrams of a vendor class as the far end of a test, through the kernel's interface alone
// (Documentation/infiniband/user_mad.rst, ABI 5).
//
//   umad_responder /dev/infiniband/umadN CLASS OUI      class 0x30 to 0x4f, OUI of 24 bits, both as C writes numbers
//
// Registers for Get and Set of that class, prints 'ready', and to each request prints 'request METHOD TID' and sends the
// same datagram back as its response (method with the response bit), the data inverted. Ends when
// stdin ends; a forgotten one is killed after two minutes.

#include <fcntl.h>
#include <poll.h>
#include <rdma/ib_user_mad.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MAD_BYTES = 256, METHOD = 3, TID = 8, DATA = 40, GET = 1, SET = 2, RESPONSE = 0x80, HOP_LIMIT = 64,
       LIFE_SECONDS = 120 };

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static int listen_on(const char *device, int mad_class, unsigned oui)
{
    int umad = open(device, O_RDWR);
    if (umad < 0)
        die(device);
    // The longer address with pkey_index, without which the kernel warns.
    if (ioctl(umad, IB_USER_MAD_ENABLE_PKEY) != 0)
        die("IB_USER_MAD_ENABLE_PKEY");
    struct ib_user_mad_reg_req registration = {
        .qpn = 1, .mgmt_class = mad_class, .mgmt_class_version = 1,
        .oui = {oui >> 16, oui >> 8, oui},
    };
    registration.method_mask[0] = 1 << GET | 1 << SET;
    if (ioctl(umad, IB_USER_MAD_REGISTER_AGENT, &registration) != 0)
        die("IB_USER_MAD_REGISTER_AGENT");
    return umad;
}

static void answer(int umad)
{
    union {
        struct ib_user_mad header;
        uint8_t bytes[sizeof(struct ib_user_mad) + MAD_BYTES];
    } message;
    ssize_t length = read(umad, &message, sizeof message);
    if (length < (ssize_t)sizeof message)
        die("read");
    uint8_t *mad = message.bytes + sizeof message.header;
    printf("request %d ", mad[METHOD]);
    for (int i = 0; i < 8; i++)
        printf("%02x", mad[TID + i]);
    printf("\n");
    fflush(stdout);

    mad[METHOD] |= RESPONSE;
    for (int i = DATA; i < MAD_BYTES; i++)
        mad[i] = ~mad[i];
    // Where it came from is now where it goes to; its path back may be as long as any.
    message.header.hdr.hop_limit = HOP_LIMIT;
    message.header.hdr.timeout_ms = 0;
    message.header.hdr.retries = 0;
    if (write(umad, &message, sizeof message) != (ssize_t)sizeof message)
        die("write");
}

int main(int count, char **words)
{
    if (count != 4) {
        fprintf(stderr, "usage: umad_responder DEVICE CLASS OUI\n");
        return 2;
    }
    alarm(LIFE_SECONDS);
    struct pollfd ready[] = {
        {.fd = listen_on(words[1], strtol(words[2], NULL, 0), strtoul(words[3], NULL, 0)), .events = POLLIN},
        {.fd = STDIN_FILENO, .events = POLLIN},
    };
    printf("ready\n");
    fflush(stdout);
    for (;;) {
        if (poll(ready, 2, -1) < 0)
            die("poll");
        char bytes[64];
        if (ready[1].revents != 0 && read(STDIN_FILENO, bytes, sizeof bytes) <= 0)
            return 0;
        if (ready[0].revents != 0)
            answer(ready[0].fd);
    }
}
