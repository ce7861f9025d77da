"""What the design asks for: multiples of PettingZoo's leduc_holdem_v4, CPU seconds a start."""


def targets(aec: int, batch_1: int, batch_4096: int, cold: float, warm: float) -> dict[str, float]:
    return {
        "aec": aec,
        "batch_1": batch_1,
        "batch_4096": batch_4096,
        "cold_env": cold,
        "cold_batch": cold,
        "warm_env": warm,
        "warm_batch": warm,
    }


TARGETS = {
    "turtle_soup": targets(aec=15, batch_1=30, batch_4096=1000, cold=5, warm=0.8),
    "farming_dice": targets(aec=15, batch_1=30, batch_4096=700, cold=6, warm=0.8),
    "turnip": targets(aec=15, batch_1=30, batch_4096=700, cold=6, warm=0.8),
    "turf_war": targets(aec=8, batch_1=15, batch_4096=150, cold=20, warm=1),
}
"""By game and row; a game that is not here has none yet."""
