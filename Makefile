# `make` lists the targets. `make run` and `make test` need only Python 3.11 or newer with pip. The
# tools that build the page, and Chromium for its tests, are downloaded once. GNU make 3.81, the
# version of macOS, is enough.

GAME ?= uno
JOBS ?=
SEED ?=
PYTHON ?=

PY := .venv/bin/python
PARTS = JOBS='$(JOBS)' SEED='$(SEED)' $(PY) -m tools.parts
PEERS := requirements/peer-open-spiel.lock requirements/peer-pettingzoo.lock requirements/peer-rlcard.lock
ENVIRONMENT = PYTHON='$(PYTHON)' sh tools/environment.sh
COMPILE = .venv-relock/bin/uv pip compile --quiet --system-certs --universal --python-version 3.11 \
	--generate-hashes --no-annotate --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help server run terminal page test check web fix compile unit rl coverage browser icons screens strips bench bench-server golden gen \
	docs docs-check arena ppo mutants soak soak-server soak-stops soak-tabs test-cpus wheel wheel-test container reproducible audit lock env frames lighthouse clean
unexport PYTHONHOME PYTHONPATH PYTHONSAFEPATH

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: env page ## play in the browser (SERVE=--lan: also on phones on the same Wi-Fi)
	@.venv/bin/mazziere serve $(SERVE)

terminal: env ## play in the terminal (GAME=dieci for another game)
	@.venv/bin/mazziere play $(GAME)

page: env ## build the page of the browser, if its sources have changed
	@$(PY) -m tools.page

test: env ## all checks and tests of CI, with a summary (JOBS=2 processes, SEED=1)
	@$(PARTS)

check: env ## check style, types and import layers
	@$(PARTS) check

web: env ## check types, format and tests of the page
	@$(PARTS) web

fix: env ## format the code and apply ruff's fixes
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(PY) -m tools.page format

compile: env ## compile the games into the cache
	@$(PARTS) compile

unit: env ## test engine, bots, lab and commands, compiled
	@$(PARTS) unit

server: env ## test the play server with real stores, sockets and crashes
	@$(PARTS) server

rl: env ## test the learning environments, also with the suites of their libraries
	@$(PARTS) rl

coverage: env ## run the rulebook tests uncompiled, with branch coverage of the games
	@$(PARTS) coverage

browser: env ## play matches through the page in Chromium (MAZZIERE_CHROMIUM names one)
	@$(PARTS) browser

icons: env ## redraw the icons of the home screen
	$(PY) -m tools.icons

screens: env page ## rewrite the pictures in docs/screens
	@sh tools/chromium.sh >/dev/null
	$(PY) -m tools.screens

strips: env page ## rewrite the strips of dramatic moments in docs/screens
	@sh tools/chromium.sh >/dev/null
	$(PY) -m tools.strips

frames: env page ## measure the frames of deals, moves and ends with a slow CPU (on an idle machine)
	@sh tools/chromium.sh >/dev/null
	$(PY) -m tools.frames

lighthouse: env page ## audit home, lobby, table and lesson with Lighthouse (needs npm; not part of make test)
	@sh tools/chromium.sh >/dev/null
	$(PY) -m tools.lighthouse $(SCREENS)

bench-server: env ## measure the play server next to boardgame.io's (needs npm)
	$(PY) -m bench.server $(BENCH)

bench: ## measure the engine next to peers and C
	@$(ENVIRONMENT) .venv-bench requirements/bench.lock $(PEERS)
	.venv-bench/bin/python -m bench

golden: env ## rewrite the golden transcripts, also the spoken ones
	$(PY) -m tools.golden
	$(PY) -m tools.spoken

gen: env ## rewrite generated files
	$(PY) -m tools.gen
	$(PY) -m tools.types
	$(PY) -m tools.protocol

docs: env ## build the documentation site into site/
	@$(PY) -m tools.docs

docs-check: env ## build the site with warnings as errors; check links, ids, samples, generated pages
	@$(PARTS) docs

arena: env ## test that each level of bots beats the one below (GAME=dieci for one game only)
	$(PY) -m tools.arena $(if $(filter file,$(origin GAME)),,$(GAME)) $(if $(AGAIN),--again)

ppo: env ## train a small policy with PPO, as a smoke test of the learning environments
	$(PY) examples/ppo.py

mutants: env ## mutation testing of the games
	$(PY) -m tools.mutants

test-cpus: env ## compare results on other code paths of the libraries (CPUS="noise-libm-1 --no-tests")
	$(PY) -m tools.cpus $(CPUS)

soak: env ## play every preset, then for a long time, checking every step
	$(PY) -m tools.soak --presets
	$(PY) -m tools.soak

soak-server: env ## kill servers in mid-write for a long time (SOAK="--minutes 60 --seed 1")
	MAZZIERE_JIT=0 $(PY) -m tools.soak_server $(SOAK)

soak-stops: env ## stop a node 200 times while its bus comes and goes (SOAK="--rounds 1000 --seed 2")
	MAZZIERE_JIT=0 $(PY) -m tools.soak_stops $(SOAK)

soak-tabs: env page ## let two tabs take a seat from each other 300 times (SOAK="--rounds 1000 --seed 2")
	@$(PY) -m tools.soak_tabs $(SOAK)

wheel: env ## build dist/*.whl and the source archive
	rm -rf dist
	$(PY) -m hatchling build

wheel-test: env page ## install the wheel into fresh environments and run the tutorials as printed
	@$(PY) -m tools.wheel_test

container: env page ## run the container's commands without rights, on a read-only root (Linux)
	@MAZZIERE_JIT=0 $(PY) -m tools.container

reproducible: env page ## build the page, the wheel and the source archive twice, and compare the bytes
	@$(PY) -m tools.reproducible

audit: env ## look up known vulnerabilities of the pinned dependencies (skips when offline)
	@$(PY) -m tools.audit

lock: ## pin the dependencies of pyproject.toml (UPGRADE=1: the newest versions)
	@$(ENVIRONMENT) .venv-relock requirements/relock.lock
	$(COMPILE) pyproject.toml --extra all --group dev -o requirements/dev.lock
	$(COMPILE) pyproject.toml --extra all --group package -c requirements/dev.lock -o requirements/bench.lock
	$(COMPILE) --group peer-open-spiel -c requirements/bench.lock -o requirements/peer-open-spiel.lock
	$(COMPILE) --group peer-pettingzoo -c requirements/bench.lock -o requirements/peer-pettingzoo.lock
	$(COMPILE) --group peer-rlcard -c requirements/bench.lock -o requirements/peer-rlcard.lock
	$(COMPILE) --group node -o requirements/node.lock
	$(COMPILE) --group relock -o requirements/relock.lock
	@! grep -En '://|^-|@ ' requirements/*.lock || { echo "a lock names a host or a path"; exit 1; }

env:
	@$(ENVIRONMENT) .venv requirements/dev.lock

clean: ## remove all files that make has created
	rm -rf .venv .venv-bench .venv-node .venv-relock .lighthouse dist htmlcov site .docs_cache docs/_generated src/mazziere/page web/node_modules .coverage .coverage.* .hypothesis .test \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
