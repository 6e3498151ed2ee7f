import { expect, it } from 'vitest';
import type { EverthreadEvents } from '../events.ts';
import { createEverthread } from '../everthread.ts';
import { createEmitter } from './emitter.ts';

type Diagnostic = EverthreadEvents['diagnostic'];

const forced = { threadId: 'a', budget: 10, tokens: 5 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

function emitterThatTells() {
  const told: Diagnostic[] = [];
  const emitter = createEmitter((event) => {
    told.push(event);
    emitter.emit('diagnostic', event);
  });
  return { emitter, told };
}

it('R-56 a listener that throws or rejects is reported, and the others are still called', async () => {
  const { emitter, told } = emitterThatTells();
  const heard: string[] = [];
  emitter.on('context-forced', () => {
    throw new TypeError('no such table');
  });
  emitter.on('context-forced', async () => {
    throw new Error('the queue is full');
  });
  emitter.on('context-forced', () => Promise.reject('just words'));
  emitter.on('context-forced', () => void heard.push('last'));
  emitter.emit('context-forced', forced);
  await settled();
  expect(heard).toEqual(['last']);
  expect(told.map(({ message }) => message)).toEqual([
    'A listener of the event context-forced failed: TypeError: no such table',
    'A listener of the event context-forced failed: Error: the queue is full',
    'A listener of the event context-forced failed: just words',
  ]);
  expect(told.every(({ code, threadId }) => code === 'listener_failed' && threadId === 'a')).toBe(true);
});

it('R-56 a listener that fails on the report of a failure is not called again for it', async () => {
  const { emitter, told } = emitterThatTells();
  emitter.on('diagnostic', async () => {
    throw new Error('again');
  });
  emitter.on('diagnostic', () => {
    throw new Error('and again');
  });
  emitter.emit('diagnostic', { threadId: null, code: 'x', message: 'm', consequence: 'c' });
  await settled();
  await settled();
  expect(told).toHaveLength(2);
});

it('R-56 an unknown event name is refused with the list of events', async () => {
  const ever = createEverthread();
  expect(() => ever.on('sumarization' as 'summarization', () => undefined)).toThrow(
    /^event must be one of summarization, compaction-started/u,
  );
  expect(() => ever.on('summarization', undefined as never)).toThrow(/^listener must be a function/u);
  await ever.close();
});

it('I-10 the error of a listener is redacted like every event', async () => {
  const ever = createEverthread({ budget: { tokens: 600 } });
  const told: Diagnostic[] = [];
  ever.on('diagnostic', (event) => void told.push(event));
  ever.on('context-forced', () => {
    throw new Error(
      'refused for AKIAIOSFODNN7EXAMPLQ and aws_secret_access_key=wJalrXUtnFEMIK7MDENGbPxRfiCYzEXAMPLEKQ',
    );
  });
  const thread = await ever.thread('t');
  await thread.append(
    Array.from({ length: 40 }, (_, index) => ({
      role: 'user' as const,
      content: `Line ${index} of a long list of things that were said about the harbour and its ferries.`,
    })),
  );
  await thread.context({ budget: { tokens: 500 } });
  await ever.close();
  const [failure] = told.filter(({ code }) => code === 'listener_failed');
  expect(failure?.message).toContain('A listener of the event context-forced failed: Error: refused for');
  expect(failure?.message).not.toContain('wJalrXUtnFEMIK7MDENGbPxRfiCYzEXAMPLEKQ');
});
