import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestWaitMs } from './test/longest-wait.ts';
import { soak } from './test/soak.ts';

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

const slow = 'src/**/*.slow.test.ts';
/** These replace modules for all who load them later, or measure the process they run in. */
const alone = ['src/stores/sqlite/long-statements.slow.test.ts', 'test/growth/growth.test.ts'];

const projectNames = ['alone', 'slow', 'fast'];

/** What takes long begins first, so that no core waits for it at the end; files that share a process come together. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return projectNames.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^everthread$/, replacement: source('index.ts') },
      {
        find: /^everthread\/(sqlite|server|client|stores|strategies|testing|testing\/contracts|transcripts)$/,
        replacement: `${source('')}$1.ts`,
      },
    ],
  },
  test: {
    // For what hangs: no test may depend on how busy the machine is.
    testTimeout: soak ? 36_000_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: longestWaitMs } },
    setupFiles: ['test/setup.ts'],
    // Processes that tests start compile each file once.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)) },
    pool: 'forks',
    // Room for young objects from the beginning, so that they are collected less often.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // One more than the cores of a small machine: many tests wait for processes they started.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // Files share a process, so that each module is loaded, and what runs often is compiled, once.
    isolate: false,
    projects: [
      {
        extends: true,
        // What `make check` runs.
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: [slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [slow, 'test/**/*.test.ts', 'evals/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...alone],
        },
      },
      { extends: true, test: { name: 'alone', include: alone, isolate: true } },
    ],
  },
});
