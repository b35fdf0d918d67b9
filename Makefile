# Everything runs in .venv, which the targets build when it is missing or out of date.

PYTHON ?= python3
unexport PYTHONDONTWRITEBYTECODE  # hundreds of processes would compile the same modules again
# An environment without a pip of its own is built five seconds faster, and what is not compiled now
# is compiled when it is first imported.
PIP = $$(test -x .venv/bin/pip && echo .venv/bin/python -m pip || echo $(PYTHON) -m pip --python .venv/bin/python) \
	install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
SOURCES := $(wildcard src/dobbm/game/*.py src/dobbm/ai/*.py src/dobbm/ai/kernel/*.py)
CATALOGUES := $(wildcard src/dobbm/text/locale/*/LC_MESSAGES/*.po)

.PHONY: help play terminal test test-game test-rest test-touched lint types check-all check-server bench bench-bots locale schema kernel pocket pocket-archive deck screens golden site pins sbom package release freeze install clean

help:  ## what there is to do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## */\t/' | expand -t 16

play: .venv/installed  ## build what is needed, serve the table and open it in the browser
	@.venv/bin/dobbm serve --open $(ARGS)

terminal: .venv/installed  ## play a session at the terminal
	@.venv/bin/dobbm play $(ARGS)

# Four jobs at once, so that no core waits for another.
test: .venv/installed-dev  ## all that a change needs
	@$(MAKE) --no-print-directory --jobs=4 lint types test-game test-rest

# The modules of the game itself. Every branch of a rule must be taken by the tests of its module.
GAME := cards tricks rules actions bidding exchange doubling play deal settlement session view \
	record perft errors fields

test-game: .venv/installed-dev  ## the tests of the game modules only, with their coverage
	.venv/bin/coverage run -m pytest $(GAME:%=tests/game/test_%.py)
	.venv/bin/coverage report $(GAME:%=src/dobbm/game/%.py)

test-rest: .venv/installed-dev .venv/warm  ## all other tests only
	.venv/bin/pytest --numprocesses=auto --dist=worksteal $(GAME:%=--ignore=tests/game/test_%.py)

test-touched: .venv/installed-dev .venv/warm  ## the long tests whose sources the last commits touched
	.venv/bin/python scripts/long_tests.py

NODE := $(and $(shell command -v node),$(shell command -v npm))

lint: .venv/installed-dev $(if $(NODE),node_modules/.installed)  ## ruff and Biome: style and form; plain English; tsc: the types of the page's modules
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/python scripts/language.py
ifdef NODE
	node_modules/.bin/biome ci --error-on-warnings
	node_modules/.bin/tsc
else
	@echo "Node is missing: the page's modules and styles are not checked."
endif

types: .venv/installed-dev  ## mypy: strict types
	.venv/bin/mypy

check-all: .venv/installed-dev .venv/warm  ## the long tests too: ablations, large samples, kills
	.venv/bin/pytest $(LONG)

check-server: .venv/installed-dev .venv/warm  ## of all these, the tests of the server: attacks, races, kills
	.venv/bin/pytest $(LONG) -s $(SERVER:%=tests/%)

# CONTRIBUTING.md lists what they prove.
SERVER := server store runtime table hosting \
	$(addprefix cli/test_,$(addsuffix .py,backup erase export serve tables)) \
	browser/test_host.py browser/test_journeys.py client/test_requests_page.py players/test_pimc.py

LONG := -m '' --hypothesis-profile=long --timeout=3600

bench: .venv/installed-dev  ## measure, print and store the figures of benchmarks/README.md
	.venv/bin/python benchmarks/run.py $(ARGS)

bench-bots: .venv/installed-dev  ## four pimc at a table: what they declare, how long they think
	.venv/bin/python benchmarks/bots.py $(or $(PLAYER),pimc) $(ARGS)

locale: .venv/installed-dev  ## collect the messages and compile the translations
	.venv/bin/python scripts/catalogues.py

schema: .venv/installed-dev  ## regenerate the page's types and the data it shares with Python
	.venv/bin/python scripts/page_types.py
	.venv/bin/python scripts/page_data.py

kernel: .venv/installed-dev  ## compile the kernel to WebAssembly, after a change of its sources
	.venv/bin/python scripts/kernel.py

pocket: .venv/installed-dev node_modules/.installed  ## build/pocket: the whole game as static files, without a server
	@.venv/bin/python scripts/pocket.py $(ARGS)

pocket-archive:  ## the same, packed for a release, in dist
	@$(MAKE) --no-print-directory pocket ARGS=--archive

deck: .venv/installed-dev  ## redraw the cards and the portraits of the page
	.venv/bin/python -m art

screens: .venv/installed-dev .venv/warm  ## retake the pictures of docs/screens
	.venv/bin/python scripts/screens.py

golden: .venv/installed-dev  ## rewrite the frozen playthroughs and payments; look at the diff
	.venv/bin/python tests/game/playthroughs.py
	.venv/bin/python tests/client/score/vectors.py

site: .venv/installed-dev  ## build the documentation site in build/site
	.venv/bin/python scripts/site.py

pins: .venv/installed-dev  ## pin what servers are installed from, with hashes, and list the licences
	.venv/bin/python scripts/requirements.py
	.venv/bin/python scripts/sbom.py

sbom: .venv/installed-dev  ## write the bill of materials (CycloneDX) to dist
	.venv/bin/python scripts/sbom.py

package: .venv/installed-dev  ## build the wheel and the source package in dist, and check them
	@rm -rf dist/dobbm-[0-9]*
	.venv/bin/hatchling build
	.venv/bin/twine check --strict dist/dobbm-[0-9]*
	.venv/bin/check-wheel-contents dist/dobbm-*.whl

release: .venv/installed-dev node_modules/.installed  ## build the release whose tag is checked out, in dist
	@.venv/bin/python scripts/release.py

freeze: .venv/installed-dev  ## write the files in tests/releases that later versions are held against
	.venv/bin/python scripts/freeze.py

install: .venv/installed-dev  ## install everything a contributor needs

.venv/bin/python:
	@echo "Building .venv with $$($(PYTHON) --version) …"
	@$(PYTHON) -m venv .venv \
	  $$($(PYTHON) -m pip --python $(PYTHON) --version > /dev/null 2>&1 && echo --without-pip)

# The package's own build needs these, and not isolating it keeps their versions pinned too.
.venv/built-with: .venv/bin/python constraints.txt
	@echo "Installing what the package is built with …"
	@$(PIP) hatchling editables babel
	@touch $@

.venv/installed: .venv/built-with pyproject.toml hatch_build.py $(CATALOGUES)
	@echo "Installing Dobbm …"
	@$(PIP) --no-build-isolation --editable '.[server]'
	@touch $@

# After a change to a source that is not compiled, this takes a second.
.venv/warm: .venv/installed-dev $(SOURCES)
	@echo "Compiling; the first time this takes half a minute or more …"
	@DOBBM_KERNEL=native .venv/bin/dobbm match trained random --decks 1 > /dev/null
	@touch $@

.venv/installed-dev: .venv/installed
	@echo "Installing the tools for checks and tests …"
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $@

node_modules/.installed: package-lock.json
	@echo "Installing TypeScript and Biome …"
	@npm ci --silent --no-audit --no-fund
	@touch $@

clean:  ## remove what was built
	rm -rf .venv node_modules dist build .mypy_cache .pytest_cache .ruff_cache .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +
