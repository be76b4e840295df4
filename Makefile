# Two commands to know: `make run` and `make test`. `make` alone lists the rest.
# All paths are relative, so the clone may lie in a folder with spaces in its name.

SHELL := /bin/bash
.DEFAULT_GOAL := help
BIN := .venv/bin

# For `make run` and `make demo`: ARGS="--port 8080"
ARGS ?=
# For `make test` and `make test-long`, some of the tests: PYTEST_ARGS="-n 2 -x tests/rules"
PYTEST_ARGS ?=
# How many tests run at once: some wait for their processes and pages, so that two cores have time for three.
WORKERS ?= 3
# The Python that .venv is made with: PYTHON=/usr/bin/python3.12; else the newest of 3.11 to 3.13.
export PYTHON ?=

.PHONY: help setup run demo test test-long bench model docs screens lint format lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## make this clone ready: missing system packages, .venv, locked packages
	@./deploy/setup.sh

run: setup ## a table with simulated hardware, its data in ./data; prints its address (ARGS=...)
	@$(BIN)/tablejudge run $(ARGS)

demo: setup ## a scripted match on the simulated table (ARGS=...)
	@$(BIN)/tablejudge demo $(ARGS)

test: lint ## everything: lint, formatting, types, import contract, tests (PYTEST_ARGS=... for some of them)
ifeq ($(strip $(PYTEST_ARGS)),)
	@echo "== pytest, the rules: every line and branch"
	@$(BIN)/python -m coverage erase
	@$(BIN)/python -m coverage run -m pytest -m "not long" -n $(WORKERS) --dist worksteal tests/rules
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report
	@echo "== pytest, the rest"
	@$(BIN)/python -m pytest -m "not long" -n $(WORKERS) --dist worksteal --ignore tests/rules
else
	@echo "== pytest"
	@$(BIN)/python -m pytest -m "not long" $(PYTEST_ARGS)
endif
	@echo "== all passed"

# pytest's status 5 says that it found no test.
test-long: setup .venv-model/tablejudge.stamp ## the tests that take longer than the everyday suite allows (PYTEST_ARGS=...)
	@echo "== pytest, long tests"
	@HYPOTHESIS_PROFILE=hunt $(BIN)/python -m pytest -m long $(PYTEST_ARGS) || { \
	    status=$$?; \
	    if [ $$status -eq 5 ]; then echo "== there are no long tests"; else exit $$status; fi; }

bench: setup ## how fast it is: a whole scripted match, and the adjudicator
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	    time $(BIN)/tablejudge demo --headless --speed 0 --data "$$folder" $(ARGS)
	@$(BIN)/python tests/bench/check.py
	@$(BIN)/python tests/bench/replay.py
	@$(BIN)/python tests/bench/journal.py
	@$(BIN)/python tests/bench/see.py
	@$(BIN)/python tests/bench/watch_frames.py
	@$(BIN)/python tests/bench/watch.py
	@$(BIN)/python tests/bench/photo.py
	@$(BIN)/python tests/bench/screen.py
	@$(BIN)/python tests/bench/review.py

# The workshop has an environment of its own: torch never comes near a table.
.venv-model/tablejudge.stamp: requirements.txt models/requirements-train.txt
	@echo "== .venv-model: what training needs"
	@$(BIN)/python -m venv .venv-model
	@.venv-model/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@.venv-model/bin/python -m pip install --quiet --disable-pip-version-check -r models/requirements-train.txt
	@touch $@

# For `make model`: MODEL_ARGS="--smoke"
MODEL_ARGS ?=
model: setup .venv-model/tablejudge.stamp ## train the networks of the picture reader; can be interrupted (MODEL_ARGS=...)
	@.venv-model/bin/python -m models.train $(MODEL_ARGS)
	@.venv-model/bin/python -m models.figures

docs: setup ## write the generated parts of the documentation anew (docs/phases.svg, docs/flow-readings.md)
	@$(BIN)/python docs/generate.py

screens: setup ## play matches in a browser and take the pictures of docs/screens/ anew
	@$(BIN)/python -m tests.browser.shoot
	@$(BIN)/python -m tests.browser.shoot_setup

lint: setup ## all checks but the tests
	@echo "== ruff check"
	@$(BIN)/python -m ruff check
	@echo "== ruff format --check"
	@$(BIN)/python -m ruff format --check
	@echo "== mypy"
	@$(BIN)/python -m mypy
	@echo "== import contract"
	@$(BIN)/lint-imports

format: setup ## put the sources in order
	@$(BIN)/python -m ruff check --fix-only
	@$(BIN)/python -m ruff format

# Needs uv, which is no part of .venv. The existing pins stay unless the bounds in pyproject.toml forbid
# them; `make lock LOCK_ARGS=--upgrade` takes the newest. The locks hold no address of an index: hashes
# say what is meant, wherever it comes from.
LOCK_ARGS ?=
UV_LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	$(LOCK_ARGS) pyproject.toml
lock: ## write requirements.txt and requirements-dev.txt anew (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv on the path" >&2; exit 1; }
	$(UV_LOCK) --extra dev --output-file requirements-dev.txt
	$(UV_LOCK) --output-file requirements.txt

clean: ## remove .venv, caches and build products; the data folder stays
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage* build *.egg-info tests/artifacts .venv-model models/.cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
