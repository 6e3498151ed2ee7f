import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^everthread$/, replacement: source('index.ts') },
      { find: /^everthread\/(sqlite|testing)$/, replacement: `${source('')}$1.ts` },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'evals/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
});
