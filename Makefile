# `make` lists the targets. `make run` and `make test` need Python 3.11 or newer with pip, and
# nothing else: what builds the page comes from the network, once, and so does Chromium for its
# tests where that may be installed. Kept to what GNU make 3.81 knows, which is what macOS has.

GAME ?= uno
JOBS ?= 2
PYTHON ?=

PY := .venv/bin/python
TYPED := $(foreach dir,src tests tools bench,$(if $(wildcard $(dir)/*.py $(dir)/*/*.py),$(dir)))
ENGINE := tests/conformance tests/kernel tests/properties tests/rules tests/rules_texts tests/transcripts
SERVED := tests/lessons tests/server tests/store tests/table tests/test_servers.py
TESTS = $(PY) -m pytest -n $(JOBS) --dist worksteal
PEERS := requirements/peer-open-spiel.lock requirements/peer-rlcard.lock
ENVIRONMENT = PYTHON='$(PYTHON)' sh tools/environment.sh
COMPILE = .venv-relock/bin/uv pip compile --quiet --system-certs --universal --python-version 3.11 \
	--generate-hashes --no-annotate --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help server run terminal page test check web fix warm unit coverage browser icons screens bench bench-server golden gen \
	docs arena mutants soak soak-server wheel lock env clean
unexport PYTHONHOME PYTHONPATH PYTHONSAFEPATH

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: env page ## play in the browser (SERVE=--lan for the phones in the room, too)
	@.venv/bin/mazziere serve $(SERVE)

terminal: env ## play in the terminal (GAME=dieci for another game)
	@.venv/bin/mazziere play $(GAME)

page: env ## build the page of the browser, if its sources have changed
	@$(PY) -m tools.page

test: check web unit coverage server browser ## everything that CI checks

check: env ## style, types, direction of imports
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(TYPED)
	.venv/bin/lint-imports

web: env ## types, format and tests of the page's sources
	$(PY) -m tools.page check

fix: env ## format, and repair what ruff can repair
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(PY) -m tools.page format

warm: env ## compile the games into the cache
	$(PY) -m mazziere.lab.warm --checked

unit: warm ## the engine, the bots, the laboratory and the commands, compiled (JOBS=2 processes)
	$(TESTS) $(addprefix --ignore=,tests/browser $(SERVED))

server: env ## the play server with real stores, sockets and crashes
	MAZZIERE_JIT=0 $(TESTS) $(SERVED)

coverage: env ## the engine's tests that are not slow, uncompiled, with branch coverage of the games
	$(PY) -m coverage erase
	MAZZIERE_JIT=0 $(PY) -m coverage run -m pytest -n $(JOBS) --dist worksteal -m "not slow" $(ENGINE)
	$(PY) -m coverage combine --quiet
	$(PY) -m coverage report

# A browser waits now and then.
browser: JOBS = 3
browser: env page ## whole matches through the page, in Chromium (MAZZIERE_CHROMIUM to name one)
	@sh tools/chromium.sh >/dev/null
	MAZZIERE_JIT=0 $(TESTS) tests/browser

icons: env ## draw the icons of the home screen anew
	$(PY) -m tools.icons

screens: env page ## rewrite the pictures in docs/screens
	@sh tools/chromium.sh >/dev/null
	$(PY) -m tools.screens

bench-server: env ## the play server under load, next to boardgame.io's (needs npm)
	$(PY) -m bench.server $(BENCH)

bench: ## speed, next to the peers and to C
	@$(ENVIRONMENT) .venv-bench requirements/bench.lock $(PEERS)
	.venv-bench/bin/python -m bench

golden: env ## rewrite the golden transcripts
	$(PY) -m tools.golden

gen: env ## rewrite generated files
	$(PY) -m tools.gen
	$(PY) -m tools.types
	$(PY) -m tools.protocol

docs: env ## build the documentation
	$(PY) -m tools.docs

arena: env ## show that each level of bots beats the one below it (GAME=dieci for one game only)
	$(PY) -m tools.arena $(if $(filter file,$(origin GAME)),,$(GAME)) $(if $(AGAIN),--again)

mutants: env ## mutation testing of the games
	$(PY) -m tools.mutants

soak: env ## play for a long time, checking every step
	$(PY) -m tools.soak

soak-server: env ## kill servers in mid-write for a long time (SOAK="--minutes 60 --seed 1")
	MAZZIERE_JIT=0 $(PY) -m tools.soak_server $(SOAK)

wheel: env ## build dist/*.whl and the source archive
	rm -rf dist
	$(PY) -m hatchling build

lock: ## pin what pyproject.toml asks for (UPGRADE=1 for the newest of everything)
	@$(ENVIRONMENT) .venv-relock requirements/relock.lock
	$(COMPILE) pyproject.toml --group dev -o requirements/dev.lock
	$(COMPILE) pyproject.toml --group package -c requirements/dev.lock -o requirements/bench.lock
	$(COMPILE) --group peer-open-spiel -c requirements/bench.lock -o requirements/peer-open-spiel.lock
	$(COMPILE) --group peer-rlcard -c requirements/bench.lock -o requirements/peer-rlcard.lock
	$(COMPILE) --group node -o requirements/node.lock
	$(COMPILE) --group relock -o requirements/relock.lock
	@! grep -En '://|^-|@ ' requirements/*.lock || { echo "a lock names a host or a path"; exit 1; }

env:
	@$(ENVIRONMENT) .venv requirements/dev.lock

clean: ## remove everything that make has made
	rm -rf .venv .venv-bench .venv-node .venv-relock dist htmlcov src/mazziere/page web/node_modules .coverage .coverage.* .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
