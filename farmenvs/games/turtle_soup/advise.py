"""The rule-based player of Turtle Soup: it looks one card ahead."""

from farmenvs.games.turtle_soup.deck import ALL_SUITS, CHIPS, SUIT_BITS, VALUES
from farmenvs.games.turtle_soup.rules import BOWL, WAIT, count_active, share, weight


def advise(cfg, v, p, mask, r):
    """Take a bowl when it is worth at least what it would be worth on average after one more card.

    Counts the card that goes Turtle Butt as nothing, and each of the others as likely to take a
    bowl now as to wait: whoever stays shares the next card, and chips that could not be divided,
    with fewer.
    """
    k = count_active(cfg, v)
    total = 0  # over the cards and over who of the others stays: (share after one more card)
    ways = 1  # in which `takers` of the k-1 others take a bowl
    for takers in range(k):
        for i in range(int(cfg["outcomes"])):
            if weight(cfg, v, i) and (int(v["suits"]) | SUIT_BITS[i]) != ALL_SUITS:
                for c in range(3):
                    pot = int(v["pot"][c])
                    pot += CHIPS[i, c] - takers * (pot // k)
                    total += ways * (pot // (k - takers)) * VALUES[c]
        ways = ways * (k - 1 - takers) // (takers + 1)
    return BOWL if share(v, k) * int(v["left"]) * 2 ** (k - 1) >= total else WAIT
