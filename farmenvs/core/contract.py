"""What a game is: thirteen verbs over one record.  This page is the contract; read it first.

A game's rules are plain functions over a NumPy record, written once.  `core.jit.bind` puts a game's
functions in the place of the stubs below and compiles (or merely copies) the loops of `jit.DRIVERS`
around them, so the same source runs under pdb and at millions of decisions a second.

Legend, used in every docstring of the package:

| sign | meaning |
|---|---|
| `cfg` | the options record (dtype CFG), constant during a game |
| `s` | the state record (dtype STATE), the truth |
| `v` | a concealed state: a record of the same dtype that holds only what one seat may know |
| `p`, `q` | a seat, 0 … P-1 clockwise; `P` is an onlooker, who knows only what all know |
| `mode` | an observation mode: RECALL or TABLE |
| `r` | a random counter: uint64 [1], advanced by `rng.below` |
| `A`, `C` | numbers of actions and of chance outcomes |
| `F`, `P`, `N` | numbers of observation floats, of players, of games in a batch |

House rules for kernels.  Allowed: ints, floats, loops, `if`, record fields (`s["hand"][p, k]`),
IntEnum constants, small frozen tables, other kernels.  Not allowed: allocation, strings,
exceptions, recursion, dicts, randomness other than through `r`.  Read narrow fields into plain ints
before arithmetic (`int(s["pot"]) + 1`): int8 wraps when interpreted.  No negative sentinel in a
field that ever indexes: "unknown" is one past the end.
"""

from __future__ import annotations

CHANCE = -1
"""What `actor` returns where luck decides."""

TERMINAL = -4
"""What `actor` returns when the game is over (OpenSpiel's number)."""

RECALL, TABLE = 0, 1
"""Observation modes as kernels see them: a perfect memory, or only what lies on the table now."""

MODES = ("recall", "table")
"""The same modes by name: `MODES.index(name)` is the kernels' number."""

CHECKED = False
"""True inside kernels bound with `check=True`: the drivers then assert legality at every step."""


def start(cfg, s):
    """Write the opening state, before any chance event.

    Overwrites every field, so the same bytes come out of any garbage.
    """
    raise NotImplementedError


def actor(cfg, s):
    """Return the seat to move, CHANCE or TERMINAL.

    TERMINAL comes within the number of decisions and chance nodes that the game declares.
    """
    raise NotImplementedError


def legal(cfg, s, mask):
    """Mark the legal actions of the acting seat: `mask` [A] int8 arrives zero, write 1 for each.

    Called at decision nodes only.  At least one action is legal, each applies, and the acting seat
    can work the mask out from what it knows: `legal(conceal(s, actor)) == legal(s)`.
    """
    raise NotImplementedError


def weight(cfg, s, o):
    """Return the integer weight of chance outcome `o`, 0 if it is impossible.

    Called at chance nodes only, for any `o` in 0 … C-1.  At least one weight is positive, none
    exceeds the declared `max_weight`.  The core draws by exact rejection, and derives totals and
    probabilities.
    """
    raise NotImplementedError


def apply(cfg, s, a):
    """Carry out action `a` of the acting seat, or chance outcome `a`.

    Deterministic: allocates nothing, draws nothing.  `a` is legal; the callers see to that.
    """
    raise NotImplementedError


def scores(cfg, s, out):
    """Write the points of each seat as the rules count them: `out` [P], every entry written."""
    raise NotImplementedError


def skippable(cfg, s):
    """At a decision node: may it be skipped if only one action is legal?

    Yes where everybody can see that it is forced.  Never true of a sealed choice, nor where the
    single action follows from a private hand: the skip itself would tell.
    """
    raise NotImplementedError


def winners(cfg, s, out):
    """At the end: write 1 for each winner and 0 for the rest to `out` [P], every entry written.

    Tie-breaks are settled here.  All zero if nobody won.
    """
    raise NotImplementedError


def truncated(cfg, s):
    """At the end: did a cap on the length end the game, rather than its rules?"""
    raise NotImplementedError


def conceal(cfg, s, p, mode):
    """Turn `s` into the state as seat `p` knows it in `mode`, in place.

    The keystone: everything that faces a player is made from its result.  Idempotent; worlds that
    `p` can't tell apart give the same bytes; an unknown value becomes one past its largest.  For `p
    == P` hides every seat's secrets.
    """
    raise NotImplementedError


def resample(cfg, v, p, r):
    """Fill the unknowns of a concealed state at random among what fits, in place.

    `conceal(resample(v)) == v`, blind to the truth, uniform over deals of the single cards; another
    seat's pending sealed choice is uniform over its legal actions.
    """
    raise NotImplementedError


def encode(cfg, v, p, mode, out):
    """Write the observation of a concealed state: `out` [F] float32 in [0, 1], every entry written.

    Returns the number of floats written: the sum of the sizes of the declared pieces, in their
    order.
    """
    raise NotImplementedError


def advise(cfg, v, p, mask, r):
    """Return the action of the game's rule-based player at seat `p`, from a recall view.

    `mask` [A] int8 holds the legal actions.  One kernel serves the agents, the compiled opponents
    and the playouts.
    """
    raise NotImplementedError


VERBS = [
    "start",
    "actor",
    "legal",
    "weight",
    "apply",
    "scores",
    "skippable",
    "winners",
    "truncated",
    "conceal",
    "resample",
    "encode",
    "advise",
]
"""The names above, in order; a game's modules `rules`, `encode` and `advise` define them."""
