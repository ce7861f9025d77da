"""A game for the tests of the core: in one module all that Turtle Soup lacks.

Each round every seat is dealt a secret coin (chance, unequal weights), then bids up to its coin (a
private limit), then whoever bid least bows (forced, as everybody can see).  Bids are points.  Who
reaches `goal` first ends the game; after `rounds` rounds a cap does.
"""

import sys

import numpy as np

from farmenvs.core.contract import CHANCE, TABLE, TERMINAL
from farmenvs.core.game import GameInfo, Option, cfg_dtype, integer, whole
from farmenvs.core.rng import below
from farmenvs.core.spec import Piece

SEATS, COINS = 3, 3
BOW = COINS
BID, BOWING, DEAL, OVER = range(4)

CFG = cfg_dtype([("rounds", np.int16), ("goal", np.int16), ("weights", np.int32, COINS)])
STATE = np.dtype(
    [
        ("phase", np.int8),
        ("turn", np.int8),  # who is dealt to, bids or bows
        ("round", np.int16),
        ("coin", np.int8, SEATS),  # COINS: unknown, or none
        ("bid", np.int8, SEATS),  # COINS: none yet
        ("points", np.int16, SEATS),
    ]
)


def start(cfg, s):
    s["round"] = 0
    for p in range(SEATS):
        s["points"][p] = 0
    deal(cfg, s)


def deal(cfg, s):
    s["phase"] = DEAL
    s["turn"] = 0
    for p in range(SEATS):
        s["coin"][p] = COINS
        s["bid"][p] = COINS


def actor(cfg, s):
    if s["phase"] == DEAL:
        return CHANCE
    return TERMINAL if s["phase"] == OVER else int(s["turn"])


def legal(cfg, s, mask):
    if s["phase"] == BOWING:
        mask[BOW] = 1
    else:
        for a in range(int(s["coin"][s["turn"]]) + 1):
            mask[a] = 1


def weight(cfg, s, o):
    return int(cfg["weights"][o])


def apply(cfg, s, a):
    p = int(s["turn"])
    if s["phase"] == BOWING:
        end_round(cfg, s)
        return
    if s["phase"] == DEAL:
        s["coin"][p] = a
    else:
        s["bid"][p] = a
        s["points"][p] = int(s["points"][p]) + a
    if p + 1 < int(cfg["players"]):
        s["turn"] = p + 1
    elif s["phase"] == DEAL:
        s["phase"] = BID
        s["turn"] = 0
    else:
        s["phase"] = BOWING
        s["turn"] = lowest(cfg, s)


def lowest(cfg, s):
    least = 0
    for p in range(int(cfg["players"])):
        if s["bid"][p] < s["bid"][least]:
            least = p
    return least


def end_round(cfg, s):
    s["round"] = int(s["round"]) + 1
    deal(cfg, s)
    if best(cfg, s) >= int(cfg["goal"]) or s["round"] == cfg["rounds"]:
        s["phase"] = OVER


def best(cfg, s):
    most = 0
    for p in range(int(cfg["players"])):
        most = max(most, int(s["points"][p]))
    return most


def scores(cfg, s, out):
    for p in range(int(cfg["players"])):
        out[p] = s["points"][p]


def skippable(cfg, s):
    return s["phase"] == BOWING


def winners(cfg, s, out):
    most = best(cfg, s)
    for p in range(int(cfg["players"])):
        out[p] = most > 0 and s["points"][p] == most


def truncated(cfg, s):
    return best(cfg, s) < int(cfg["goal"])


def conceal(cfg, s, p, mode):
    for q in range(SEATS):
        if q != p or (mode == TABLE and s["bid"][q] != COINS):
            s["coin"][q] = COINS


def resample(cfg, v, p, r):
    dealt = int(v["turn"]) if v["phase"] == DEAL else int(cfg["players"])
    if v["phase"] == OVER:
        dealt = 0
    for q in range(dealt):
        if q != p:
            least = int(v["bid"][q]) % COINS
            v["coin"][q] = least + below(r, COINS - least)


def encode(cfg, v, p, mode, out):
    n = int(cfg["players"])
    for c in range(COINS):
        out[c] = v["coin"][p] == c
    for j in range(n):
        q = (p + j) % n
        out[COINS + j] = v["bid"][q] / COINS
        out[COINS + n + j] = v["points"][q] / (v["points"][q] + 4.0)
    return COINS + 2 * n


def advise(cfg, v, p, mask, r):
    return BOW if mask[BOW] else int(v["coin"][p])


def pieces(cfg, mode):
    n = int(cfg["players"])
    return [
        Piece("coin", (COINS,), "own coin, one-hot"),
        Piece("bids", (n,), "bids / 3, own seat first"),
        Piece("points", (n,), "points x, own seat first, x/(x+4)"),
    ]


def action_words(cfg):
    return [*(f"bid {a}" for a in range(COINS)), "bow"]


def outcome_word(cfg, s, o):
    return f"coin {o}"


def owner(cfg, before):
    return int(before["turn"])


def moment(cfg, before, a, after):
    return ("bid", "bow", "deal")[before["phase"]]


def view_text(cfg, v, p):
    n = int(cfg["players"])
    return f"coins {v['coin'][:n].tolist()} bids {v['bid'][:n].tolist()} for {p}"


def parse_weights(value):
    weights = tuple(whole(w) for w in value)
    if len(weights) != COINS or not all(0 <= w <= 5 for w in weights) or not any(weights):
        raise ValueError
    return weights


def configure(cfg, options):
    cfg["rounds"], cfg["goal"] = options["rounds"], options["goal"]
    cfg["weights"] = options["weights"]


GAME = GameInfo(
    name="toy",
    title="Toy",
    summary="Bid up to your coin.",
    package=__name__,
    players=(2, 3),
    default_players=2,
    STATE=STATE,
    CFG=CFG,
    verbs=(sys.modules[__name__],),
    configure=configure,
    actions=lambda cfg: [Piece("bid", (COINS,), "points"), Piece("bow", (), "lose the round")],
    outcomes=lambda cfg: COINS,
    pieces=pieces,
    max_decisions=lambda cfg: int(cfg["rounds"]) * (int(cfg["players"]) + 1),
    max_chance_nodes=lambda cfg: int(cfg["rounds"]) * int(cfg["players"]),
    text=sys.modules[__name__],
    phases=("bid", "bow"),
    visibility={
        ("deal", "owner"): frozenset({"at once"}),
        ("deal", "others"): frozenset({"never"}),
        ("bid", "owner"): frozenset({"at once"}),
        ("bid", "others"): frozenset({"at once"}),
        ("bow", "owner"): frozenset({"at once"}),
        ("bow", "others"): frozenset({"at once"}),
    },
    options=(
        integer("rounds", 3, 1, 1000, "rounds at most"),
        integer("goal", 4, 1, 10_000, "points that end the game"),
        Option(
            "weights", (1, 2, 5), "three whole numbers from 0 to 5", "of the coins", parse_weights
        ),
    ),
    presets={"short": {"rounds": 1}},
    max_weight=5,
    utility_sum=None,
    small={"players": 2, "rounds": 1},
)
