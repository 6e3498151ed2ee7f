import { expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { deleteOriginals } from './delete-originals.ts';

it('R-15 deleted originals keep their hash, so that their summary still proves what it covers', async () => {
  const { engine, store, sayMany, keep } = await testEngine();
  const before = await sayMany(6);
  await keep(summary('s', 1, 4));
  await deleteOriginals({ ports: engine, threadId: 't', from: 1, to: 4 });
  const after = await store.readMessages({ threadId: 't' });
  expect(after.map(({ removed }) => removed)).toEqual([...Array(4).fill('deleted'), undefined, undefined]);
  expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
  const [live] = await store.readSummaries({ threadId: 't' });
  expect(live).toMatchObject({ id: 's', text: 'what 1 to 4 said' });
  expect(live!.stale).not.toBe(true);
  expect(await store.readAudit({ threadId: 't', limit: 9 })).toMatchObject([
    { action: 'delete-originals', from: 1, to: 4 },
  ]);
  // A deleted message is not deleted again.
  await deleteOriginals({ ports: engine, threadId: 't', from: 1, to: 4 });
  expect(await store.readAudit({ threadId: 't', limit: 9 })).toHaveLength(1);
});

it('R-15 goes through a long range in pages', async () => {
  const { engine, store, sayMany } = await testEngine();
  await sayMany(1_100);
  await deleteOriginals({ ports: engine, threadId: 't', from: 1, to: 1_050 });
  const metas = await store.readMetas({ threadId: 't', limit: 2_000 });
  expect(metas.filter(({ removed }) => removed === 'deleted')).toHaveLength(1_050);
});

it('I-4 a failure to overwrite freed bytes is reported and stops nothing', async () => {
  const { engine, store, sayMany, named } = await testEngine();
  await sayMany(2);
  const vacuum = () => Promise.reject(new Error('database is locked'));
  await deleteOriginals({ ports: { ...engine, store: { ...store, vacuum } }, threadId: 't', from: 1, to: 1 });
  expect(named('diagnostic')).toMatchObject([{ code: 'store_failed', message: 'database is locked' }]);
});
