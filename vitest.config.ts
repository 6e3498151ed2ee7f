import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { soak } from './test/soak.ts';

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

const slow = 'src/**/*.slow.test.ts';

/** What takes long begins first, so that no core waits for it at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ project }: TestSpecification) => project.name === 'slow';
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
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
    setupFiles: ['test/setup.ts'],
    // Processes that tests start compile each file once.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)) },
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        // What `make check` runs. Files share a process, so that each module is loaded once.
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: [slow],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [slow, 'test/**/*.test.ts', 'evals/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
    ],
  },
});
