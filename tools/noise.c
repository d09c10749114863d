/* Changes results of the C library's exp, log, pow and similar functions by one unit in the last
 * place, up, down or not at all, depending on the argument. Loaded with LD_PRELOAD. Results that are
 * exact (few binary digits) stay: every C library gets those right. MAZZIERE_NOISE is the seed. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t mixed(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

static uint64_t seed(void) {
    static uint64_t found;
    if (!found) {
        const char *text = getenv("MAZZIERE_NOISE");
        found = mixed(text ? strtoull(text, NULL, 10) + 1 : 1) | 1;
    }
    return found;
}

static double moved(double y, uint64_t key) {
    uint64_t bits = bits_of(y);
    if (!isfinite(y) || (bits & 0x3ffffff) == 0)
        return y;
    switch (mixed(key ^ seed()) % 3) {
    case 0:
        bits += 1;
        break;
    case 1:
        bits -= 1;
        break;
    }
    memcpy(&y, &bits, sizeof y);
    return y;
}

#define ONE(name)                                                     \
    double name(double x) {                                           \
        static double (*next)(double);                                \
        if (!next)                                                    \
            next = (double (*)(double))dlsym(RTLD_NEXT, #name);       \
        return moved(next(x), bits_of(x));                            \
    }

ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)

double pow(double x, double y) {
    static double (*next)(double, double);
    if (!next)
        next = (double (*)(double, double))dlsym(RTLD_NEXT, "pow");
    return moved(next(x, y), mixed(bits_of(x)) ^ bits_of(y));
}
