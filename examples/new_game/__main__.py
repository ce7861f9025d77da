"""Plays one game between two rule-based agents and prints what happens."""

from farmenvs.core.rng import stream

from . import GAME

luck = stream(seed=0)
state = GAME.load(players=2).new_initial_state()
while not state.is_terminal():
    action = state.sample_chance(luck) if state.is_chance_node() else state.view().advice(luck)
    print(state.action_to_string(action))
    state.apply_action(action)
print(f"\n{state}\n\nreturns {state.returns()}")
