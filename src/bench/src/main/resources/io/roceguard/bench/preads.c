// SPDX-License-Identifier: Apache-2.0
// The least that a poll of counters can cost: pread on files that stay open. Arguments: the files. Each line on standard
// input is a number of polls to make; each is answered with the sum of all values of the last.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long long poll_all(const int *descriptors, int count)
{
    unsigned long long sum = 0;
    for (int i = 0; i < count; i++) {
        char text[64];
        ssize_t length = pread(descriptors[i], text, sizeof text - 1, 0);
        if (length < 0) {
            perror("pread");
            exit(1);
        }
        text[length] = 0;
        sum += strtoull(text, NULL, 10);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int count = argc - 1;
    int *descriptors = calloc(argc, sizeof *descriptors);
    for (int i = 0; i < count; i++) {
        descriptors[i] = open(argv[i + 1], O_RDONLY | O_CLOEXEC);
        if (descriptors[i] < 0) {
            perror(argv[i + 1]);
            return 1;
        }
    }
    for (unsigned long polls; scanf("%lu", &polls) == 1;) {
        unsigned long long sum = 0;
        while (polls-- > 0)
            sum = poll_all(descriptors, count);
        printf("%llu\n", sum);
        fflush(stdout);
    }
    return 0;
}
