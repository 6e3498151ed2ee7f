/**
 * What the chat draws, as it stands on the screen: the box of /summarize, the budget meter and the full history, wide
 * and narrow. The files in screens/ were read by a person; after a change that is meant, look at them again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversation } from '../src/cli/demo/conversation.ts';
import { createEverthread } from '../src/everthread.ts';
import { textOf } from '../src/message/message.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { keys, openPty, type Pty } from './pty.ts';
import { testRuntime } from './test-runtime.ts';

const strategy = { name: 'tiered', autoSummarize: false } as const;
let directory: string;
let pty: Pty | undefined;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-screens-'));
  // Ids and what stands for a secret are shown, and counted: random ones would give other figures every time.
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
      { directory, columns, rows: 45, env: { EVERTHREAD_PROVIDER: 'none' } },
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

/** What stands between the line that was sent and the next prompt. */
async function draw(screen: Pty, line: string): Promise<string> {
  const ready = () => screen.screen().split('\n').at(-1) === '› Write a message, or /help';
  await screen.until(ready);
  screen.send(`\u000c${line}${keys.enter}`);
  // The screen before was wiped when this line is the first one.
  await screen.until(() => screen.everything().startsWith(`› ${line.slice(0, 30)}`) && ready());
  // How long it took is another time every time.
  return `${screen.everything().replace(/extractive, [\d.]+ m?s/u, (found) => 'extractive, 1 ms'.padEnd(found.length))}\n`;
}
