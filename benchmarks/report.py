"""From measurements to tables."""

from collections.abc import Iterator
from statistics import median
from typing import Any

from loops import RATE
from rich.table import Table
from targets import TARGETS

YARDSTICK = "leduc_holdem_v4/aec"
"""Rates are given as multiples of this case."""

BUSY = 1.5
"""Average load above which other work shared the machine: the benchmark is a load of 1 itself."""

HEADS = ("game", "measured", "median", "spread", "× leduc", "target", "reached")


def summarise(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the cases with their figures: median, min, max, ratio, target, reached or not.

    None is unknown.  The ratio is the median of the ratios to the yardstick within each repeat: it
    matters less then if the whole machine is slow for a while.
    """
    yardstick = next((case.get("values") for case in cases if case["key"] == YARDSTICK), None)
    return [summary(case, yardstick) if "values" in case else case for case in cases]


def summary(case: dict[str, Any], yardstick: list[float] | None) -> dict[str, Any]:
    values = case["values"]
    middle = median(values)
    target = TARGETS.get(case["game"], {}).get(case["row"])
    ratio = reached = None
    if case["unit"] == RATE and yardstick:
        ratio = median(value / unit for value, unit in zip(values, yardstick, strict=True))
    if target and case["unit"] != RATE:
        reached = middle <= target
    elif target and ratio:
        reached = ratio >= target
    return {
        **case,
        "median": middle,
        "min": min(values),
        "max": max(values),
        "ratio": ratio,
        "target": target,
        "reached": reached,
    }


def rounded(value: float) -> str:
    """Return three digits and a unit: 12.3 M, 456 k, 0.789."""
    unit = ""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            value, unit = value / size, letter
            break
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f}{unit}"


def rows(results: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the cells under HEADS for each case."""
    for case in results["cases"]:
        if "median" not in case:
            yield case["game"], case["what"], case.get("error", "not measured"), "", "", "", ""
            continue
        rate = case["unit"] == RATE
        ratio, target, reached = case["ratio"], case["target"], case["reached"]
        yield (
            case["game"],
            case["what"],
            rounded(case["median"]) + ("/s" if rate else " s"),
            f"{rounded(case['min'])} to {rounded(case['max'])}",
            f"{ratio:,.1f}" if ratio else "",
            (f"{target:,} ×" if rate else f"{target:g} s") if target else "",
            {None: "", True: "yes", False: "no"}[reached],
        )


def notes(results: dict[str, Any]) -> str:
    """Return when and where it was measured, in a few lines."""
    machine, loads = results["machine"], results["loads"]
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    repeats = max((len(case.get("values", [])) for case in results["cases"]), default=0)
    load = f"load {min(loads):.1f} to {max(loads):.1f}" if loads else ""
    if loads and median(loads) > BUSY:
        load += ": PRELIMINARY, other work shared the machine"
    return (
        f"{results['date']}, {results['minutes']} minutes, {repeats} interleaved repeats of "
        f"{results['budget']} s; {load}.\n"
        f"{machine['processor']}, {machine['cores']} cores, one used; {machine['system']}, "
        f"Python {machine['python']}.\n{versions}."
    )


CAPTION = (
    "Decisions per second of CPU time on one core, or CPU seconds of a start; resets, chance, "
    "observations and masks included. Medians; spread is smallest to largest."
)


def console_table(results: dict[str, Any]) -> Table:
    table = Table(title="farmenvs beside its peers", caption=f"{CAPTION}\n{notes(results)}")
    for head in HEADS:
        table.add_column(head, justify="left" if head in HEADS[:2] else "right")
    before = None
    for cells in rows(results):
        game = cells[0]
        if game != before:
            table.add_section()
        style = {"yes": "green", "no": "red"}.get(cells[-1])
        table.add_row(game if game != before else "", *cells[1:], style=style)
        before = game
    return table


def markdown(results: dict[str, Any]) -> str:
    lines = ["# Results", "", CAPTION + " README.md has the method.", "", notes(results), ""]
    lines.append("| " + " | ".join(HEADS) + " |")
    lines.append("|---|---|" + "---:|" * (len(HEADS) - 2))
    lines += ["| " + " | ".join(cells) + " |" for cells in rows(results)]
    return "\n".join(lines) + "\n"
