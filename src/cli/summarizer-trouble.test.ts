import { expect, it } from 'vitest';
import type { EverthreadEvents } from '../events.ts';
import { onSummarizerTrouble } from './summarizer-trouble.ts';

type Fallback = EverthreadEvents['summarizer-fallback'];
type Diagnostic = EverthreadEvents['diagnostic'];

function listen() {
  const listeners = new Map<string, (event: never) => void>();
  const texts: string[] = [];
  const on = (name: string, listener: (event: never) => void) => {
    listeners.set(name, listener);
    return () => listeners.delete(name);
  };
  const stop = onSummarizerTrouble({ on } as never, ({ text }) => texts.push(text));
  const fallback = (event: Partial<Fallback>) =>
    listeners.get('summarizer-fallback')?.({
      ...{ threadId: 't', from: 'haiku', to: 'extractive', reason: 'no', asked: true, rung: 'extractive' },
      ...event,
    } as never);
  const diagnostic = (event: Partial<Diagnostic>) =>
    listeners.get('diagnostic')?.({
      ...{ threadId: 't', code: 'summarizer_failed', message: 'It failed.', consequence: 'Nothing changes.' },
      ...event,
    } as never);
  return { texts, fallback, diagnostic, stop };
}

it('R-38 says who failed, what a person can do, and who wrote instead', () => {
  const { texts, fallback } = listen();
  fallback({ reason: 'HTTP 401: bad key.', failure: { name: 'HTTP 401', status: 401 } });
  fallback({
    from: 'gpt',
    to: 'haiku',
    rung: 'model',
    reason: 'gone',
    failure: { name: 'HTTP 404', status: 404 },
  });
  expect(texts).toEqual([
    'haiku gave no summary (HTTP 401: bad key). Check its key. The built-in summarizer wrote it instead.',
    'gpt gave no summary (gone). Check the name of the model (--summarizer-model) and --base-url. haiku wrote it instead.',
  ]);
});

it('R-38 reports each kind of trouble once, in whatever words the provider tells it', () => {
  const { texts, fallback, diagnostic } = listen();
  const limited = { name: 'HTTP 429', status: 429 };
  fallback({ reason: 'HTTP 429: request 1', failure: limited });
  fallback({ reason: 'Too many requests (id 2)', failure: limited });
  fallback({ reason: 'timeout', failure: { name: 'timeout' } });
  expect(texts).toHaveLength(2);
  diagnostic({ message: 'No model gave a summary: 1.', failure: limited });
  diagnostic({ message: 'No model gave a summary: 2.', failure: limited });
  diagnostic({ code: 'store_failed', message: 'The disk is full.' });
  expect(texts.slice(2)).toEqual(['No model gave a summary: 1. Nothing changes.']);
});

it('R-38 says that nobody was asked only if no trouble was reported before', () => {
  const first = listen();
  first.fallback({ from: 'the configured summarizer', asked: false, reason: 'resting' });
  expect(first.texts).toHaveLength(1);
  const later = listen();
  later.fallback({ reason: 'timeout', failure: { name: 'timeout' } });
  later.fallback({ from: 'the configured summarizer', asked: false, reason: 'resting' });
  expect(later.texts).toHaveLength(1);
  later.stop();
  later.fallback({ reason: 'other', failure: { name: 'other' } });
  expect(later.texts).toHaveLength(1);
});
