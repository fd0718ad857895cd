# install · ask Q="..." · test · check · eval · page · serve · bench · sample
# the sample, an invented championship; ingest of your own books makes indexes/default
NAMED := $(if $(filter undefined,$(origin INDEX)),,--index "$(INDEX)")
INDEX ?= indexes/sample
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin
AGENT := $(BIN)/regulations-agent
override Q := $(value Q)
export Q

.PHONY: install index ask test check eval page serve bench sample
install: .venv/with-dev

# .venv with an extra of pyproject.toml: questions alone need less than the tests do
.venv/with-%: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found; install one, or name it: make install PYTHON=/path/to/python" >&2; exit 2; }
	@echo "Setting up .venv for '$*' (once; some minutes)" >&2
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable '.[$*]'
	@touch $@ $(if $(filter dev,$*),.venv/with-encoder .venv/with-page .venv/with-serve)

.venv/with-page .venv/with-serve: .venv/with-encoder

ask: index
	@$(AGENT) ask --index "$(INDEX)" -- "$$Q"

index: .venv/with-encoder
	@$(AGENT) index status --index "$(INDEX)" >/dev/null 2>&1 || $(AGENT) ingest corpus/sample --index "$(INDEX)" >&2

test: install
	$(BIN)/python -m pytest -n auto

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/python -m pytest -n auto -m "not slow"

page: .venv/with-page index
	@$(AGENT) page $(NAMED)

serve: .venv/with-serve index
	@$(AGENT) serve $(NAMED)

eval: install
	$(BIN)/python eval/measure.py --readme

bench: install
	$(BIN)/python -m benchmarks

sample: install
	$(BIN)/python corpus/sample/build.py
