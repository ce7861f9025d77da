"""The rule-based player of Turtle Soup: it looks one card ahead."""

from farmenvs.games.turtle_soup.deck import ALL_SUITS, CHIPS, SUIT_BITS, VALUES
from farmenvs.games.turtle_soup.rules import BOWL, WAIT, count_active, share, weight


def advise(cfg, v, p, mask, r):
    """Take a bowl when it is worth at least what it would be worth on average after one more card.

    Counts the card that goes Turtle Butt as nothing, and everybody who is in as staying in.
    """
    k = count_active(cfg, v)
    total = 0
    for i in range(int(cfg["outcomes"])):
        if weight(cfg, v, i) and (int(v["suits"]) | SUIT_BITS[i]) != ALL_SUITS:
            for c in range(3):
                total += (int(v["pot"][c]) + CHIPS[i, c]) // k * VALUES[c]
    return BOWL if share(v, k) * v["left"] >= total else WAIT
