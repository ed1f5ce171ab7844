# Needs Python 3.11 or later (with pip and venv) and make; everything else goes into .venv.

PYTHON ?= python3
DEMO   ?= transcripts/kitchen-table.game
CASES  ?= ../shared/cases

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip install --quiet

export PIP_DISABLE_PIP_VERSION_CHECK = 1

NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'

.PHONY: demo test check bench accept clean

# A game with disputed plays ends with exit code 1, findings; anything else but 0 is a failure.
demo: $(VENV)/.installed
	@$(BIN)/refcli replay $(DEMO) || test $$? -eq 1

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -q

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict refcli
	@$(MAKE) --no-print-directory test

bench: $(VENV)/.installed
	$(BIN)/python bench/run.py

accept: $(VENV)/.installed
	@test -n "$(wildcard $(CASES)/*/)" || { echo "There are no folders of cases in $(CASES); say CASES=FOLDER." >&2; exit 1; }
	$(BIN)/refcli test $(patsubst %/,%,$(wildcard $(CASES)/*/))

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: the set-up is done again when pyproject.toml is newer, and else not at all.

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) $(NEW_ENOUGH) || { echo "refcli needs Python 3.11 or later; say PYTHON=python3.11, for example." >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { echo "Setting up $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python $(NEW_ENOUGH) || { echo "$(VENV) has a Python before 3.11: say 'make clean' and try again." >&2; exit 1; }
	@$(PIP) --editable .
	@$(BIN)/python -m compileall -q refcli
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@$(PIP) --editable '.[dev]'
	@touch $@
