"""Positions of Farming Dice: reached by words, and written on one line."""

from farmenvs.games.farming_dice import GAME


def new(players=4, first_player=0, **options):
    """Return the opening; seat 0 begins unless it is said otherwise."""
    return GAME.load(players=players, first_player=first_player, **options).new_initial_state()


def play(state, script):
    """Carry out events by their words, with commas between; returns the state.

    An action is called as it is, what a die shows by the face alone: `left`, `right`, `bank`,
    `blank` or `crop`.
    """
    for word in script.split(", "):
        assert not state.is_terminal(), f"the game is over before: {word}"
        if state.is_chance_node():
            outcomes = {state.action_to_string(o).split(": ")[-1]: o for o in state.legal_actions()}
            state.apply_action(outcomes[word])
        else:
            state.apply_action(state.string_to_action(word))
    return state


def words(state):
    """Return the words of all that is legal, or possible."""
    return [state.action_to_string(a) for a in state.legal_actions()]


def piles(state):
    """Return the piles by seat, and the Bank behind a bar: each token as the number of its crop.

    `00 1 - out | 1` is: seat 1 and the Bank have a token of crop 1, seat 2 has none, seat 3 is out.
    """
    n, record = state.game.num_players(), state.to_dict()
    shown = ["".join(str(c) * pile[c] for c in range(n)) or "-" for pile in record["pile"]]
    seats = [shown[q] if record["farms"] >> q & 1 else "out" for q in range(n)]
    assert all(shown[q] == "-" for q in range(n) if seats[q] == "out")
    return " ".join([*seats, "|", shown[-1]])
