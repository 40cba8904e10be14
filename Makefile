# `make run` and `make test` are all that a new machine needs; both begin with `make setup`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo)
UV_COMPILE := $(BIN)/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-header --no-annotate
FUZZ_SECONDS ?= 600
PYTHON_WORKS := $(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null

.DEFAULT_GOAL := help
.PHONY: help setup run test test-compose lint format bench bench-extraction fuzz lock clean

help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 25

setup: $(STAMP) ## Install everything into .venv, again only when the lock file has changed

$(STAMP): pyproject.toml requirements.lock crawler/extract/_markup.pyx
	@$(PYTHON_WORKS) || { $(AS_ROOT) apt-get update -qq && $(AS_ROOT) apt-get install -y -qq python3 python3-venv; } || true
	@$(PYTHON_WORKS) || { echo "Python 3.11 or newer with its venv module is needed (Debian 12: apt-get install python3-venv)."; \
		echo "If it has another name, say so: make setup PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@$(BIN)/python -c 'import crawler.extract._markup' 2>/dev/null || echo "Pages will be read by Python alone, several times" \
		"slower: for the compiled reader install a C compiler (Debian: apt-get install build-essential), then: make setup -B"
	@touch $@

run: setup ## Crawl the sources, or the demo web if there is none, into one SQLite file
	$(BIN)/crawler run --once

test: setup ## Run all tests on real servers; make test ARGS="-k feed" runs some
	@tests/servers/install.sh
	$(BIN)/pytest --numprocesses 2 $(ARGS)

test-compose: setup ## Run docker-compose.yml on a Docker engine of its own, as root; SKIP_COMPOSE=1 leaves it out
ifeq ($(SKIP_COMPOSE),1)
	@echo "SKIP_COMPOSE=1: the stack in containers is not tested."
else
	@tests/servers/install.sh engine
	$(BIN)/pytest tests/compose $(ARGS)
endif

lint: setup ## Check style, types and the direction of the imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## Put the style in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Crawl a loopback web and print pages/s and CPU per stage
	@tests/servers/install.sh
	$(BIN)/python -m benchmarks.pipeline $(ARGS)

bench-extraction: setup ## Measure extraction beside its peers and write docs/extraction-benchmark.md
	$(BIN)/python -m benchmarks.extraction $(ARGS)

fuzz: setup ## Change pages at random and read them, for FUZZ_SECONDS (600); make fuzz ARGS="--seed 2"
	$(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS) $(ARGS)

lock: setup ## Write the lock files anew from pyproject.toml; ARGS=--upgrade takes the newest versions
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(UV_COMPILE) --extra dev $(ARGS) --output-file requirements.lock pyproject.toml
	# What the image holds: the same versions, without the tools of development.
	$(UV_COMPILE) --constraint requirements.lock --output-file requirements-runtime.lock pyproject.toml

clean: ## Remove what was made
	rm -rf $(VENV) build dist *.egg-info
