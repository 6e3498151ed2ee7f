/**
 * Parts written outside of this repository, in a project with the package as `npm pack` makes it. A store, a strategy
 * and a summarizer compile strictly against the published types, pass the published suites, and work together.
 */
import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Project, packedProject, root, strictConfig } from './packed/project.ts';

let project: Project;

beforeAll(() => {
  project = packedProject({ packages: ['vitest', 'fast-check', 'typescript', '@types/node'] });
  const parts = join(root, 'examples/own-parts');
  cpSync(parts, join(project.folder, 'src'), { recursive: true });
  cpSync(join(parts, 'contracts.ts'), join(project.folder, 'src/contracts.test.ts'));
  writeWholeStore();
  project.write(
    'tsconfig.json',
    strictConfig({ target: 'es2024', lib: ['es2024'], allowImportingTsExtensions: true }),
  );
});
afterAll(() => project.remove());

it('R-56 R-62 own parts compile strictly against the published types', async () => {
  expect(await project.run(['node_modules/typescript/bin/tsc', '-p', '.'])).toEqual({
    status: 0,
    output: '',
    stderr: '',
  });
});

it('R-56 R-62 and pass the published suites', async () => {
  const { status, output } = await project.run([
    'node_modules/vitest/vitest.mjs',
    'run',
    'src/contracts.test.ts',
  ]);
  expect(output).toMatch(/Tests {2}\d{3} passed/u);
  expect({ status, failed: /failed/u.test(output) }).toEqual({ status: 0, failed: false });
});

/**
 * The store in memory, taken out of this repository: all it imports from outside its folder comes from the package, but
 * for two lines about time.
 */
function writeWholeStore(): void {
  const folder = join(root, 'src/stores/memory');
  for (const file of globSync('*.ts', { cwd: folder })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8')
      .replaceAll("'../../runtime.ts'", "'./time.ts'")
      .replaceAll(/'\.\.\/[^']*'/gu, "'./published.ts'");
    project.write(`src/whole-store/${basename(file)}`, text);
  }
  project.write(
    'src/whole-store/published.ts',
    "export * from 'everthread/stores';\nexport type * from 'everthread';\nexport { EverthreadError } from 'everthread';\n",
  );
  project.write(
    'src/whole-store/time.ts',
    `export const isoTime = (at: number) => new Date(at).toISOString();
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));
`,
  );
  project.write(
    'src/whole-store/contract.test.ts',
    `import { describeStore } from 'everthread/testing/contracts';
import { memoryStore } from './memory.ts';

describeStore({ name: 'a store of somebody else', make: () => memoryStore() });
`,
  );
}

it('R-56 R-62 a whole store needs nothing that is not published', async () => {
  const { status, output } = await project.run(['node_modules/vitest/vitest.mjs', 'run', 'src/whole-store']);
  expect(output).toMatch(/Tests {2}\d{3} passed/u);
  expect(status).toBe(0);
});

it('R-56 they work together in one Everthread, and a ChatGPT export is read', async () => {
  project.write(
    'src/app.ts',
    `import { createEverthread, memoryStore, textOf } from 'everthread';
import { manualClock } from 'everthread/testing';
import { readTranscripts } from 'everthread/transcripts';
import { halfway } from './halfway-strategy.ts';
import { openings } from './openings-summarizer.ts';
import { type WatchedCall, watchedStore } from './watched-store.ts';

const node = (id: string, parent: string | null, role: string, text: string) => [
  id,
  { id, parent, children: [], message: { id, author: { role }, create_time: 1_700_000_000, content: { content_type: 'text', parts: [text] } } },
];
const people = ['Ada', 'Bertil', 'Chiara', 'Dmitri'];
const things = ['the crane', 'the berth list', 'the ferry ramp', 'the fuel pump', 'the tide table', 'the gate', 'the light'];
const times = ['in the morning', 'at noon', 'before the storm', 'after the ferry left', 'at night'];
const mapping = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) =>
    node(\`m\${index}\`, index === 0 ? null : \`m\${index - 1}\`, index % 2 ? 'assistant' : 'user',
      \`\${people[index % 4]} checked \${things[index % 7]} of the harbour \${times[index % 5]} and wrote it down as note \${index}.\`),
  ),
);
const [chat] = readTranscripts(JSON.stringify([{ title: 'Harbour', mapping, current_node: 'm59' }]));
const clock = manualClock();
const calls: WatchedCall[] = [];
const ever = createEverthread({
  store: watchedStore(memoryStore(), { now: clock.now, onCall: (call) => calls.push(call) }),
  strategies: [halfway({ keep: 4 })],
  summarizer: openings(),
  budget: { tokens: 1_500 },
  runtime: clock,
});
const thread = await ever.thread('imported');
await thread.configure({ strategy: halfway({ keep: 6 }) });
await thread.append(chat!.messages);
await ever.idle();
const [summary] = await thread.summaries();
const [first] = await Array.fromAsync(thread.history());
console.log(JSON.stringify({
  format: chat!.format,
  first: textOf(first!.parts),
  at: first!.createdAt,
  summary: { strategy: summary!.strategy, model: summary!.model, from: summary!.from, to: summary!.to },
  shown: (await thread.context()).toText().includes('## What was said before'),
  calls: [...new Set(calls.map(({ method }) => method))],
}));
await ever.close();
`,
  );
  const { status, output } = await project.run(['src/app.ts']);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(JSON.parse(output)).toEqual({
    format: 'chatgpt',
    first: 'Ada checked the crane of the harbour in the morning and wrote it down as note 0.',
    at: '2023-11-14T22:13:20.000Z',
    summary: { strategy: 'halfway', model: 'openings', from: 1, to: 54 },
    shown: true,
    calls: ['append', 'commit'],
  });
});
