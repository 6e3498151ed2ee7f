import { expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEmitter } from '../engine/emitter.ts';
import type { EverthreadEvents } from '../events.ts';
import { createRunProgress } from './run-progress.ts';

it('R-35 a run over a backlog reports after each pass its progress, its speed and the time left', () => {
  const runtime = testRuntime();
  const emitter = createEmitter(() => undefined);
  const told: EverthreadEvents['compaction-progress'][] = [];
  emitter.on('compaction-progress', (event) => told.push(event));
  const progress = createRunProgress({ runtime, emitter });
  progress.at({ id: 't', coveredTo: 100, messages: 1_100 });
  // Nothing is told before something is done.
  expect(told).toEqual([]);
  runtime.advance(2_000);
  progress.at({ id: 't', coveredTo: 300, messages: 1_100 });
  progress.at({ id: 't', coveredTo: 300, messages: 1_100 });
  expect(told).toEqual([{ threadId: 't', done: 200, total: 1_000, perSecond: 100, secondsLeft: 8 }]);
  runtime.advance(3_000);
  progress.at({ id: 't', coveredTo: 1_100, messages: 1_100 });
  expect(told[1]).toEqual({ threadId: 't', done: 1_000, total: 1_000, perSecond: 200, secondsLeft: 0 });
});
