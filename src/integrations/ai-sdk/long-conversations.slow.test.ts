/**
 * Hundreds of turns with tools in a window of 8,000 tokens: every request is valid, fits, and is about the newest
 * question.
 */
import { generateText, isStepCount, type LanguageModel, type ModelMessage, streamText, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { soak } from '../../../test/soak.ts';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import { scriptedSummarizer } from '../../testing/scripted-summarizer.ts';
import { type Answer, type Request, scriptedProvider, textsOf } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

const window = 8_000;
const maxOutputTokens = 700;

const tools = {
  measure: tool({
    description: 'Measures a place and tells its level, its temperature and who was there.',
    inputSchema: z.object({ place: z.string(), depth: z.number() }),
    execute: async ({ place, depth }) => ({
      place,
      level: `${(place.length * 7.31 + depth).toFixed(2)} m`,
      log: Array.from(
        { length: 6 },
        (_, line) => `reading ${line} at ${place}: ${(line * 3.7).toFixed(1)} °C`,
      ),
    }),
  }),
  note: tool({
    description: 'Writes a note down.',
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => `noted: ${text}`,
  }),
};

function questionOf(turn: number): string {
  return `Question ${turn}: what is the level at station S-${turn} on the river Inn, and what does it mean for gate ${turn % 17}?`;
}

/** Depending on the turn's number: no tool call, one, several steps, or two calls at once. */
function answerTo({ call }: Request): Answer {
  const turn = questionIn(call);
  const steps = turn % 4;
  // Recalled passages may stand behind the last result.
  const last = call.prompt.findLast(({ role }) => role === 'tool');
  const done = last?.role === 'tool' && turnOf(last.content) === turn ? stepOf(last.content) : 0;
  if (done >= steps)
    return `Station S-${turn} is calm. Gate ${turn % 17} stays as it is, and report R-${turn} says so.`;
  const measure = {
    type: 'tool-call',
    toolCallId: `call-${turn}-${done + 1}`,
    toolName: 'measure',
    input: JSON.stringify({ place: `S-${turn}`, depth: done }),
  } as const;
  const note = {
    ...measure,
    toolCallId: `note-${turn}-${done + 1}`,
    toolName: 'note',
    input: '{"text":"gate"}',
  };
  return [{ type: 'text', text: 'Let me look. ' }, measure, ...(turn % 3 === 0 ? [note] : [])];
}

function questionIn(call: Request['call']): number {
  const newest = textsOf(call, 'user').findLast((text) => text.startsWith('Question '))!;
  return Number(/Question (\d+)/.exec(newest)![1]);
}

/** The ids of calls are made of the tool's name, the turn and the step. */
function turnOf(content: readonly object[]): number {
  return Math.max(...content.map((part) => callNumber(part, 1)));
}

function stepOf(content: readonly object[]): number {
  return Math.max(...content.map((part) => callNumber(part, 2)));
}

function callNumber(part: object, place: 1 | 2): number {
  return 'toolCallId' in part ? Number(String(part.toolCallId).split('-')[place]) : 0;
}

function wrongRequests(requests: readonly Request[], questionAt: (index: number) => string): string[] {
  return requests.flatMap((request, index) => {
    const wrong = [...request.problems];
    if (request.tokens > window - maxOutputTokens) wrong.push(`${request.tokens} tokens`);
    if (!textsOf(request.call, 'user').some((text) => text.startsWith(questionAt(index))))
      wrong.push('without the newest question');
    return wrong.map((problem) => `request ${index}: ${problem}`);
  });
}

type Ask = (model: LanguageModel, messages: ModelMessage[]) => Promise<ModelMessage[]>;

async function converse(options: { mode: 'history' | 'append'; ask: Ask; recall: boolean; turns: number }) {
  const { mode, ask, recall, turns } = options;
  const everthread = createEverthread({
    runtime: testRuntime(),
    budget: { tokens: window },
    summarizer: scriptedSummarizer(),
    recall,
  });
  const provider = scriptedProvider(answerTo);
  const model = withEverthread({ model: provider, everthread, threadId: 'river', mode });
  const messages: ModelMessage[] = [];
  const asked: string[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const question = questionOf(turn);
    const newest: ModelMessage = { role: 'user', content: question };
    const replies = await ask(model, mode === 'history' ? [...messages, newest] : [newest]);
    messages.push(newest, ...replies);
    while (asked.length < provider.requests.length) asked.push(question);
    if (turn % 10 === 0) await everthread.idle();
  }
  const thread = await everthread.thread('river');
  const { compactions } = await thread.state();
  const roles = (await Array.fromAsync(thread.history())).map(({ role }) => role);
  await everthread.close();
  return { requests: provider.requests, asked, messages, compactions, roles };
}

const settings = { tools, stopWhen: isStepCount(6), maxOutputTokens, instructions: 'You watch a river.' };
const ways: { [name: string]: Ask } = {
  generateText: async (model, messages) =>
    (await generateText({ ...settings, model, messages })).responseMessages,
  streamText: async (model, messages) => {
    const result = streamText({ ...settings, model, messages });
    await result.consumeStream();
    return result.responseMessages;
  },
};

const turns = soak ? 500 : 80;

it.each([
  { way: 'generateText', mode: 'history', turns, recall: false },
  { way: 'streamText', mode: 'history', turns, recall: false },
  { way: 'generateText', mode: 'append', turns, recall: false },
  { way: 'streamText', mode: 'append', turns, recall: false },
  { way: 'generateText', mode: 'append', turns: soak ? 80 : 40, recall: true },
] as const)(
  'R-57 $way in mode $mode runs $turns turns with tools inside 8,000 tokens (recall: $recall)',
  async ({ way, ...options }) => {
    const run = await converse({ ...options, ask: ways[way]! });
    expect(wrongRequests(run.requests, (index) => run.asked[index]!)).toEqual([]);
    expect(run.requests.length).toBeGreaterThan(options.turns * 2);
    // Nothing twice, nothing lost.
    expect(run.roles).toEqual(run.messages.map(({ role }) => role));
    expect(run.compactions).toBeGreaterThan(options.turns / 50);
  },
);
