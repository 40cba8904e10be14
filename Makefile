# `make run` and `make test` are all that a new machine needs; both begin with `make setup`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup run test lint bench clean

setup: $(STAMP)

# Again only when what is installed has changed.
$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: sudo apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get install -y -qq python3-venv; } || { echo "Python's venv is missing: sudo apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --editable .
	@touch $@

run: setup
	$(BIN)/crawler run --once

test: setup
	@tests/servers/install.sh
	$(BIN)/pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	@tests/servers/install.sh
	$(BIN)/python -m benchmarks.pipeline

clean:
	rm -rf $(VENV) build dist *.egg-info
