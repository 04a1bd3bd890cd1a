# What a person remembers: make chat, make test, make check, make bench.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export YORISOI_HOME ?= .yorisoi
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Compiling every installed file beforehand takes longer than compiling the ones that are used.  These are kept, also where
# the environment (an image's, say) forbids it: a command without them takes twice as long, and so does every start.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-compile --no-warn-script-location

.PHONY: help chat serve test fuzz check bench setup setup-dev model clean lock
.DEFAULT_GOAL := help

help:
	@echo "make chat    set up, take in the sample documents and converse"
	@echo "make serve   the same for browsers and programs: an address to open"
	@echo "make model   fetch a small chat model (1.1 GB); nothing needs it"
	@echo "make test    set up and run the tests (SLOW_TESTS=1: the slow ones and those with a model too)"
	@echo "make fuzz    random files, settings, replies and utterances, ten minutes"
	@echo "make check   layers, types and style"
	@echo "make bench   measure a turn"

chat: setup
	@$(BIN)/yorisoi ingest examples/handbook examples/faq.csv
	@$(BIN)/yorisoi chat

serve: setup-server
	@$(BIN)/yorisoi ingest examples/handbook examples/faq.csv
	@$(BIN)/yorisoi serve

# Three processes, also on two cores, since a third of the time they wait for servers; a file's tests in one of them.
# Many more would not have the memory for their models.  The slow tests, and those that need a chat model (the smaller
# one holds every backend against the same contract), run as in CI when told to.
test: setup-dev $(if $(SLOW_TESTS),models)
	$(BIN)/python -m pytest -n 3 --dist loadfile

models: model
	@$(BIN)/yorisoi models pull llama:qwen2.5-coder-0.5b || echo "Tests of the smaller model will be skipped."

check: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup-dev
	$(BIN)/python benchmarks/turn.py

setup: $(VENV)/.runtime
setup-server: $(VENV)/.server
setup-dev: $(VENV)/.dev

# For those who want sentences: `yorisoi chat --chat auto`.  A failed download is one line, not a stop.
model: setup
	@$(BIN)/yorisoi models pull || echo "No chat model could be had: answers will quote the documents."

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Yorisoi needs Python 3.11 or newer, not " + sys.version.split()[0])'
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python requirements/runtime.txt pyproject.toml
	@echo "Installing pinned dependencies (about 350 MB, once) ..."
	@$(PIP_INSTALL) -r requirements/runtime.txt
	@$(PIP_INSTALL) --no-deps --editable .
	@touch $@

$(VENV)/.server: $(VENV)/.runtime requirements/server.txt
	@$(PIP_INSTALL) -r requirements/server.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements/dev.txt
	@echo "Installing the tools for tests and checks ..."
	@$(PIP_INSTALL) -r requirements/dev.txt
	@touch $@

clean:
	rm -rf $(VENV) .yorisoi

# The pinned versions, resolved anew (needs `pip install uv`).
lock:
	uv pip compile -q --universal --python-version 3.11 --no-header --no-emit-index-url --upgrade \
	  pyproject.toml -o requirements/runtime.txt
	uv pip compile -q --universal --python-version 3.11 --no-header --no-emit-index-url --upgrade \
	  pyproject.toml --extra server -c requirements/runtime.txt -o requirements/server.txt
	uv pip compile -q --universal --python-version 3.11 --no-header --no-emit-index-url --upgrade \
	  pyproject.toml --extra server --extra oidc --extra langchain --extra llamaindex --group dev -c requirements/server.txt -o requirements/dev.txt
