# Every target sets up what it needs: the first call makes .venv, a later one installs nothing
# unless pyproject.toml or PYTHON changed.

PYTHON ?= python3
VENV := .venv

BIN := $(VENV)/bin
READY := $(VENV)/.ready-$(subst /,_,$(PYTHON))

# What `make run` plays, in how many processes `make test` runs, and what it hands to pytest (make test ARGS="-k tree").
RUN ?= treewright match "uct(simulations=2000)" "rave(simulations=2000)" --game connect_four --games 400
PROCESSES ?= 2
ARGS ?=

.DELETE_ON_ERROR:
.PHONY: help run test docs bench dist clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(READY)  ## play a match: two searches, 400 games, a table with intervals
	$(BIN)/$(RUN)

test: $(READY)  ## style, types, then every test
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pytest -n $(PROCESSES) --dist loadfile $(ARGS)

docs: $(READY)  ## the documentation as a site in site/
	$(BIN)/mkdocs build --strict

bench: $(READY)  ## our search beside OpenSpiel's on this machine
	$(BIN)/treewright bench

dist: $(READY)  ## a wheel in dist/, installed and played in a read-only environment elsewhere
	$(BIN)/python tools/check_wheel.py

clean:  ## remove everything that was made here (.venv too)
	rm -rf $(VENV) build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is the last thing written, so an installation that failed is begun again.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"Treewright needs Python 3.11 or later; name one: make PYTHON=python3.11 ...")'
	@echo "setting up $(VENV) with $(PYTHON) (a minute or two, once) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
