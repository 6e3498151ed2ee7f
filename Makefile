# Every target works from a fresh clone: it installs what it needs first, Node 24 included.
SHELL := /bin/bash
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
installed := node_modules/.installed
# What does not need each other shares the cores.
together := $(MAKE) --no-print-directory -j2

.PHONY: start chat check test test-agents browser lint typecheck build bench eval soak docs format clean

# The server, with the demo thread in it. Needs no key.
start: build
	@node dist/cli/main.js serve --demo

chat: build
	@node dist/cli/main.js chat

# An answer in about a minute, while working on something.
check: $(installed)
	@$(together) lint typecheck
	@vitest run --project fast

# Everything; what is long is sampled.
test: $(installed)
	@$(together) lint typecheck build browser
	@vitest run

# Coding agents from the registry through the proxy: 350 MB to install, some minutes to run.
test-agents: $(installed)
	@npm install --prefix test/agents --no-audit --no-fund --loglevel=error
	@node test/agents/run.ts

lint: $(installed)
	@biome check .

format: $(installed)
	@biome check --write .

typecheck: $(installed)
	@tsc --noEmit -p tsconfig.json
	@tsc --noEmit -p web/tsconfig.json
	@tsc --noEmit -p test/web/tsconfig.json

# The tests of the inspector drive a real one.
browser: $(installed)
	@node scripts/install-browser.ts

build: $(installed)
	@node scripts/build.ts

bench: build
	@node bench/run.ts

eval: build
	@node evals/run.ts

# Everything at full length, with new random cases: hours. Then 200 streams through the proxy for ten minutes.
soak: build
	@EVERTHREAD_SOAK=1 vitest run
	@EVERTHREAD_BENCH_STREAM_SECONDS=600 node bench/run.ts streams

docs: $(installed)
	@node scripts/strategy-docs.ts --write
	@node scripts/cli-docs.ts --write
	@node scripts/config-example.ts --write
	@node scripts/requirements.ts --write

# Not `npm ci`: it refuses a lockfile in which a package for some other platform is missing, and registries that
# mirror only part of those packages write such lockfiles. Versions are exact, and the lockfile is followed.
workspaces := web test/typescript-versions test/clients
$(installed): package.json package-lock.json web/package-lock.json test/typescript-versions/package-lock.json test/clients/package-lock.json
	@npm install --no-audit --no-fund --loglevel=error
	@printf '%s\n' $(workspaces) | xargs -P 3 -I {} npm install --prefix {} --no-audit --no-fund --loglevel=error
	@touch $@

clean:
	@rm -rf node_modules web/node_modules dist
