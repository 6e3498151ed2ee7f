# Every target works in a fresh clone: it first installs what it needs, Node 24 included.
SHELL := /bin/bash
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
installed := node_modules/.installed
# Runs targets that do not depend on each other in parallel.
together := $(MAKE) --no-print-directory -j2

.PHONY: start chat check test test-agents browser lint typecheck build bench eval soak docs format clean

# The server with the demo thread. Needs no key.
start: build
	@node dist/cli/main.js serve --demo

chat: build
	@node dist/cli/main.js chat

# Fast checks to run while working; they take about a minute.
check: $(installed)
	@$(together) lint typecheck
	@vitest run --project fast

# All tests; the long ones run a sample.
test: $(installed)
	@$(together) lint typecheck build browser
	@vitest run

# Runs coding agents from the registry through the proxy: 350 MB to install, some minutes to run.
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

# Installs the browser that the tests of the inspector need.
browser: $(installed)
	@node scripts/install-browser.ts

build: $(installed)
	@node scripts/build.ts

bench: build
	@node bench/run.ts

eval: build
	@node evals/run.ts

# All tests at full length with new random cases, which takes hours, then 200 streams through the proxy for 10 minutes.
soak: build
	@EVERTHREAD_SOAK=1 vitest run
	@EVERTHREAD_BENCH_STREAM_SECONDS=600 node bench/run.ts streams

docs: $(installed)
	@node scripts/strategy-docs.ts --write
	@node scripts/cli-docs.ts --write
	@node scripts/config-example.ts --write
	@node scripts/requirements.ts --write

# Not `npm ci`, which refuses a lockfile that lacks a package for another platform: registries that mirror only some
# of those packages write such lockfiles. `npm install` follows the lockfile too, and all versions are exact.
workspaces := web test/typescript-versions test/clients
$(installed): package.json package-lock.json web/package-lock.json test/typescript-versions/package-lock.json test/clients/package-lock.json
	@npm install --no-audit --no-fund --loglevel=error
	@printf '%s\n' $(workspaces) | xargs -P 3 -I {} npm install --prefix {} --no-audit --no-fund --loglevel=error
	@touch $@

clean:
	@rm -rf node_modules web/node_modules dist
