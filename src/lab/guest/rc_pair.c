// SPDX-License-Identifier: Apache-2.0
// Real RC traffic between two verbs devices of one host: one queue pair on each, connected to each other, in one process.
//
//   rc_pair DEVICE PEER [gid=1] [retry=3] [timeout=14] [rnr=6] [interval_us=5000] [size=1024]
//
// Sends from DEVICE to PEER, one message an interval, until a send fails or stdin ends; keeps the queue pairs until stdin
// ends; a forgotten one is killed after two minutes. retry is 0 to 6: Soft-RoCE takes 7 as for ever. Prints a line for
// each event:
//   connected DEVICE QPN PEER QPN
//   flowing                          the first messages have arrived
//   failed DEVICE QPN STATUS TEXT    a completion other than success (TEXT has spaces), each
//   sent N                           messages completed with success; the last line
// Status 0 whatever happened to the messages, 2 when it could not connect or was used wrongly.

#include <errno.h>
#include <infiniband/verbs.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH = 32, FLOWING = 5, PSN = 100, GID_WAIT_MS = 10000, DRAIN_MS = 2000, LIFE_SECONDS = 120 };

struct options {
    int gid, retry, timeout, rnr, interval_us, size;
};

struct end {
    const char *name;
    struct ibv_context *context;
    struct ibv_pd *pd;
    struct ibv_cq *cq;
    struct ibv_qp *qp;
    struct ibv_mr *mr;
    char *buffer;
    union ibv_gid gid;
};

static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "rc_pair: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(2);
}

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
}

static long now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static struct options parse(int count, char **words)
{
    struct options options = {
        .gid = 1, .retry = 3, .timeout = 14, .rnr = 6, .interval_us = 5000, .size = 1024
    };
    struct {
        const char *name;
        int *value;
    } known[] = {
        {"gid=", &options.gid}, {"retry=", &options.retry}, {"timeout=", &options.timeout},
        {"rnr=", &options.rnr}, {"interval_us=", &options.interval_us}, {"size=", &options.size},
    };
    for (int i = 0; i < count; i++) {
        size_t k = 0, all = sizeof known / sizeof *known;
        while (k < all && strncmp(words[i], known[k].name, strlen(known[k].name)) != 0)
            k++;
        if (k == all)
            die("unknown option %s", words[i]);
        *known[k].value = atoi(words[i] + strlen(known[k].name));
    }
    return options;
}

// A device that has just been added gets its addresses a moment later.
static void await_gid(struct end *end, int index)
{
    static const union ibv_gid none;
    for (int waited = 0; waited < GID_WAIT_MS; waited += 20) {
        if (ibv_query_gid(end->context, 1, index, &end->gid) == 0 && memcmp(&end->gid, &none, sizeof none) != 0)
            return;
        usleep(20000);
    }
    die("%s has no GID with index %d", end->name, index);
}

static void open_end(struct end *end, const char *name, const struct options *options)
{
    int count = 0;
    struct ibv_device **devices = ibv_get_device_list(&count);
    end->name = name;
    for (int i = 0; i < count; i++)
        if (strcmp(ibv_get_device_name(devices[i]), name) == 0)
            end->context = ibv_open_device(devices[i]);
    if (end->context == NULL)
        die("cannot open %s", name);
    ibv_free_device_list(devices);

    end->buffer = calloc(1, options->size);
    end->pd = ibv_alloc_pd(end->context);
    end->cq = ibv_create_cq(end->context, 2 * DEPTH, NULL, NULL, 0);
    if (end->buffer == NULL || end->pd == NULL || end->cq == NULL)
        die("no resources on %s: %s", name, strerror(errno));
    end->mr = ibv_reg_mr(end->pd, end->buffer, options->size, IBV_ACCESS_LOCAL_WRITE);
    struct ibv_qp_init_attr init = {
        .send_cq = end->cq,
        .recv_cq = end->cq,
        .cap = {.max_send_wr = DEPTH, .max_recv_wr = DEPTH, .max_send_sge = 1, .max_recv_sge = 1},
        .qp_type = IBV_QPT_RC,
        .sq_sig_all = 1,
    };
    end->qp = ibv_create_qp(end->pd, &init);
    if (end->mr == NULL || end->qp == NULL)
        die("no queue pair on %s: %s", name, strerror(errno));
    await_gid(end, options->gid);
}

static void modify(struct end *end, struct ibv_qp_attr *attributes, int mask)
{
    int error = ibv_modify_qp(end->qp, attributes, mask | IBV_QP_STATE);
    if (error != 0)
        die("%s to state %d: %s", end->name, attributes->qp_state, strerror(error));
}

static void connect_end(struct end *end, const struct end *peer, const struct options *options)
{
    modify(end, &(struct ibv_qp_attr){.qp_state = IBV_QPS_INIT, .port_num = 1},
           IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
    modify(end,
           &(struct ibv_qp_attr){
               .qp_state = IBV_QPS_RTR,
               .path_mtu = IBV_MTU_1024,
               .dest_qp_num = peer->qp->qp_num,
               .rq_psn = PSN,
               .max_dest_rd_atomic = 1,
               .min_rnr_timer = 12,
               .ah_attr = {.is_global = 1,
                           .port_num = 1,
                           .grh = {.dgid = peer->gid, .sgid_index = options->gid, .hop_limit = 64}},
           },
           IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC
               | IBV_QP_MIN_RNR_TIMER);
    modify(end,
           &(struct ibv_qp_attr){
               .qp_state = IBV_QPS_RTS,
               .timeout = options->timeout,
               .retry_cnt = options->retry,
               .rnr_retry = options->rnr,
               .sq_psn = PSN,
               .max_rd_atomic = 1,
           },
           IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
}

static void post_receive(struct end *end)
{
    struct ibv_sge sge = {(uintptr_t)end->buffer, end->mr->length, end->mr->lkey};
    struct ibv_recv_wr request = {.sg_list = &sge, .num_sge = 1}, *bad;
    if (ibv_post_recv(end->qp, &request, &bad) != 0)
        die("posting a receive on %s: %s", end->name, strerror(errno));
}

static void post_send(struct end *end)
{
    struct ibv_sge sge = {(uintptr_t)end->buffer, end->mr->length, end->mr->lkey};
    struct ibv_send_wr request = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad;
    if (ibv_post_send(end->qp, &request, &bad) != 0)
        die("posting a send on %s: %s", end->name, strerror(errno));
}

// Takes what has completed; returns how many with success.
static long reap(struct end *end, long *failed)
{
    struct ibv_wc completion;
    long good = 0;
    while (ibv_poll_cq(end->cq, 1, &completion) == 1) {
        if (completion.status == IBV_WC_SUCCESS) {
            good++;
        } else {
            ++*failed;
            say("failed %s %u %d %s\n", end->name, completion.qp_num, completion.status,
                ibv_wc_status_str(completion.status));
        }
    }
    return good;
}

// Whether stdin has ended; waits for that so long.
static int stdin_ended(int wait_ms)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    char bytes[64];
    return poll(&in, 1, wait_ms) > 0 && read(STDIN_FILENO, bytes, sizeof bytes) <= 0;
}

int main(int count, char **words)
{
    if (count < 3)
        die("usage: rc_pair DEVICE PEER [OPTION=NUMBER...]");
    struct options options = parse(count - 3, words + 3);
    struct end from = {0}, to = {0};
    alarm(LIFE_SECONDS);
    open_end(&from, words[1], &options);
    open_end(&to, words[2], &options);
    connect_end(&from, &to, &options);
    connect_end(&to, &from, &options);
    for (int i = 0; i < DEPTH; i++)
        post_receive(&to);
    say("connected %s %u %s %u\n", from.name, from.qp->qp_num, to.name, to.qp->qp_num);

    long posted = 0, sent = 0, failed = 0, next = now_us(), deadline = 0;
    int ended = 0;
    while (!ended || (failed == 0 && sent < posted && now_us() < deadline)) {
        if (!ended && failed == 0 && posted - sent < DEPTH / 2 && now_us() >= next) {
            post_send(&from);
            posted++;
            next = now_us() + options.interval_us;
        }
        for (long received = reap(&to, &failed); received > 0; received--)
            post_receive(&to);
        long before = sent;
        sent += reap(&from, &failed);
        if (before < FLOWING && sent >= FLOWING)
            say("flowing\n");
        if (ended) {
            usleep(1000);
        } else if (stdin_ended(1)) {
            ended = 1;
            deadline = now_us() + DRAIN_MS * 1000L;
        }
    }
    say("sent %ld\n", sent);
    return 0;
}
