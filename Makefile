# `make demo` to see it, `make test` to try it, `make check unit` before a commit.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime-installed
DEV := $(VENV)/.dev-installed
RELEASE := $(VENV)/.release-installed
DOCS := $(VENV)/.docs-installed
# The first interpreter that is new enough; PYTHON=… overrules it.
PYTHON ?= $(shell for it in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$it" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$it" && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
INSTALL = '$(INSTALLED)/bin/python' -m pip --disable-pip-version-check install --quiet
LOCK := $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --no-annotate $(UPGRADE)

# Nothing that is tried sees the home, the temporary files or the environment of whoever tries it.
APART := '$(CURDIR)/$(BIN)/python' '$(CURDIR)/tests/apart.py'

.PHONY: help demo install uninstall test unit unit-a unit-b unit-c unit-d covered covered-unit-a covered-unit-b covered-unit-c covered-unit-d covered-torture sessions sessions-e2e sessions-conformance corpus extension client try-extension e2e e2e-editor pictures try-editor e2e-hosts try-hosts opencode-plugin wheel npm-package vsix site release lowest audit check format static coverage \
	bench bench-smoke bench-rules soak torture torture-short torture-a torture-b oracle fuzz generated rule dialect lock clean

help:
	@echo 'make demo      build a sample workspace, check it, fire its hooks'
	@echo 'make install   the command hookwright, into ~/.local (PREFIX=/usr/local EXTRAS=acp,mcp,otel)'
	@echo 'make uninstall  removes what `make install` installed'
	@echo 'make check     formatting, lint, spelling, types, layers, and the checks and tests of the extension'
	@echo 'make unit      the tests that start no server and no editor; a few minutes'
	@echo 'make sessions  the tests that talk to a server, as editors and agents do'
	@echo 'make test      every test and the coverage, the extension too; all but those in a real VS Code'
	@echo 'make coverage  the lines that the last `make test` did not reach'
	@echo 'make corpus    the tests on real hook files (CORPUS=folder)'
	@echo 'make e2e       only the tests in real editors and with real clients: Neovim, Emacs, the protocol, VS Code'
	@echo 'make e2e-editor  only VS Code; pictures come into build/e2e (installs 800 MB into the cache once)'
	@echo 'make e2e-hosts  the integrations with their real hosts and a scripted model (installs 2.3 GB into the cache once)'
	@echo 'make opencode-plugin  build/opencode/hookwright.js, the plugin for OpenCode'
	@echo 'make pictures  take the pictures of the extension'"'"'s page again, in a real VS Code'
	@echo 'make wheel     build/hookwright-VERSION-py3-none-any.whl, to install with uv, pipx or pip'
	@echo 'make npm-package  build/hookwright-VERSION.tgz, the client for JavaScript and TypeScript'
	@echo 'make vsix      build/hookwright.vsix, the extension, and one with the server in it for each platform (TARGETS=linux-x64)'
	@echo 'make site      build/site, the documentation to read in a browser, offline too; a link that leads nowhere fails it'
	@echo 'make release   wheel, sdist and every .vsix, with checksums and lists of their parts, in build/release (TARGETS=linux-x64)'
	@echo 'make lowest    some tests with the oldest packages that are allowed'
	@echo 'make audit     asks whether faults are known of the packages that are installed with hookwright'
	@echo 'make format    fix the formatting'
	@echo 'make generated  the pages of the rules, the JSON Schemas, the extension'"'"'s types and the lists of dialects'
	@echo 'make rule      the files of a new rule, as an example that works (NAME=dead-matcher CODE=HW321)'
	@echo 'make dialect   the files of a new dialect, as an example that works (NAME=example-agent)'
	@echo 'make bench     measure against the budgets'
	@echo 'make bench-smoke  every part of it once, to see that it runs (under a minute)'
	@echo 'make bench-rules  find planted defects and mutants, beside other checkers (CORPUS=folder of real files)'
	@echo 'make soak      10,000 dispatches through one server: what it holds on to (a minute or two)'
	@echo 'make torture   hooks, servers, clients and files that misbehave, and what is left behind (under ten minutes)'
	@echo 'make torture-short  the part of it that `make test` runs, too (under one)'
	@echo 'make oracle    run the experiments with real agents again and say what they do otherwise (AGENTS=claude-code VERSION=latest ONLY=name)'
	@echo 'make fuzz      try what must hold on generated inputs (MINUTES=10 in all, TARGETS="fixes tree" for some)'
	@echo 'make lock      resolve requirements/ again (UPGRADE=--upgrade for newer versions)'
	@echo 'make clean     remove the virtual environment and every cache'

demo: $(RUNTIME)
	@$(BIN)/hookwright demo

# `make check test` runs the extension's checks once: both name the same target. The longest begin first.
test: sessions-e2e covered-unit-b covered-unit-c covered-unit-d covered-unit-a sessions-conformance covered-torture try-extension covered

# One part more than there are cores: tests that talk to processes wait for a third of their time.
ifneq ($(filter test sessions,$(MAKECMDGOALS)),)
MAKEFLAGS += --jobs=$(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
endif
SESSIONS := tests/e2e tests/conformance
# Here a client of the server is what is tried, and it runs in the process of the tests.
CLIENT_SESSIONS := tests/e2e/test_remote_hook_service.py
# The tests that start no server are in four parts that take about as long: most that start processes, two of those that
# attack guards, and the others.
UNIT_A := tests/unit/acp tests/unit/cli tests/unit/engine tests/unit/lsp
UNIT_C := $(wildcard tests/unit/attacking/test_[a-n]*.py) tests/unit/guards
UNIT_D := $(wildcard tests/unit/attacking/test_[o-z]*.py) tests/unit/workflows
UNIT_B := tests $(patsubst %,--ignore=%,$(SESSIONS) tests/torture $(UNIT_A) $(UNIT_C) $(UNIT_D))

# What runs in another process is not counted; fail_under in pyproject.toml is what has to be reached all the same.
COVERED := covered-unit-a covered-unit-b covered-unit-c covered-unit-d covered-torture
covered: $(COVERED)
	$(BIN)/coverage combine --quiet $(COVERED:%=.coverage.%)
	@echo "coverage, in percent: $$($(BIN)/coverage report --format=total --fail-under=0)"
	@$(BIN)/coverage report --format=total >/dev/null || { echo '*** that is less than fail_under in pyproject.toml: `make coverage` lists the lines' >&2; exit 2; }

covered-unit-a: $(DEV)
	$(APART) $(BIN)/coverage run --data-file=.coverage.$@ -m pytest $(UNIT_A)

covered-unit-b: $(DEV)
	$(APART) $(BIN)/coverage run --data-file=.coverage.$@ -m pytest $(UNIT_B)

covered-unit-c: $(DEV)
	$(APART) $(BIN)/coverage run --data-file=.coverage.$@ -m pytest $(UNIT_C)

covered-unit-d: $(DEV)
	$(APART) $(BIN)/coverage run --data-file=.coverage.$@ -m pytest $(UNIT_D)

covered-torture: $(DEV)
	$(APART) $(BIN)/coverage run --data-file=.coverage.$@ -m pytest $(CLIENT_SESSIONS) tests/torture

sessions: sessions-e2e sessions-conformance

sessions-e2e: $(DEV)
	$(APART) $(BIN)/python -m pytest tests/e2e $(CLIENT_SESSIONS:%=--ignore=%)

sessions-conformance: $(DEV)
	$(APART) $(BIN)/python -m pytest tests/conformance

unit: $(DEV)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target unit-a unit-b unit-c unit-d

unit-a:
	$(APART) $(BIN)/python -m pytest $(UNIT_A)

unit-b:
	$(APART) $(BIN)/python -m pytest $(UNIT_B)

unit-c:
	$(APART) $(BIN)/python -m pytest $(UNIT_C)

unit-d:
	$(APART) $(BIN)/python -m pytest $(UNIT_D)

# Files that people wrote are not in the repository, because they are not ours; tests/corpus/conftest.py has their form.
corpus: $(DEV)
	$(APART) $(BIN)/python -m pytest tests/corpus --corpus '$(abspath $(CORPUS))'

coverage: $(DEV)
	$(BIN)/coverage report

EXTENSION := editor-extension
NODE_MODULES := $(EXTENSION)/node_modules/.installed
HAS_NODE := node -e 'process.exit(Number.parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null

extension: $(DEV) $(NODE_MODULES)
	cd $(EXTENSION) && $(APART) npm run --silent check

# The package that agents in Node use; it is checked with the tools of the extension.
TS_CLIENT := clients/typescript
client: $(DEV) $(NODE_MODULES)
	ln -sfn ../../$(EXTENSION)/node_modules $(TS_CLIENT)/node_modules
	cd $(TS_CLIENT) && $(APART) npm run --silent check
	ln -sfn ../../$(EXTENSION)/node_modules $(OPENCODE)/node_modules
	cd $(OPENCODE) && $(APART) npm run --silent check

# One file, with the client in it.
OPENCODE := integrations/opencode
opencode-plugin: $(DEV) $(NODE_MODULES)
	ln -sfn ../../$(EXTENSION)/node_modules $(OPENCODE)/node_modules
	cd $(OPENCODE) && $(APART) npm run --silent build -- --outfile=../../build/opencode/hookwright.js

# Passes where there is no Node, and says so.
try-extension: $(DEV)
	@if $(HAS_NODE); then $(MAKE) --no-print-directory extension client; \
		else echo '*** the extension and the TypeScript client are NOT TESTED here: there is no Node 20 or newer' >&2; fi

e2e: $(DEV)
	$(APART) $(BIN)/python -m pytest tests/e2e
	@$(MAKE) --no-print-directory try-editor

e2e-editor: $(DEV) $(NODE_MODULES)
	cd $(EXTENSION) && $(APART) npm run --silent package -- universal linux-x64
	cd $(EXTENSION) && $(APART) npm run --silent panel
	cd $(EXTENSION) && $(APART) npm run --silent e2e

pictures: $(DEV) $(NODE_MODULES)
	cd $(EXTENSION) && $(APART) npm run --silent package -- universal
	cd $(EXTENSION) && FILE=pictures $(APART) npm run --silent e2e
	for it in panel copy view tests; do cp build/e2e/pictures-$$it.png build/e2e/$$it.png || exit; done
	cd build/e2e && node ../../$(EXTENSION)/test/e2e/few-colors.mjs ../../$(EXTENSION)/media/pictures panel.png copy.png view.png tests.png

# Passes where the editor cannot be had, and says so.
try-editor: $(DEV)
	@if ! $(HAS_NODE); then echo '*** VS Code is NOT TESTED here: there is no Node 20 or newer' >&2; \
		elif $(APART) node $(EXTENSION)/test/e2e/install.mjs; then $(MAKE) --no-print-directory e2e-editor; \
		elif [ $$? -ne 3 ]; then echo '*** VS Code is NOT TESTED here: it could not be installed' >&2; fi

HOSTS := tests/hosts/offline.sh $(BIN)/python -m pytest --timeout=120 --hosts tests/hosts

e2e-hosts: $(DEV) opencode-plugin
	$(APART) $(BIN)/python -m tests.hosts.install
	$(APART) $(HOSTS)

# Passes where a host cannot be had or the network cannot be cut off, and says so.
try-hosts: $(DEV)
	@if $(HAS_NODE); then $(MAKE) --no-print-directory opencode-plugin; fi
	@$(APART) $(BIN)/python -m tests.hosts.install || true
	@if $(APART) tests/hosts/offline.sh true; then $(APART) $(HOSTS); \
		else echo '*** the integrations are NOT TESTED with their hosts here: the network cannot be cut off' >&2; fi

wheel: $(RUNTIME)
	rm -f build/hookwright-*.whl
	$(BIN)/python -m hatchling build -t wheel -d build

# An environment of its own: packages of the system belong to the system (PEP 668). It is made anew each time, as the
# Python that it was made with may be gone.
PREFIX ?= $(HOME)/.local
INSTALLED := $(PREFIX)/share/hookwright
EXTRAS ?=
install: wheel
	$(BIN)/python -m venv --clear '$(INSTALLED)'
	$(INSTALL) --require-hashes -r requirements/runtime.txt
	$(INSTALL) "$$(echo build/hookwright-*.whl)$(EXTRAS:%=[%])"
	mkdir -p '$(PREFIX)/bin'
	ln -sf '$(INSTALLED)/bin/hookwright' '$(PREFIX)/bin/hookwright'
	@case ":$$PATH:" in *:'$(PREFIX)/bin':*) ;; \
		*) echo 'installed into $(PREFIX)/bin, which is not on your PATH yet: export PATH="$(PREFIX)/bin:$$PATH"' ;; esac

