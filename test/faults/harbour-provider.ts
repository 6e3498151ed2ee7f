/**
 * A conversation about a harbour, and a provider on the loopback interface that makes summaries of its sentences, or
 * fails on command. It records every request, so that tests can count them exactly.
 */

import { createOpenAI } from '@ai-sdk/openai';
import type { MessageContent } from '../../src/message/message.ts';
import { recordOfProse } from '../../src/records/summary.ts';
import type { Runtime } from '../../src/runtime.ts';
import { systemRuntime } from '../../src/runtime.ts';
import {
  type LanguageModelOptions,
  languageModel,
} from '../../src/summarizers/language-model/language-model.ts';
import type { LoopbackProvider, ReceivedRequest, Turn } from '../loopback-provider.ts';

const people = ['Ada', 'Bertil', 'Chiara', 'Dmitri'];
const things = ['the crane', 'the berth list', 'the ferry ramp', 'the fuel pump', 'the tide table'];

export function harbourMessages(count: number, start = 0): MessageContent[] {
  return Array.from({ length: count }, (_, index) => {
    const number = start + index + 1;
    const who = people[number % people.length];
    const what = things[number % things.length];
    const text = `Note ${number}: ${who} checked ${what} in the morning. The inspection of ${what} took longer than planned because the fog stayed over the water. ${who} wrote the result down and will look again after the weekend.`;
    return { role: index % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] };
  });
}

/** Numbers of the notes in a request. */
export function notesIn(request: ReceivedRequest): number[] {
  const text = request.messages.map((message) => message.text).join('\n');
  return [...new Set([...text.matchAll(/Note (\d+):/gu)].map(([, number]) => Number(number)))];
}

/** A summary of the first `sentences` sentences of the source. */
export function harbourSummary(sentences: number): (request: ReceivedRequest) => Turn {
  return (request) => {
    const source = request.messages.map((message) => message.text).join('\n');
    const found = [...source.matchAll(/(?:Note \d+: )?[A-Z][a-z]+ (?:checked|wrote|inspection)[^.\n]*\./gu)];
    const summary = [...new Set(found.map(([sentence]) => sentence))].slice(0, sentences).join(' ');
    return { kind: 'reply', pieces: [wantsRecord(request) ? recordOf(summary) : summary] };
  };
}

function wantsRecord({ body }: ReceivedRequest): boolean {
  return (body.response_format as { type?: string } | undefined)?.type === 'json_schema';
}

function recordOf(summary: string): string {
  return JSON.stringify(recordOfProse(summary));
}

/** Time limit of a call. The unusual value lets the runtime below recognize it. */
const timeoutMs = 77_777;

/** A runtime in which pauses between calls end at once, and a call times out once the provider hangs on it. */
function impatient(provider: LoopbackProvider, waits: number[], hangs: () => boolean): Runtime {
  return {
    ...systemRuntime,
    sleep: (milliseconds, signal) => {
      const aborted = new Promise<never>((_resolve, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      aborted.catch(() => undefined);
      if (milliseconds !== timeoutMs) {
        waits.push(milliseconds);
        return Promise.resolve();
      }
      return Promise.race([hangs() ? provider.received(provider.requests.length + 1) : aborted, aborted]);
    },
  };
}

export function harbourSummarizer(options: {
  provider: LoopbackProvider;
  hangs?: () => boolean;
  models?: readonly string[];
  /** Filled with the waits between calls. */
  waits?: number[];
  more?: Partial<LanguageModelOptions>;
}) {
  const { provider, hangs = () => false, models = ['small'], waits = [], more = {} } = options;
  const openai = createOpenAI({ apiKey: 'test-key', baseURL: `${provider.url}/v1` });
  return languageModel({
    models: models.map((name) => openai.chat(name)),
    timeoutMs,
    runtime: impatient(provider, waits, hangs),
    ...more,
  });
}
