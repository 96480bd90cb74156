# The commands a person types. Everything is installed into .venv and written to var/.

PORT ?= 8000
PYTHON ?= python3
BIN := .venv/bin
STATE_DIR ?= var
MANAGE := $(BIN)/honcho run -e $(STATE_DIR)/env $(BIN)/python manage.py
# Bytecode is kept whatever the shell says: tests start hundreds of processes, and each would
# compile the site anew.
unexport PYTHONDONTWRITEBYTECODE
PACKAGES := regild core campaigns sources annotators proposing pooling rating agreement scoring judging annotation_site
# Only what was there when it was pinned is installed: each file's sum is looked at.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes
# For every platform and Python at once; what is pinned already stays.
PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-annotate --custom-compile-command "make pins"

.PHONY: help install demo up test check test-long nightly lint lint-style lint-types lint-security pins bench load peers paper clean

help:  ## what each of these does
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

install: .venv/installed  ## make .venv with what running needs, and the command regild

demo: install $(STATE_DIR)/env  ## serve five small campaigns, four finished, at localhost:PORT
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@PORT=$(PORT) $(MANAGE) demo
	@exec $(BIN)/honcho start -e $(STATE_DIR)/env -p $(PORT)

up: install $(STATE_DIR)/env  ## serve your own site at localhost:PORT
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@echo "Regild is at http://localhost:$(PORT)/"
	@PORT=$(PORT) $(MANAGE) setup_code
	@exec $(BIN)/honcho start -e $(STATE_DIR)/env -p $(PORT)

test: .venv/tested  ## lint, the method, the site on SQLite, what differs on PostgreSQL and Redis
	@$(BIN)/python -m tests.suites test

check: .venv/tested  ## lint, and the tests of what changed since main
	@$(BIN)/python -m tests.suites check

test-long: .venv/tested  ## what make test leaves out: all on PostgreSQL; storm, machine, proxy for 60 s
	@$(BIN)/python -m tests.suites long

nightly: .venv/tested  ## everything, with storm, machine and proxy for 600 s
	@$(BIN)/python -m tests.suites nightly

lint: lint-style lint-types lint-security  ## style, types, layers, migrations, vulnerabilities

lint-style: .venv/tested
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@SECRET_KEY=lint STATE_DIR=$$(mktemp -d) $(BIN)/python manage.py makemigrations --check --dry-run

lint-types: .venv/tested
	@$(BIN)/mypy

lint-security: .venv/tested
	@echo "bandit $(PACKAGES)"  # its warnings are of its own marks on f-strings
	@$(BIN)/bandit --quiet --recursive $(PACKAGES) 2>/dev/null
	@$(BIN)/python -m tests.known_vulnerabilities requirements-dev.txt

pins: .venv/tested  ## write requirements*.txt anew from requirements*.in; PINS=--upgrade for newest
	$(PIN) $(PINS) requirements.in --output-file requirements.txt
	$(PIN) $(PINS) --constraints requirements.txt requirements-dev.in --output-file requirements-dev.txt

bench: .venv/tested  ## the speed targets, measured against their peers
	$(BIN)/python -m bench

load: .venv/tested  ## annotators against a running server, alone and beside jobs, and the floor
	$(BIN)/python -m bench.load

peers: .venv-peers/installed  ## doccano in an environment of its own, which make load then measures too

paper: .venv/installed  ## Tables 1 to 3 and Figure 1 from our demo data, or from the folder PAPER_DATA
	@SECRET_KEY=paper STATE_DIR=$$(mktemp -d) $(BIN)/python manage.py paper $(if $(PAPER_DATA),--data $(PAPER_DATA)) $(PAPER_OPTIONS)

clean:  ## remove what these commands made, data included
	rm -rf .venv .venv-peers var staticfiles

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: requirements.txt pyproject.toml $(wildcard locale/*/LC_MESSAGES/django.po) | .venv/bin/python
	$(INSTALL) -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/pybabel --quiet compile --directory locale --domain django --statistics
	$(BIN)/python -m compileall -q $(PACKAGES)
	@touch $@

.venv/tested: .venv/installed requirements-dev.txt
	$(INSTALL) -r requirements-dev.txt
	@touch $@

.venv-peers/installed: bench/requirements-peers.txt
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# A secret of its own for every installation; nothing has a default.
$(STATE_DIR)/env:
	@mkdir -p $(STATE_DIR)
	@umask 077; $(PYTHON) -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(48))' > $@
