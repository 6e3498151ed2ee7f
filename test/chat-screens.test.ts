/**
 * Compares the screens of the chat with files: the box of /summarize, the budget meter, the full history, replies, the
 * spinner, the picker and the pager, wide and narrow; and the picture of the README. A person checked the files in
 * screens/; after an intended change, check them again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversation } from '../src/cli/demo/conversation.ts';
import { createEverthread } from '../src/everthread.ts';
import { textOf } from '../src/message/message.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider.ts';
import { keys, openPty, type Pty } from './pty.ts';
import { terminalPicture } from './terminal-picture.ts';
import { testRuntime } from './test-runtime.ts';

const strategy = { name: 'tiered', autoSummarize: false } as const;
let directory: string;
let pty: Pty | undefined;
let provider: LoopbackProvider | undefined;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-screens-'));
  // Ids and placeholders of secrets are shown and counted, so random ones would change the figures in every run.
  const everthread = createEverthread({
    store: sqliteStore({ path: join(directory, 'chat.db') }),
    runtime: testRuntime(),
    strategy,
    automatic: false,
  });
  const messages = conversation.filter(({ parts }) => !textOf(parts).includes('postgres://'));
  for (const name of ['fresh', 'summarized']) await (await everthread.thread(name)).append(messages);
  await (await everthread.thread('summarized')).compact();
  await everthread.close();
});
afterEach(async () => {
  await pty?.close();
  pty = undefined;
  await provider?.close();
  provider = undefined;
  rmSync(directory, { recursive: true, force: true });
});

describe.each([80, 40])('at %i columns', (columns) => {
  it('R-12 R-13 R-58 box, meter and history are as they were read', async () => {
    pty = openPty(
      [
        'chat',
        '--database',
        join(directory, 'chat.db'),
        '--no-recall',
        '--strategy',
        JSON.stringify(strategy),
        '--thread',
        'fresh',
      ],
      { directory, columns, rows: 45, env: { EVERTHREAD_PROVIDER: 'none', PAGER: '' } },
    );
    await pty.until('No model is configured');
    const at = (name: string) => `./screens/${name}-${columns}.txt`;
    await expect(await draw(pty, '/summarize')).toMatchFileSnapshot(at('summarize'));
    await draw(pty, '/thread summarized');
    await expect(await draw(pty, '/context')).toMatchFileSnapshot(at('context'));
    await expect(await draw(pty, '/history --full')).toMatchFileSnapshot(at('history'));
    await expect(await draw(pty, 'what did we decide about the database?')).toMatchFileSnapshot(at('recall'));
    await expect(await draw(pty, '/help')).toMatchFileSnapshot(at('help'));
    pty.send(keys.ctrlD);
    await pty.exited;
  });
});

const reply = `## Moving the shop

We keep **two** copies, both checked with \`rsync -a\`; see [the log](https://example.org/log).

1. stop the service on Friday night
2. copy the data, and compare the row counts of all five tables before anybody writes to the new one
   - nothing is deleted before *Monday*

\`\`\`ts
const copies: number = 2; // enough
await compare({ tables: 5, strict: true });
\`\`\`

| table | rows |
| --- | ---: |
| books | 41,206 |
| orders | 383,504 |

> Folio stays in the children's section.
`;

describe.each([120, 80, 40])('at %i columns, with a model', (columns) => {
  it('R-58 R-71 spinner, Markdown, titles, picker and pager are as they were read', async () => {
    const everthread = createEverthread({
      store: sqliteStore({ path: join(directory, 'talk.db') }),
      runtime: testRuntime(),
      automatic: false,
    });
    const times = ['2025-03-02T09:00:00Z', '2025-03-05T10:30:00Z', '2025-03-09T18:15:00Z'];
    const asked = [
      'Please plan the move of the shop',
      'Please fix the rope prices in the catalogue',
      'Review the import of orders',
    ];
    for (const [index, content] of asked.entries()) {
      const thread = await everthread.thread(`claude-code-${index}`, { labels: ['bookshop'] });
      await thread.append({ role: 'user', content, createdAt: times[index]! });
    }
    const side = await everthread.thread('claude-code-0-side-7');
    await side.append({ role: 'user', content: 'Look for old order numbers', createdAt: times[0]! });
    await everthread.close();
    provider = await openLoopbackProvider();
    const database = join(directory, 'talk.db');
    const model = ['--base-url', provider.url, '--model', 'claude-haiku-4-5', '--summarizer', 'extractive'];
    pty = openPty(['chat', '--database', database, '--thread', 'claude-code-0', ...model], {
      directory,
      columns,
      rows: 45,
      // Shows the first page as a pager would, but does not wait for keys.
      env: { EVERTHREAD_PROVIDER: 'auto', PAGER: 'head -n 12' },
    });
    await pty.until('answers (');
    const at = (name: string) => `./screens/${name}-${columns}.txt`;
    const gate = Promise.withResolvers<void>();
    const pieces = [reply.slice(0, -20), reply.slice(-20)];
    provider.script({ kind: 'reply', pieces, hold: gate.promise, inputTokens: 1_204 });
    await pty.until(/› Write a message, or \/help$/u);
    pty.send(`\u000chow do we move the shop?${keys.enter}`);
    // Only the last piece is missing, so the last block is not drawn yet.
    await pty.until(/ \d+ s {2}.*Folio stays/u);
    await expect(`${pty.screen().replace(/\S \d+ s {2}/u, '⠋ 3 s  ')}\n`).toMatchFileSnapshot(at('spinner'));
    gate.resolve();
    await pty.until(/tokens in[\s\S]*› Write a message, or \/help$/u);
    // Durations and dates differ in every run.
    const steady = (text: string) =>
      text
        .replace(/^[\d.]+ m?s ·/mu, '1.2 s ·')
        .replaceAll(/\b20(?!25)\d\d-\d\d-\d\d(?:(\s+)\d\d:\d\d)?/gu, (_found, gap?: string) =>
          gap === undefined ? '2026-03-09' : `2026-03-09${gap}18:15`,
        );
    await expect(`${steady(pty.everything())}\n`).toMatchFileSnapshot(at('markdown'));
    if (columns === 80) {
      // The replaced duration may be shorter or longer, so the width of the run changes too.
      const rows = pty.styled().map((row) =>
        row.map((run) => {
          const text = steady(run.text);
          return { ...run, text, columns: run.columns + text.length - run.text.length };
        }),
      );
      const about =
        'A chat in the terminal: a reply in Markdown with a list, code and a table, and what it cost';
      await expect(terminalPicture(rows, { columns, about })).toMatchFileSnapshot('../docs/terminal.svg');
    }
    await expect(steady(await draw(pty, '/threads'))).toMatchFileSnapshot(at('threads'));
    pty.send(`\u000c/thread${keys.enter}`);
    await pty.until('Esc leaves');
    await expect(`${steady(pty.screen())}\n`).toMatchFileSnapshot(at('picker'));
    pty.send('rope');
    await pty.until('1 of 4');
    pty.send(keys.enter);
    await pty.until(/^Thread claude-code-1/mu);
    await draw(pty, '/thread claude-code-0');
    await expect(await draw(pty, '/rename The move of the shop')).toMatchFileSnapshot(at('rename'));
    pty.resize(columns, 14);
    pty.send(`\u000c/history${keys.enter}`);
    await pty.until(/#2[\s\S]*› Write a message, or \/help$/u);
    const pager = steady(pty.screen()).replaceAll(/\b\d\d:\d\d\b/gu, '18:15');
    await expect(`${pager}\n`).toMatchFileSnapshot(at('pager'));
  });
});

/** Sends a line and returns the screen from that line to the next prompt. */
async function draw(screen: Pty, line: string): Promise<string> {
  const ready = () => screen.screen().split('\n').at(-1) === '› Write a message, or /help';
  await screen.until(ready);
  screen.send(`\u000c${line}${keys.enter}`);
  // If this line is the first one, the earlier screen is cleared.
  await screen.until(() => screen.everything().startsWith(`› ${line.slice(0, 30)}`) && ready());
  // The duration differs in every run.
  return `${screen.everything().replace(/extractive, [\d.]+ m?s/u, (found) => 'extractive, 1 ms'.padEnd(found.length))}\n`;
}
