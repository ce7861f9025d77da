# The verbs of this project: `make help`. The first one makes .venv and installs everything there; later ones
# do so again only after a change of pyproject.toml or constraints.txt.
#   make test ARGS='-k turnip'      ARGS are handed on to the command
#   make test PYTHON=python3.13     another Python for a new .venv; VENV=… puts it elsewhere

.DEFAULT_GOAL := help
.PHONY: help venv demo test check format bench soak docs clean

PYTHON ?= python3
VENV ?= .venv
WORKERS ?= 2
ARGS ?=

BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv: $(INSTALLED) ## make .venv with the library (editable), its extras and the tools

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@echo 'Installing into $(VENV): some minutes when everything has to be downloaded …'
	$(BIN)/pip install --quiet --editable '.[cli,dev,docs,openspiel,plot,render,sb3]' --constraint constraints.txt
	@touch $@

demo: $(INSTALLED) ## train an agent for Turtle Soup, and see how it does before and after
	$(BIN)/python examples/train_sb3.py turtle_soup --per nights --out runs/demo --overwrite $(ARGS)
	$(BIN)/python examples/evaluate.py turtle_soup sb3:runs/demo/model.zip random random random --per nights

test: $(INSTALLED) ## run the tests
	$(BIN)/pytest -n $(WORKERS) $(ARGS)

check: $(INSTALLED) ## lint, format, types and layers, changing nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(INSTALLED) ## mend what ruff can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(INSTALLED) ## measure the speed beside that of other libraries
	$(BIN)/pip install --quiet --editable '.[bench]' --constraint constraints.txt
	$(BIN)/python benchmarks/run.py $(ARGS)

soak: $(INSTALLED) ## run the long tests (marker `soak`)
	$(BIN)/pytest -m soak -n $(WORKERS) $(ARGS)

docs: $(INSTALLED) ## build the documentation into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going docs docs/_build/html $(ARGS)

clean: ## remove what builds and tools left, but not .venv and runs
	rm -rf build dist docs/_build .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
