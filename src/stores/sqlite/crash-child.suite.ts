/**
 * A process made to be killed, which crash.test.ts runs. It writes what was acknowledged to it to its output,
 * synchronously, so that no line is lost when it dies. Named like a suite to be left out of the build.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { nameInProcess } from '../../engine/process-name.ts';
import type { Store } from '../../store.ts';
import { commitOf, later, message, summary } from '../suite/samples.suite.ts';
import { crashedAppend, crashedCommit, crashedRewrite, crashedUpdate } from './crash-samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const crashes: { [task: string]: (store: Store) => Promise<unknown> } = {
  'crash-in-append': crashedAppend,
  'crash-in-commit': crashedCommit,
  'crash-in-rewrite': crashedRewrite,
  'crash-in-update': crashedUpdate,
};
const [task, path, argument] = process.argv.slice(2) as [string, string, string];
const say = (line: string) => writeSync(1, `${line}\n`);

if (task === 'append') {
  const store = sqliteStore({ path, busyTimeoutMs: 60_000 });
  await store.ensureThread({ threadId: 't', now: later(0) });
  say('ready');
  // All processes begin together, or they might never compete.
  await once(process.stdin, 'data');
  for (let index = 0; index < 150; index += 1) {
    const id = `${argument}-${index}`;
    const { messages } = await store.append({ threadId: 't', messages: [message(id)], now: later(index) });
    say(`${id} ${messages[0]!.seq}`);
  }
  await store.close();
  process.stdin.destroy();
} else if (task === 'append-together-until-killed') {
  const store = sqliteStore({ path });
  const threads = Array.from({ length: 8 }, (_, index) => `t${index}`);
  for (const threadId of threads) await store.ensureThread({ threadId, now: later(0) });
  for (let index = 1; ; index += 1)
    await Promise.all(
      threads.map(async (threadId) => {
        await store.append({ threadId, messages: [message(`m${index}`)], now: later(index) });
        say(`${threadId} ${index}`);
      }),
    );
} else if (task === 'hold-until-killed') {
  const store = sqliteStore({ path });
  await store.ensureThread({ threadId: 't', now: later(0) });
  const lease = await store.acquireLease({
    threadId: 't',
    owner: nameInProcess('worker'),
    now: later(0),
    ttlMs: 60_000,
  });
  say(lease!.owner);
  await once(process.stdin, 'data');
} else if (task === 'work-until-killed') {
  const store = sqliteStore({ path });
  let state = await store.ensureThread({ threadId: 't', now: later(0) });
  const lease = (await store.acquireLease({ threadId: 't', owner: 'worker', now: later(0), ttlMs: 60_000 }))!;
  for (let index = 1; ; index += 1) {
    await store.append({ threadId: 't', messages: [message(`m${index}`)], now: later(index) });
    say(`message ${index}`);
    if (index % 3 > 0) continue;
    const insert = [summary(`s${index}`, index - 2, index)];
    state = await store.commit(
      commitOf(lease, { revision: state.revision, insert, coverTo: index, checkpoint: index }),
    );
    say(`covered ${state.coveredTo}`);
  }
} else {
  let statements = 0;
  const dieBefore = Number(argument);
  const store = sqliteStore({
    path,
    onStatement: () => {
      statements += 1;
      if (armed && statements === dieBefore) process.kill(process.pid, 'SIGKILL');
    },
  });
  let armed = false;
  await store.open();
  statements = 0;
  armed = true;
  await crashes[task]!(store);
  say(`survived ${statements}`);
}