uninstall:
	rm -rf '$(INSTALLED)'
	rm -f '$(PREFIX)/bin/hookwright'

npm-package: $(DEV) $(NODE_MODULES)
	rm -f build/hookwright-*.tgz
	mkdir -p build
	ln -sfn ../../$(EXTENSION)/node_modules $(TS_CLIENT)/node_modules
	cd $(TS_CLIENT) && npm pack --silent --pack-destination ../../build

vsix: $(DEV) $(NODE_MODULES)
	rm -f build/hookwright*.vsix
	cd $(EXTENSION) && $(APART) npm run --silent package -- universal $(or $(TARGETS),every)
	cd $(EXTENSION) && $(APART) npm run --silent package:test

site: $(DOCS)
	$(BIN)/python -m tools.site build/site

# CycloneDX: what the wheel depends on, and what is in the extension's bundle; each .vsix with a server contains both.
release: $(RELEASE) wheel npm-package vsix
	rm -rf build/release
	mkdir build/release
	$(BIN)/python -m hatchling build -t sdist -d build/release
	cp build/hookwright-*.whl build/hookwright-*.tgz build/hookwright*.vsix build/release/
	$(BIN)/twine check --strict build/release/*.whl build/release/*.tar.gz
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
		--output-file build/release/hookwright-server.cdx.json requirements/runtime.txt
	cd $(EXTENSION) && npm sbom --sbom-format cyclonedx --sbom-type application --omit dev --package-lock-only \
		> ../build/release/hookwright-extension.cdx.json
	cd build/release && sha256sum -- * > SHA256SUMS

# Asks the registries whether faults are known of what a user installs; needs the network, so no test does.
audit: $(RELEASE)
	$(BIN)/pip-audit --require-hashes --disable-pip --requirement requirements/runtime.txt
	cd $(EXTENSION) && npm audit --omit dev

check: static try-extension

static: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/typos
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/zizmor --quiet --offline --persona=pedantic .

# The oldest versions of the packages that pyproject.toml allows, in an environment of their own.
LOWEST := build/lowest
lowest: $(DEV)
	$(BIN)/uv venv --quiet --clear --no-config --python '$(CURDIR)/$(BIN)/python' $(LOWEST)
	$(BIN)/uv pip install --quiet --no-config --resolution lowest-direct --python $(LOWEST)/bin/python .
	$(BIN)/uv pip install --quiet --no-config --python $(LOWEST)/bin/python coverage hatchling hypothesis jsonschema-rs pytest pytest-asyncio pytest-lsp pytest-timeout
	$(APART) $(LOWEST)/bin/python -m pytest -p no:cacheprovider tests/unit/syntax tests/unit/matching tests/unit/cli/test_outputs.py tests/unit/cli/test_tables.py

format: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What is generated and committed; a test fails where one is stale.
generated: $(DEV)
	$(BIN)/python -m tools.dialect_index
	$(BIN)/python -m tools.dialect_lists
	$(BIN)/python -m hookwright.analysis.rule_docs docs/rules
	$(BIN)/hookwright schema --out schemas
	$(BIN)/python -m tools.openrpc > schemas/engine.openrpc.json.new
	mv schemas/engine.openrpc.json.new schemas/engine.openrpc.json
	$(BIN)/python -m tools.typescript > $(EXTENSION)/shared/methods.ts.new
	mv $(EXTENSION)/shared/methods.ts.new $(EXTENSION)/shared/methods.ts
	$(BIN)/python -m tools.typescript engine > $(TS_CLIENT)/src/methods.ts.new
	mv $(TS_CLIENT)/src/methods.ts.new $(TS_CLIENT)/src/methods.ts

rule: $(DEV)
	@$(BIN)/python -m tools.new_rule '$(NAME)' '$(CODE)'

dialect: $(DEV)
	@$(BIN)/python -m tools.new_dialect '$(NAME)'

bench: $(DEV)
	$(BIN)/python -m benchmarks

# No verdicts, and nothing is installed: CI fails where a part crashes, not where it is slow.
bench-smoke: $(DEV)
	$(APART) $(BIN)/python -m benchmarks --smoke

bench-rules: $(DEV)
	$(BIN)/python -m benchmarks.rules $(if $(CORPUS),--corpus '$(CORPUS)')

soak: $(DEV)
	$(BIN)/python -m benchmarks.soak

# A version from npm, or `recorded`: the one that tests/oracle/facts are about.
AGENTS ?= claude-code codex gemini-cli qwen-code copilot-cli
VERSION ?= recorded
# Experiments with this in their name.
ONLY ?=
oracle: $(DEV)
	$(APART) $(BIN)/python -m tests.oracle --install --version $(VERSION) --only '$(ONLY)' $(AGENTS)
	$(APART) tests/hosts/offline.sh $(BIN)/python -m tests.oracle --version $(VERSION) --only '$(ONLY)' $(AGENTS)

# An empty expression lets those run that are marked as long. Both halves mostly wait, so they run side by side.
torture: $(DEV)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target torture-a torture-b EVERY="-m ''"

torture-short: $(DEV)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target torture-a torture-b

torture-a:
	$(APART) $(BIN)/python -m pytest $(EVERY) tests/torture/test_[a-l]*.py

torture-b:
	$(APART) $(BIN)/python -m pytest $(EVERY) tests/torture/test_[m-z]*.py

MINUTES ?= 10
fuzz: $(DEV)
	$(APART) $(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(TARGETS:%=--only %)

lock: $(DEV)
	$(LOCK) pyproject.toml --group build --group dev --output-file requirements/dev.txt
	$(LOCK) pyproject.toml --constraint requirements/dev.txt --output-file requirements/runtime.txt
	$(LOCK) --group pyproject.toml:build --constraint requirements/dev.txt --output-file requirements/build.txt
	$(LOCK) --group pyproject.toml:release --constraint requirements/dev.txt --output-file requirements/release.txt
	$(LOCK) --group pyproject.toml:docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	$(LOCK) tests/hosts/claude-agent-sdk.in --output-file tests/hosts/claude-agent-sdk.txt
	$(LOCK) tests/hosts/aider.in --output-file tests/hosts/aider.txt
	$(LOCK) tests/hosts/rotel.in --output-file tests/hosts/rotel.txt

clean:
	rm -rf $(VENV) $(TS_CLIENT)/node_modules $(TS_CLIENT)/dist $(TS_CLIENT)/out $(EXTENSION)/node_modules $(EXTENSION)/dist $(EXTENSION)/out $(EXTENSION)/bundled benchmarks/.cache dist build .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find server tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# No package of these needs a script of its own to be installed.
$(NODE_MODULES): $(EXTENSION)/package-lock.json
	cd $(EXTENSION) && npm ci --ignore-scripts --no-progress
	@touch $@

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo 'hookwright needs Python 3.11 or newer, and found none: install one, or say make PYTHON=/path/to/python3' >&2; exit 1; fi
	@if ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
		echo '$(PYTHON) is not Python 3.11 or newer: say make PYTHON=/path/to/python3' >&2; exit 1; fi
	@if ! "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; then \
		echo '$(PYTHON) cannot make a virtual environment: install its venv package (Debian, Ubuntu: apt install python3-venv)' >&2; exit 1; fi
	"$(PYTHON)" -m venv $(VENV)

# Without build isolation the editable install fetches nothing beside the locked, hashed files. Editors start the
# server often, so its bytecode is made now, also where PYTHONDONTWRITEBYTECODE is set.
$(RUNTIME): requirements/build.txt requirements/runtime.txt pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements/build.txt -r requirements/runtime.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q server
	@touch $@

$(RELEASE): requirements/release.txt $(DEV)
	$(PIP) --require-hashes -r requirements/release.txt
	@touch $@

$(DOCS): requirements/docs.txt $(DEV)
	$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

$(DEV): requirements/dev.txt pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q server
	@touch $@ $(RUNTIME)
