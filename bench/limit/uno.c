/* The speed limit: a subset of our UNO rules in C, with nothing else.
 *
 * It plays the box of 112 cards for 2 to 10 players with the options at their defaults, one
 * hand (`scoring=hand`): ignored start cards, draw and play, skip, reverse (two players: as skip),
 * +2, wild, wild +4 with the challenge, Shuffle Hands, the three customizable cards as plain wilds,
 * the call said with the play, the window with `uno` and `catch`, the reshuffle in mid-draw,
 * nothing
 * left to draw, the void hand.
 *
 * It leaves out all other values of options, the second box, points, events, and the knowledge of
 * hands (slots and pool) that our state keeps for its views. It does not blank the places that
 * cards have left, which our engine does so that states can be compared.
 *
 * It shares with the engine, so that the two can be compared step by step: hands as four nested
 * sets of bits; the legal moves of the chosen seat as an ascending list; the random policy
 * (uniform among the seats that may act, then among that seat's moves); xoshiro128++ with one
 * stream
 * for chance and one for the players, seeded and split alike. So match `n` of a seed is the same
 * match in both programs, move by move; tests check this.
 *
 *     uno PLAYERS SECONDS MATCHES FIRST W0 W1 W2 W3
 *
 * plays MATCHES matches of the seed W0..W3, from FIRST on (or for SECONDS of CPU time if MATCHES is
 * 0), and prints one line of JSON. A step is a move; chance steps are counted separately.
 */

#define _POSIX_C_SOURCE 200112L

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 10, RANKS = 13, PACK = 112, HAND_SIZE = 7, UNKNOWN = 255 };
enum { BETWEEN_LOOKS = 16 }; /* matches between two readings of the clock */
enum { RANK_SKIP = 10, RANK_REVERSE, RANK_DRAW_TWO };
enum { COLOURED = 52, WILD = 52, WILD_DRAW_FOUR, SHUFFLE, CUSTOM, KINDS = 58 };
enum { PLAYS = COLOURED + 6 * 4, PLAY_UNO = PLAYS, DRAW = 2 * PLAYS, PASS, ACCEPT, CHALLENGE, CALL,
       CATCH, ACTIONS = CATCH + SEATS };
enum phase { OVER, DECK, RESHUFFLE, SHUFFLE_HANDS, TURN, DRAWN, ANSWER };

typedef struct { uint32_t word[4]; } rng;

/* The state. hand[seat][j] has bit k set when the seat holds more than j copies of card k. */
static struct {
    uint64_t hand[SEATS][4];
    uint8_t size[SEATS];
    uint8_t pile[PACK];    /* its top at rest - 1 */
    uint8_t discard[PACK]; /* its top last */
    int players, phase, dealer, turn, direction, colour, top, rest, discards, idle, drawn;
    int drawer, owed, back; /* seat that draws, number of cards, next phase */
    int bluffer, guilty;    /* of a wild +4 that is to be answered */
    int called;             /* with Shuffle Hands */
    int winner;
    uint32_t debt; /* seats that owe a call */
} s;

static rng deal_rng, play_rng;
static uint64_t matches_with[4 * (RANKS + 1)]; /* colour * 14 + rank of the top, 13 for a wild */
static uint64_t colour_cards[4];
static uint8_t fresh_pack[PACK];

/* ---- random numbers ---------------------------------------------------------------------- */

static uint32_t mixed(uint32_t word)
{
    word ^= word >> 16;
    word *= 0x7FEB352Du;
    word ^= word >> 15;
    word *= 0x846CA68Bu;
    return word ^ (word >> 16);
}

static void split(const uint32_t *seed, uint64_t number, uint32_t *out)
{
    uint32_t carry = mixed((uint32_t)number ^ mixed((uint32_t)(number >> 32) ^ 0x9E3779B9u));
    for (uint32_t i = 0; i < 4; i++)
        out[i] = carry = mixed(seed[i] + carry + 0x85EBCA6Bu * (i + 1));
    for (int i = 0; i < 4; i++)
        out[i] = carry = mixed(out[i] ^ carry);
}

static void start_stream(rng *r, const uint32_t *seed, uint64_t stream)
{
    split(seed, stream, r->word);
    if ((r->word[0] | r->word[1] | r->word[2] | r->word[3]) == 0)
        r->word[0] = 1;
}

