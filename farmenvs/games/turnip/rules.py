"""The rules of Turnip, for two to five players.  Numbers refer to RULES.md.

Everybody has the same ten cards.  On a turn a seat plants a card face down, perhaps another one
face up, and claims what they are worth together; or it calls the Harvest, and the Field with the
highest total takes all cards planted. Whoever doubts a claim may call Turn Up.

Chance: the first player of a season, the Crown after a tied Harvest.  Secret: hands, the Stash,
face-down cards, taxed cards, and the calls that a claim meets until the last of them is in.

Read `apply` first, then what it calls.
"""

from farmenvs.core.contract import CHANCE, TERMINAL
from farmenvs.games.turnip.deck import (
    CLAIM,
    HARVEST,
    KIND_OF,
    KINDS,
    LIE,
    MOST_CLAIM,
    MOST_PLANTINGS,
    MOST_VALUE,
    NO_CALL,
    NO_CLAIM,
    NONE,
    PLANT,
    SEATS,
    SILENT,
    STASH,
    TAX,
    TESTED,
    TRUTH,
    TURN_UP,
    VALUES,
    Phase,
)

# ---------------------------------------------------------------------- the course of a season


def start(cfg, s):
    """R1: begin the first season, all scores nil."""
    s["season"] = 0
    s["turns"] = 0
    for p in range(SEATS):
        s["points"][p] = 0
        s["call"][p] = NO_CALL
        s["winner"][p] = 0
        for i in range(2):
            s["calls"][p, i] = 0
            s["claims"][p, i] = 0
        clear_field(s, p)
    s["down_card"] = NONE
    s["up_card"] = NONE
    s["claim"] = NO_CLAIM
    begin_season(cfg, s)


def begin_season(cfg, s):
    """R3, R21: everything is set up anew; the Fields and the calls are empty already."""
    s["phase"] = Phase.FIRST
    s["turn"] = SEATS
    s["planter"] = SEATS
    s["crown"] = SEATS
    s["rest"] = 0
    for p in range(SEATS):
        plays = p < cfg["players"]
        s["left"][p] = cfg["deck"] if plays else 0
        s["taxes"][p] = 0
        s["tokens"][p] = 0
        s["market"][p] = 0
        s["stash"][p] = NONE
        for k in range(KINDS):
            s["hand"][p, k] = cfg["cards"][k] if plays else 0
            s["unseen"][p, k] = s["hand"][p, k]
            s["tax"][p, k] = 0
    if cfg["first"] < SEATS:
        crown(s, int(cfg["first"]))


