/** The call that `rolling` makes for a summary, as it reaches Anthropic over HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnthropic } from '@ai-sdk/anthropic';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { createTestIo } from '../../src/cli/test-io.suite.ts';
import { createEverthread, defaultAnthropicModel, languageModel } from '../../src/index.ts';
import { harbourMessages, notesIn } from '../faults/harbour-provider.ts';
import { type LoopbackProvider, openLoopbackProvider } from '../loopback-provider.ts';

let provider: LoopbackProvider;
let directory: string;
beforeEach(async () => {
  provider = await openLoopbackProvider();
  directory = mkdtempSync(join(tmpdir(), 'everthread-rolling-'));
});
afterEach(async () => {
  await provider.close();
  rmSync(directory, { recursive: true, force: true });
});

/** An answer of source sentences, so that its length is its only fault. */
function longAnswer(words: number): string {
  const sentences = harbourMessages(30).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? part.text.match(/[^.]+\./gu)! : [])),
  );
  const chosen: string[] = [];
  for (const sentence of sentences) {
    if (chosen.join('').split(/\s+/u).length >= words) break;
    chosen.push(sentence);
  }
  return chosen.join('').trim();
}

it('R-5 asks the small model for under 300 words of plain third-person text, and stores at most 500 words', async () => {
  const answer = longAnswer(700);
  expect(answer.split(/\s+/u).length).toBeGreaterThanOrEqual(700);
  provider.always({ kind: 'reply', pieces: [answer] });
  const anthropic = createAnthropic({ apiKey: 'test-key', baseURL: `${provider.url}/v1` });
  const ever = createEverthread({
    strategy: 'rolling',
    summarizer: languageModel({ models: [anthropic(defaultAnthropicModel)] }),
  });
  const thread = await ever.thread('t');
  await thread.append(harbourMessages(50));
  await ever.idle();

  expect(provider.requests).toHaveLength(1);
  const [request] = provider.requests;
  expect(request!.body).toMatchObject({ model: 'claude-haiku-4-5', max_tokens: 500 });
  expect(notesIn(request!)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  for (const wanted of [
    'under 300 words',
    'plain text in natural paragraphs',
    'third person',
    /names, dates, places/iu,
    /decisions/iu,
    /commitments/iu,
    /tone/iu,
    /open questions/iu,
    /facts about the user/iu,
  ]) {
    expect(request!.system).toMatch(wanted);
  }

  const [summary] = await thread.summaries();
  expect(summary).toMatchObject({ rung: 'model', model: 'claude-haiku-4-5', from: 1, to: 30 });
  const stored = summary!.text.split(/\s+/u);
  expect(stored.length).toBeLessThanOrEqual(500);
  // Cut at the end of a sentence, as late as possible.
  expect(stored.length).toBeGreaterThan(400);
  expect(answer.startsWith(summary!.text)).toBe(true);
  expect(summary!.text.endsWith('.')).toBe(true);
  await ever.close();
});

it('R-5 with a key of Anthropic and nothing else, the command summarizes with the small model', async () => {
  provider.always({ kind: 'reply', pieces: [longAnswer(120)] });
  const file = join(directory, 'harbour.json');
  const messages = harbourMessages(30).map(({ role, parts }) => ({
    role,
    content: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  }));
  writeFileSync(file, JSON.stringify(messages));
  const io = createTestIo({
    directory,
    env: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: `${provider.url}/v1` },
  });
  expect({ code: await runCli(['summarize', file, '--json'], io), stderr: io.written.stderr }).toEqual({
    code: 0,
    stderr: '',
  });
  expect(provider.requests.map(({ protocol, body }) => [protocol, body.model])).toEqual([
    ['anthropic', 'claude-haiku-4-5'],
  ]);
});