static inline uint32_t rotated(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static inline uint32_t next_word(rng *r)
{
    uint32_t *w = r->word, result = rotated(w[0] + w[3], 7) + w[0], shifted = w[1] << 9;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = rotated(w[3], 11);
    return result;
}

static inline uint32_t below(rng *r, uint32_t bound)
{
    uint64_t product = (uint64_t)next_word(r) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)next_word(r) * bound;
    }
    return (uint32_t)(product >> 32);
}

static inline void shuffle(uint8_t *cards, int size)
{
    for (int i = size - 1; i > 0; i--) {
        int j = (int)below(&deal_rng, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* ---- hands ------------------------------------------------------------------------------- */

static inline void add_card(int seat, int card)
{
    uint64_t *hand = s.hand[seat], cards = UINT64_C(1) << card;
    for (int level = 0; level < 4; level++) {
        uint64_t before = hand[level];
        hand[level] = before | cards;
        cards &= before;
    }
    s.size[seat]++;
}

static inline void take_card(int seat, int card)
{
    uint64_t *hand = s.hand[seat], cards = UINT64_C(1) << card;
    for (int level = 3; level >= 0; level--) {
        uint64_t before = hand[level];
        hand[level] = before & ~cards;
        cards &= ~before;
    }
    s.size[seat]--;
}

static inline int next_seat(int seat)
{
    int after = seat + s.direction;
    if (after < 0)
        return s.players - 1;
    return after < s.players ? after : 0;
}

static inline int rank_of_top(void)
{
    return s.top < COLOURED ? s.top % RANKS : RANKS;
}

/* ---- drawing ----------------------------------------------------------------------------- */

static void after_draw(void)
{
    if (s.drawn == UNKNOWN) {
        if (++s.idle >= s.players) { /* a void hand */
            s.dealer = (s.dealer + 1) % s.players;
            s.debt = 0;
            s.phase = DECK;
            return;
        }
    } else { /* the seat is asked, whether or not the card fits */
        s.idle = 0;
        return;
    }
    s.turn = next_seat(s.turn);
    s.phase = TURN;
}

static void draw_owed(void)
{
    while (s.owed > 0) {
        if (s.rest == 0) {
            if (s.discards > 1) {
                s.phase = RESHUFFLE;
                return;
            }
            break;
        }
        int card = s.pile[--s.rest];
        add_card(s.drawer, card);
        s.owed--;
        if (s.back == DRAWN)
            s.drawn = card;
    }
    s.owed = 0;
    s.phase = s.back;
    if (s.phase == DRAWN)
        after_draw();
}

static inline void owe(int seat, int cards, int back)
{
    s.drawer = seat;
    s.owed = cards;
    s.back = back;
    draw_owed();
}

static inline void lose_turn(int seat, int cards)
{
    s.turn = next_seat(seat);
    owe(seat, cards, TURN);
}

/* ---- moves ------------------------------------------------------------------------------- */

static inline int write_plays(uint64_t cards, int first, int16_t *out, int n)
{
    uint64_t wilds = cards >> COLOURED << COLOURED;
    for (cards ^= wilds; cards; cards &= cards - 1)
        out[n++] = (int16_t)(first + __builtin_ctzll(cards));
    for (; wilds; wilds &= wilds - 1) {
        int action = first + COLOURED + (__builtin_ctzll(wilds) - COLOURED) * 4;
        for (int colour = 0; colour < 4; colour++)
            out[n++] = (int16_t)(action + colour);
    }
    return n;
}

static inline int legal(int seat, int16_t *out)
{
    int n = 0;
    if (seat == s.turn) {
        if (s.phase == ANSWER) {
            out[n++] = ACCEPT;
            out[n++] = CHALLENGE;
        } else {
            uint64_t hand = s.phase == TURN ? s.hand[seat][0] : UINT64_C(1) << (s.drawn & 63);
            uint64_t cards = hand & matches_with[s.colour * (RANKS + 1) + rank_of_top()];
            cards |= hand >> COLOURED << COLOURED;
            n = write_plays(cards, 0, out, n);
            if (s.size[seat] == 2)
                n = write_plays(cards, PLAY_UNO, out, n);
            out[n++] = s.phase == TURN ? DRAW : PASS;
        }
    }
    if (s.debt) {
        if (s.debt >> seat & 1)
            out[n++] = CALL;
        for (uint32_t rest = s.debt & ~(UINT32_C(1) << seat); rest; rest &= rest - 1)
            out[n++] = (int16_t)(CATCH + __builtin_ctz(rest));
    }
    return n;
}

static inline void act(int seat, int rank)
{
    if (rank == RANK_REVERSE)
        s.direction = -s.direction;
    int follower = next_seat(seat);
    if (rank == RANK_SKIP || (rank == RANK_REVERSE && s.players == 2))
        s.turn = next_seat(follower);
    else if (rank == RANK_DRAW_TWO)
        lose_turn(follower, 2);
    else
        s.turn = follower;
}

static inline void play(int seat, int action)
{
    int called = action >= PLAY_UNO;
    if (called)
        action -= PLAY_UNO;
    int card = action < COLOURED ? action : COLOURED + (action - COLOURED) / 4;
    take_card(seat, card);
    if (card == WILD_DRAW_FOUR)
        s.guilty = (s.hand[seat][0] & (colour_cards[s.colour] | UINT64_C(1) << WILD)) != 0;
    s.colour = card < COLOURED ? card / RANKS : (action - COLOURED) % 4;
    s.top = card;
    s.discard[s.discards++] = (uint8_t)card;
    s.drawn = UNKNOWN;
    s.idle = 0;
    s.phase = TURN;
    if (s.size[seat] == 0) {
        s.winner = seat;
        s.phase = OVER;
        return;
    }
    if (s.size[seat] == 1 && !called)
        s.debt = UINT32_C(1) << seat;
    if (card < COLOURED) {
        act(seat, card % RANKS);
    } else if (card == SHUFFLE) {
        s.debt = 0;
        s.called = called;
        s.phase = SHUFFLE_HANDS;
    } else {
        s.turn = next_seat(seat);
        if (card == WILD_DRAW_FOUR) {
            s.bluffer = seat;
            s.phase = ANSWER;
        }
    }
}

static inline void apply(int seat, int action)
{
    if (action == CALL) {
        s.debt &= ~(UINT32_C(1) << seat);
        return;
    }
    if (action >= CATCH) {
        s.debt &= ~(UINT32_C(1) << (action - CATCH));
        owe(action - CATCH, 2, s.phase);
        return;
    }
    s.debt = 0;
    if (action < DRAW) {
        play(seat, action);
    } else if (action == DRAW) {
        owe(seat, 1, DRAWN);
    } else if (action == ACCEPT) {
        lose_turn(seat, 4);
    } else if (action == CHALLENGE) {
        if (s.guilty)
            owe(s.bluffer, 4, TURN);
        else
            lose_turn(seat, 6);
    } else { /* PASS */
        s.drawn = UNKNOWN;
        s.phase = TURN;
        s.turn = next_seat(seat);
    }
}

/* ---- chance ------------------------------------------------------------------------------ */

static void deal(void)
{
    uint8_t cards[PACK];
    memcpy(cards, fresh_pack, PACK);
    shuffle(cards, PACK);
    memset(s.hand, 0, sizeof s.hand);
    memset(s.size, 0, sizeof s.size);
    s.direction = 1;
    s.idle = s.guilty = s.called = 0;
    s.debt = 0;
    s.drawn = UNKNOWN;
    int dealt = HAND_SIZE * s.players, seat = s.dealer;
    for (int place = 0; place < dealt; place++) {
        seat = seat + 1 < s.players ? seat + 1 : 0;
        add_card(seat, cards[place]);
    }
    s.rest = PACK - dealt;
    s.discards = 0;
    for (int place = 0; place < s.rest; place++)
        s.pile[s.rest - 1 - place] = cards[dealt + place];
    do { /* only a number can begin */
        s.top = s.pile[--s.rest];
        s.discard[s.discards++] = (uint8_t)s.top;
    } while (s.top >= COLOURED || s.top % RANKS >= RANK_SKIP);
    s.colour = s.top / RANKS;
    s.turn = next_seat(s.dealer);
    s.phase = TURN;
}

static void reshuffle(void)
{
    uint8_t cards[PACK];
    s.rest = s.discards - 1;
    memcpy(cards, s.discard, (size_t)s.rest);
    shuffle(cards, s.rest);
    for (int place = 0; place < s.rest; place++)
        s.pile[s.rest - 1 - place] = cards[place];
    s.discard[0] = (uint8_t)s.top;
    s.discards = 1;
    draw_owed();
}

static void shuffle_hands(void)
{
    uint8_t cards[PACK];
    int n = 0;
    for (int card = 0; card < KINDS; card++)
        for (int seat = 0; seat < s.players; seat++)
            for (int level = 0; level < 4; level++)
                if (s.hand[seat][level] >> card & 1)
                    cards[n++] = (uint8_t)card;
    shuffle(cards, n);
    memset(s.hand, 0, sizeof s.hand);
    memset(s.size, 0, sizeof s.size);
    int seat = s.turn;
    for (int place = 0; place < n; place++) {
        seat = seat + 1 < s.players ? seat + 1 : 0;
        add_card(seat, cards[place]);
    }
    for (int other = 0; other < s.players; other++)
        if (s.size[other] == 1 && !(other == s.turn && s.called))
            s.debt |= UINT32_C(1) << other;
    s.called = 0;
    s.phase = TURN;
    s.turn = next_seat(s.turn);
}

/* ---- matches ----------------------------------------------------------------------------- */

static inline int chosen_seat(void)
{
    if (!s.debt)
        return s.turn;
    return (int)below(&play_rng, (uint32_t)s.players); /* everybody may act in the window */
}

static void play_match(const uint32_t *seed, uint64_t number, uint64_t *moves, uint64_t *chances)
{
    uint32_t own[4];
    uint8_t seats[SEATS];
    int16_t out[ACTIONS];
    split(seed, number, own);
    start_stream(&deal_rng, own, 1);
    start_stream(&play_rng, own, 2);
    for (int seat = 0; seat < s.players; seat++)
        seats[seat] = (uint8_t)seat;
    shuffle(seats, s.players);
    ++*chances;
    s.dealer = seats[0];
    s.phase = DECK;
    while (s.phase != OVER) {
        if (s.phase <= SHUFFLE_HANDS) {
            if (s.phase == DECK)
                deal();
            else if (s.phase == RESHUFFLE)
                reshuffle();
            else
                shuffle_hands();
            ++*chances;
            continue;
        }
        int seat = chosen_seat(), count = legal(seat, out);
        apply(seat, out[below(&play_rng, (uint32_t)count)]);
        ++*moves;
    }
}

static void lay_out(void)
{
    int n = 0;
    for (int card = 0; card < KINDS; card++) {
        int copies = card >= SHUFFLE ? 1 : card >= WILD ? 4 : card % RANKS ? 2 : 1;
        while (copies--)
            fresh_pack[n++] = (uint8_t)card;
    }
    for (int colour = 0; colour < 4; colour++) {
        colour_cards[colour] = ((UINT64_C(1) << RANKS) - 1) << (colour * RANKS);
        for (int rank = 0; rank <= RANKS; rank++) {
            uint64_t cards = colour_cards[colour];
            for (int other = 0; other < 4 && rank < RANKS; other++)
                cards |= UINT64_C(1) << (other * RANKS + rank);
            matches_with[colour * (RANKS + 1) + rank] = cards;
        }
    }
}

static double clock_s(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 9) {
        fprintf(stderr, "usage: uno PLAYERS SECONDS MATCHES FIRST W0 W1 W2 W3\n");
        return 2;
    }
    s.players = atoi(argv[1]);
    double seconds = atof(argv[2]);
    uint64_t wanted = strtoull(argv[3], NULL, 10), first = strtoull(argv[4], NULL, 10);
    uint32_t seed[4];
    for (int i = 0; i < 4; i++)
        seed[i] = (uint32_t)strtoul(argv[5 + i], NULL, 10);
    if (s.players < 2 || s.players > SEATS) {
        fprintf(stderr, "uno is for 2 to 10 players\n");
        return 2;
    }
    lay_out();

    uint64_t matches = 0, moves = 0, chances = 0, wins[SEATS] = {0};
    double began = clock_s(CLOCK_MONOTONIC), began_cpu = clock_s(CLOCK_PROCESS_CPUTIME_ID), cpu = 0;
    while (wanted ? matches < wanted : cpu < seconds) {
        play_match(seed, first + matches, &moves, &chances);
        matches++;
        wins[s.winner]++;
        if (matches % BETWEEN_LOOKS == 0)
            cpu = clock_s(CLOCK_PROCESS_CPUTIME_ID) - began_cpu;
    }
    cpu = clock_s(CLOCK_PROCESS_CPUTIME_ID) - began_cpu;
    printf("{\"matches\": %" PRIu64 ", \"steps\": %" PRIu64 ", \"chances\": %" PRIu64
           ", \"seconds\": %.9f, \"cpu_seconds\": %.9f, \"wins\": [", matches, moves, chances,
           clock_s(CLOCK_MONOTONIC) - began, cpu);
    for (int seat = 0; seat < s.players; seat++)
        printf("%s%" PRIu64, seat ? ", " : "", wins[seat]);
    printf("]}\n");
    return 0;
}
