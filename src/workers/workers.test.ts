import { expect, it } from 'vitest';
import { createViews } from '../redaction/views.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { urgencies } from './urgency.ts';
import { createWorkers } from './workers.ts';

it('R-8 background work for a thread gives way before each task, and work that a caller waits for does not', async () => {
  let goOn: () => void = () => undefined;
  const asked: string[] = [];
  const workers = createWorkers({
    threads: false,
    tools: () => ({
      counter: createTokenCounter(),
      views: createViews({ personalData: false, patterns: [], salt: 'grain' }),
    }),
    settings: () => undefined,
    onFallback: () => undefined,
    precedence: {
      urgencyOf: () => urgencies.backlog,
      giveWay(threadId) {
        asked.push(threadId);
        return new Promise((resolve) => {
          goOn = resolve;
        });
      },
    },
  });
  const done: string[] = [];
  const held = workers
    .run('count', { text: 'quay' }, { characters: 4, threadId: 'backlog' })
    .then(() => done.push('backlog'));
  await workers.run('count', { text: 'quay' }, { characters: 4 }).then(() => done.push('caller'));
  expect([asked, done]).toEqual([['backlog'], ['caller']]);
  goOn();
  await held;
  expect(done).toEqual(['caller', 'backlog']);
});
