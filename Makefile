# On a fresh Debian machine, `make run` and `make test` install all that they need.
PYTHON ?= python3
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
APT := $(shell command -v apt-get 2>/dev/null)
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo 2>/dev/null)

# Some Python images set this variable; then every test run would compile the tree and its tests again (8 s per worker).
export PYTHONDONTWRITEBYTECODE =

# `fast` is the tests of `quick`, `whole` those of `test`.
.PHONY: js node servers run dev test quick fast whole nightly properties lowest part docs lint types bench browser clean

# make run TABLE=path adds a large table of your own (.npy, .safetensors, word2vec's and GloVe's text).
run: $(VENV)/.run
	$(BIN)/python -m explorer $(if $(PORT),--port $(PORT)) $(if $(TABLE),--table "$(TABLE)")

# Like `run`, but an open page reloads when a file changes, and errors are logged with their messages.
dev: $(VENV)/.run
	EXPLORER_LOG=whole $(BIN)/streamlit run app.py $(if $(PORT),--server.port $(PORT)) --server.fileWatcherType auto --server.runOnSave true

# The type checker takes one core for a minute, so it runs beside the tests.
test: lint browser servers node
	@$(MAKE) --no-print-directory -j2 types whole

# At most a minute on two quiet cores: everything but the browser, the pages and other slow tests. The linter and the type
# checker take one core each, so they run beside the tests.
quick: servers $(VENV)/.dev
	@$(MAKE) --no-print-directory -j3 lint types fast

fast: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser and not slow and not nightly"

# The property tests (hypothesis) with twenty times as many cases as in `make test`, drawn at random; there they are the same
# each time. A failing case is printed: add it as a test of its own.
properties: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "hypothesis and not browser" --hypothesis-profile=search

# The tests without a browser, with the lowest versions that the requirements allow, in an environment of their own.
lowest: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv venv --quiet --clear --seed --python $(BIN)/python $(VENV)-lowest
	VIRTUAL_ENV=$(VENV)-lowest $(BIN)/uv pip install --quiet --resolution lowest-direct -r requirements-dev.txt
	$(VENV)-lowest/bin/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser"

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

# Builds static/ from the JavaScript modules and npm's plotly.js; only needed, with Node, after changing them.
js: $(VENV)/.dev
	$(BIN)/python tools/rebuild/js.py

# The tests include the JavaScript checks (eslint, tsc, node's tests) if Node is installed.
node:
	@if command -v npm >/dev/null 2>&1; then npm ci --silent; \
	else echo "Node is missing: the JavaScript is not linted, type-checked or rebuilt (Chromium still tests what it does)."; fi

# One more worker than cores: tests with a browser wait for a quarter of their time.
whole: $(VENV)/.dev
	$(BIN)/python -m pytest -n $$(($(WORKERS) + 1)) --dist worksteal -m "not nightly"

# Tests that derive shipped files again, from the trainings to the tables of results, the cases of sweeps of which `make
# test` runs one of each kind, and walks whose facts quicker tests hold; a workflow runs them each night.
nightly: browser servers
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m nightly

# Redis and nginx, which the tests of rooms and of two replicas start on ports of their own; without them those tests
# are skipped and say so. Debian's packages start a service when installed; it is stopped again.
servers:
	@command -v redis-server >/dev/null 2>&1 || command -v valkey-server >/dev/null 2>&1 || $(call debian,redis-server)
	@command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || $(call debian,nginx)

debian = { [ -n "$(APT)" ] && $(SUDO) $(APT) update -qq && $(SUDO) $(APT) install -y -qq $(1) \
	&& { $(SUDO) systemctl disable --now $(1) >/dev/null 2>&1 || true; }; } \
	|| echo "$(1) is missing: tests that need it are skipped. Type: apt-get install $(1) (as root)"

# The skeleton of a new part: make part PAGE=positions NAME="Hours and minutes"
part: $(VENV)/.dev
	$(BIN)/python tools/new_part.py $(PAGE) "$(NAME)"

# The documentation as a site, with the API from the docstrings and a gallery of the views: site/index.html
docs: $(VENV)/.dev
	$(BIN)/python tools/build_docs.py

bench: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check -r benchmarks/requirements.txt
	OMP_NUM_THREADS=2 $(BIN)/python -m benchmarks

# The browser that the tests drive: Debian's headless Chromium, else an installed Chromium, else Playwright's own, else a
# message with the command to type.
browser: $(VENV)/.dev
	@command -v $${CHROMIUM:-chromium-headless-shell} >/dev/null 2>&1 \
	|| { [ -n "$(APT)" ] && $(SUDO) $(APT) update -qq && $(SUDO) $(APT) install -y -qq chromium-headless-shell fonts-noto-color-emoji; } \
	|| command -v chromium >/dev/null 2>&1 \
	|| $(BIN)/python -m playwright install chromium \
	|| { echo "No Chromium. Type: apt-get install chromium (as root), or $(BIN)/python -m playwright install chromium"; exit 1; }

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version). Type: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
	|| { [ -n "$(APT)" ] && $(SUDO) $(APT) update -qq && $(SUDO) $(APT) install -y -qq python3-venv; } \
	|| { echo "Python's venv module is missing. Type: apt-get install python3-venv (as root)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt requirements-notebook.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements.txt requirements-notebook.txt requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) $(VENV)-lowest .pytest_cache .mypy_cache .ruff_cache .hypothesis node_modules site
