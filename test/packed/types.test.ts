/** The published types with older and newer compilers, with and without the optional packages. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soak } from '../soak.ts';
import { type Project, packedProject, root, strictConfig } from './project.ts';

/** The oldest and the newest supported version; `make soak` adds one between them. */
const compilers = {
  '5.4': join(root, 'test/typescript-versions/node_modules/typescript-5.4/bin/tsc'),
  ...(soak && { '5.9': join(root, 'test/typescript-versions/node_modules/typescript-5.9/bin/tsc') }),
  newest: join(root, 'node_modules/typescript/bin/tsc'),
};

const clientPackages = ['openai', '@anthropic-ai/sdk', 'ai', '@ai-sdk/openai', '@ai-sdk/anthropic', 'hono'];
let full: Project;
let bare: Project;

beforeAll(() => {
  for (const compiler of Object.values(compilers)) {
    if (!existsSync(compiler))
      throw new Error(`${compiler} is missing. Run \`make build\`, which installs it.`);
  }
  full = packedProject({ packages: ['@types/node', ...clientPackages] });
  bare = packedProject({ packages: ['@types/node'] });
  cpSync(join(root, 'test/packed/types/clients.ts'), join(full.folder, 'src/clients.ts'));
  cpSync(join(root, 'test/packed/apps'), join(full.folder, 'src/apps'), { recursive: true });
  cpSync(join(root, 'test/packed/types/core.ts'), join(bare.folder, 'src/core.ts'));
  full.write('tsconfig.json', strictConfig({ allowImportingTsExtensions: true }));
  bare.write('tsconfig.json', strictConfig({ skipLibCheck: false }));
  // The types of a browser instead of Node's.
  const others = { types: [], lib: ['es2023', 'esnext.array', 'esnext.disposable', 'dom'] };
  bare.write('tsconfig.others.json', strictConfig({ skipLibCheck: false, ...others }));
});
afterAll(() => {
  full.remove();
  bare.remove();
});

it.each(Object.entries(compilers))(
  'R-56 TypeScript %s: clients and apps compile without a cast; the core without any optional package and without Node’s types, checked to the last declaration',
  async (_version, compiler) => {
    const compiled = await Promise.all([
      ...[full, bare].map((project) => project.run([compiler, '-p', '.'])),
      bare.run([compiler, '-p', 'tsconfig.others.json']),
    ]);
    for (const { status, output } of compiled) expect(status, output).toBe(0);
  },
);