def apply(cfg, s, a):
    """Let the seat to move do `a`, or give the Crown to seat `a`."""
    phase = s["phase"]
    if phase == Phase.CALL:
        call(cfg, s, a - SILENT)
    elif phase == Phase.CLAIM:
        s["claim"] = a - CLAIM
        s["phase"] = Phase.CALL
        s["turn"] = left_of(cfg, int(s["planter"]))
    elif phase == Phase.TURN:
        if a == HARVEST:
            harvest(cfg, s)
        else:
            plant(s, (a - PLANT) // (KINDS + 1), (a - PLANT) % (KINDS + 1))
    elif phase == Phase.STASH:
        stash(cfg, s, a - STASH)
    elif phase == Phase.TAX:
        pay_tax(cfg, s, a - TAX)
    else:
        crown(s, a)
        if phase == Phase.CROWN:
            begin_tax(cfg, s)


def crown(s, p):
    """R3, R17: seat `p` holds the Crown; at the beginning of a season, the Stash is next."""
    s["crown"] = p
    if s["phase"] == Phase.FIRST:
        s["phase"] = Phase.STASH
        s["turn"] = 0


def stash(cfg, s, k):
    """R4: the seat to move stashes a card of kind `k`; after the last the first round begins."""
    p = int(s["turn"])
    from_hand(s, p, k)
    s["stash"][p] = k
    if p + 1 < cfg["players"]:
        s["turn"] = p + 1
    else:
        begin_turn(s, int(s["crown"]))


def begin_turn(s, p):
    """R6: it is the turn of seat `p`."""
    s["phase"] = Phase.TURN
    s["planter"] = p
    s["turn"] = p


# ---------------------------------------------------------------------------------- a planting


def plant(s, d, u):
    """R7: plant kind `d` face down and, if `u` is not 0, kind `u - 1` face up."""
    p = int(s["planter"])
    s["down"][p] += 1
    s["turns"] += 1
    from_hand(s, p, d)
    s["down_card"] = d
    if u:
        from_hand(s, p, u - 1)
        s["unseen"][p, u - 1] -= 1
        s["up_card"] = u - 1
    s["phase"] = Phase.CLAIM


def call(cfg, s, turn_up):
    """R10: the seat to move calls Turn Up (1) or says nothing (0); after the last, all is shown."""
    q = int(s["turn"])
    s["call"][q] = turn_up
    s["turn"] = left_of(cfg, q)
    if s["turn"] == s["planter"]:
        answer(cfg, s)
        begin_turn(s, left_of(cfg, int(s["planter"])))


def answer(cfg, s):
    """R11–R13: the cards join the Field; if anybody called, a token goes to who was right."""
    p = int(s["planter"])
    d, u = int(s["down_card"]), int(s["up_card"])
    true = TRUTH if VALUES[d] + VALUES[u] == s["claim"] else LIE
    caller = SEATS
    q = left_of(cfg, p)
    while q != p:
        called = int(s["call"][q])
        s["calls"][q, true] += called
        caller = q if called and caller == SEATS else caller
        s["call"][q] = NO_CALL
        q = left_of(cfg, q)
    c = KIND_OF[int(s["claim"]) - VALUES[u] + MOST_VALUE]
    if cfg["free_claims"]:
        note_claim(s, p, int(s["claim"]) + TESTED * (caller < SEATS))
    if caller < SEATS:
        s["shown"][p, d] += 1
        s["unseen"][p, d] -= 1
        if u < NONE:
            s["shown"][p, u] += 1
            s["down"][p] += 1
        s["tested"][p, c] += 1
        s["claims"][p, true] += 1
        q = p if true == TRUTH else caller
        s["tokens"][q] += 1
    else:
        s["face_down"][p, d] += 1
        if u < NONE:
            s["face_up"][p, u] += 1
        s["claimed"][p, c] += 1
        s["honest"][p] += true
    s["down_card"] = NONE
    s["up_card"] = NONE
    s["claim"] = NO_CLAIM


def note_claim(s, p, claim):
    """R26: remember what seat `p` claims in this round: all of it, but not in which order."""
    i = MOST_PLANTINGS - 1
    while i > 0 and s["said"][p, i - 1] < claim:
        s["said"][p, i] = s["said"][p, i - 1]
        i -= 1
    s["said"][p, i] = claim


# ----------------------------------------------------------------------------------- a Harvest


def harvest(cfg, s):
    """R14, R15, R17: all Fields are shown and the best of them takes all; ties share."""
    s["turns"] += 1
    n = int(cfg["players"])
    best = 0
    winners = 0
    cards = 0
    for p in range(n):
        total = field_total(s, p)
        if total > best:
            best = total
            winners = 0
            for q in range(p):
                s["winner"][q] = 0
        s["winner"][p] = total == best
        winners += int(s["winner"][p])
        cards += reveal_field(s, p)
    s["rest"] += cards % winners
    s["planter"] = SEATS
    s["turn"] = SEATS
    s["crown"] = SEATS
    for p in range(n):
        if s["winner"][p]:
            s["market"][p] += cards // winners
            s["crown"] = left_of(cfg, p)
    if winners > 1:
        s["crown"] = SEATS
        s["phase"] = Phase.CROWN
    else:
        begin_tax(cfg, s)


def field_total(s, p):
    """R14: return what the Field of seat `p` is worth."""
    total = 0
    for k in range(KINDS):
        cards = int(s["face_up"][p, k]) + int(s["shown"][p, k]) + int(s["face_down"][p, k])
        total += VALUES[k] * cards
    return total


def reveal_field(s, p):
    """R14: show the Field of seat `p` and take it away; returns how many cards it held."""
    cards = 0
    hidden = 0
    for k in range(KINDS):
        hidden += int(s["face_down"][p, k])
        cards += int(s["face_up"][p, k]) + int(s["shown"][p, k])
        s["unseen"][p, k] -= int(s["face_down"][p, k])
    s["claims"][p, TRUTH] += int(s["honest"][p])
    s["claims"][p, LIE] += hidden - int(s["honest"][p])
    clear_field(s, p)
    return cards + hidden


def begin_tax(cfg, s):
    """R18: the winners with a card in hand pay."""
    for p in range(int(cfg["players"])):
        if s["left"][p] == 0:
            s["winner"][p] = 0
    s["phase"] = Phase.TAX
    next_payer(cfg, s)


def next_payer(cfg, s):
    """R18, R19: the next seat pays, or the round is over."""
    first = s["turn"] + 1 if s["turn"] < SEATS else 0
    for p in range(first, int(cfg["players"])):
        if s["winner"][p]:
            s["turn"] = p
            return
    end_round(cfg, s)


def pay_tax(cfg, s, k):
    """R18: the seat to move puts a card of kind `k` under the Tax Collector."""
    p = int(s["turn"])
    from_hand(s, p, k)
    s["tax"][p, k] += 1
    s["taxes"][p] += 1
    next_payer(cfg, s)


def end_round(cfg, s):
    """R19: if a hand is empty the season ends, else the holder of the Crown begins a new round."""
    out = False
    for p in range(int(cfg["players"])):
        s["winner"][p] = 0
        out = out or s["left"][p] == 0
    if out:
        end_season(cfg, s)
    else:
        begin_turn(s, int(s["crown"]))


def end_season(cfg, s):
    """R20–R22: the season is scored; another one begins, or the game is over."""
    best = 0
    for p in range(int(cfg["players"])):
        k = int(s["stash"][p])
        s["unseen"][p, k] -= 1
        points = 2 * int(s["tokens"][p]) + int(s["market"][p]) + 2 * int(s["left"][p]) + VALUES[k]
        s["points"][p] = int(s["points"][p]) + points
        best = max(best, int(s["points"][p]))
    s["season"] += 1
    if cfg["target"]:
        over = best >= cfg["target"]
    elif cfg["clock"]:
        over = s["turns"] >= cfg["clock"]
    else:
        over = s["season"] == cfg["seasons"]
    if over:
        s["phase"] = Phase.OVER
        s["turn"] = SEATS
    else:
        begin_season(cfg, s)


# --------------------------------------------------------------------------------- small parts


def left_of(cfg, p):
    """Return the seat to the left of seat `p`."""
    return p + 1 if p + 1 < cfg["players"] else 0


def from_hand(s, p, k):
    """Take a card of kind `k` out of the hand of seat `p`."""
    s["hand"][p, k] -= 1
    s["left"][p] -= 1


def clear_field(s, p):
    """Leave the Field of seat `p` empty."""
    for k in range(KINDS):
        s["face_up"][p, k] = 0
        s["shown"][p, k] = 0
        s["face_down"][p, k] = 0
    for k in range(KINDS + 1):
        s["claimed"][p, k] = 0
        s["tested"][p, k] = 0
    for i in range(MOST_PLANTINGS):
        s["said"][p, i] = NO_CLAIM
    s["honest"][p] = 0
    s["down"][p] = 0


# ---------------------------------------------------------------------- the rest of the contract


def actor(cfg, s):
    """Chance draws the first player and the Crown after a tie; else the seat whose turn it is."""
    if s["turn"] < SEATS:
        return int(s["turn"])
    return TERMINAL if s["phase"] == Phase.OVER else CHANCE


def legal(cfg, s, mask):
    """R4, R7–R10, R14, R16, R18: what the seat to move may do."""
    phase = s["phase"]
    p = int(s["turn"])
    if phase == Phase.CALL:
        mask[SILENT] = 1
        mask[TURN_UP] = 1
    elif phase == Phase.CLAIM:
        if cfg["free_claims"]:
            for t in range(1, MOST_CLAIM + 1):
                mask[CLAIM + t] = 1
        else:
            shown = VALUES[int(s["up_card"])]
            for k in range(KINDS):
                mask[CLAIM + shown + VALUES[k]] = 1
    elif phase == Phase.TURN:
        if s["down"][p]:
            mask[HARVEST] = 1
        for d in range(KINDS):
            a = PLANT + (KINDS + 1) * d
            down = s["hand"][p, d] > 0
            mask[a] = down
            for u in range(KINDS):
                mask[a + 1 + u] = down & (s["hand"][p, u] > (u == d))
    else:
        first = STASH if phase == Phase.STASH else TAX
        for k in range(KINDS):
            if s["hand"][p, k]:
                mask[first + k] = 1


def weight(cfg, s, o):
    """R3, R17: any seat may begin a season; after a tie, the seats to the left of the winners."""
    if s["phase"] == Phase.FIRST:
        return 1
    return int(s["winner"][o - 1 if o else int(cfg["players"]) - 1])


def scores(cfg, s, out):
    """R23: the points of the seasons that are over, and the tokens and Market of this one."""
    for p in range(int(cfg["players"])):
        out[p] = s["points"][p]
        if s["phase"] != Phase.OVER:
            out[p] += 2 * int(s["tokens"][p]) + int(s["market"][p])


def skippable(cfg, s):
    """R16: only of the Harvest of an empty hand do all see what it must be."""
    return s["phase"] == Phase.TURN and s["left"][int(s["turn"])] == 0


def winners(cfg, s, out):
    """R24: most points win; ties share."""
    best = 0
    for p in range(int(cfg["players"])):
        best = max(best, int(s["points"][p]))
    for p in range(int(cfg["players"])):
        out[p] = s["points"][p] == best


def truncated(cfg, s):
    """The end of the last season is the rule, not a cap."""
    return False
