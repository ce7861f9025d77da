"""The rule-based player of Best Pumpkin."""

from .rules import KEEP, SWAP, weight


def advise(cfg, v, p, mask, r):
    """Swap if more of the pumpkins not seen are heavier than one's own than are lighter."""
    own = int(v["hand"][p])
    balance = 0
    for o in range(int(cfg["kinds"])):
        if o > own:
            balance += weight(cfg, v, o)
        if o < own:
            balance -= weight(cfg, v, o)
    return SWAP if balance > 0 else KEEP
