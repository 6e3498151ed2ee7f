/** Compares the cost of sessions, request by request, with sending their full history. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createEverthread, type MessageInput } from '../src/index.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import { testRuntime } from '../test/test-runtime.ts';
import { appendsOf, type Block, billed, blocksOf, responseTokens } from './cost-billing.ts';

const system = Array.from({ length: 130 }, (_, index) => `Rule ${index}: use tool ${index % 17} with care.`);

/** Steps of an agent: a tool call and a result of 10 to 150 words. */
function toolSteps(count: number): MessageInput[] {
  const request: MessageInput = { role: 'user', content: 'Find out why the import of orders is slow.' };
  const steps = Array.from({ length: count }, (_, index): MessageInput[] => {
    const words = 10 + ((index * 7_919) % 140);
    const output = Array.from({ length: words }, (_, word) => `order ${(index * 31 + word * 17) % 997}`);
    return [
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: `Step ${index}: the index on column ${index % 13} may be missing.` },
          {
            type: 'tool-call',
            callId: `c${index}`,
            name: index % 3 === 0 ? 'Edit' : 'Read',
            input: { file_path: `src/part-${index % 9}.ts` },
          },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId: `c${index}`, output: output.join(' ') }] },
    ];
  });
  return [request, ...steps.flat()];
}

const topics = ['garden', 'harbour', 'orchestra', 'bakery', 'museum', 'lighthouse', 'marathon', 'theatre'];
const friends = ['Anna', 'Bruno', 'Carla', 'Dimitri', 'Elena'];

/** Two people who return to the same topics and sometimes ask a question. */
function chat(count: number): MessageInput[] {
  return Array.from({ length: count }, (_, index): MessageInput => {
    const topic = topics[(index * 5 + Math.floor(index / 7)) % topics.length];
    const friend = friends[(index * 3 + Math.floor(index / 11)) % friends.length];
    const statement = `I was at the ${topic} with ${friend} again, and number ${index * 13} on the list was the best of it.`;
    const more = `We stayed until ${1 + (index % 11)} and spoke about the ${topics[index % topics.length]} as well.`;
    const question = index % 6 === 0 ? ` Have you been to the ${topic} since?` : '';
    return {
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `That is great! ${statement} ${more}${question}`,
    };
  });
}

/** A request every 20 seconds, with a pause of an hour before each visit. */
const timeOf = (request: number, visit = Number.POSITIVE_INFINITY) =>
  request * 20_000 + Math.floor(request / visit) * 3_600_000;

/** Two people who write so many sentences each, with a number or a name in every one. */
function letters(count: number, { sentences: lines = 30 } = {}): MessageInput[] {
  return Array.from({ length: count }, (_, index): MessageInput => {
    const sentences = Array.from({ length: lines }, (_, line) => {
      const place = index * lines + line;
      const topic = topics[(place * 5) % topics.length];
      return `${friends[(place * 3) % friends.length]} paid ${10 + ((place * 37) % 900)} euros for lot-${place} at the ${topic}.`;
    });
    return { role: index % 2 === 0 ? 'user' : 'assistant', content: sentences.join(' ') };
  });
}

/** Every second message of the user only asks about what was said before. */
function withRecallQuestions(log: readonly MessageInput[]): MessageInput[] {
  return log.map((message, index) => {
    if (index % 4 !== 0 || index < 8) return message;
    const topic = topics[(index * 3) % topics.length];
    return { role: 'user', content: `When did I stay at the ${topic}, and who was with me?` };
  });
}

/** Tables to look at, each followed by questions that name no table. */
function tables(count: number): MessageInput[] {
  return Array.from({ length: count }, (_, index): MessageInput => {
    const topic = topics[(index * 3) % topics.length];
    if (index % 2 === 1)
      return {
        role: 'assistant',
        content: `${String((letters(1, { sentences: 8 })[0] as { content?: unknown }).content)} In all ${index * 17}.`,
      };
    if (index % 6 !== 0)
      return { role: 'user', content: `And what about the ${topic} in ${1 + (index % 12)}?` };
    const rows = Array.from(
      { length: 20 + ((index * 13) % 60) },
      (_, row) => `${topics[(row + index) % topics.length]},${1 + (row % 12)},${(row * index * 97) % 9_973}`,
    );
    return { role: 'user', content: `Here is the next table, what stands out?\n${rows.join('\n')}` };
  });
}

async function requestsOf(
  log: readonly MessageInput[],
  {
    tokens,
    automatic,
    visit,
    prompt = system.join(' '),
  }: { tokens: number; automatic: boolean; visit?: number; prompt?: string },
) {
  const runtime = testRuntime();
  const startTime = runtime.now();
  const ever = createEverthread({
    store: memoryStore(),
    runtime,
    budget: { tokens, responseTokens },
    automatic,
  });
  const thread = await ever.thread('session');
  const requests: Block[][] = [];
  for (const message of log) {
    if ((message as { role: string }).role === 'assistant') {
      runtime.advance(startTime + timeOf(requests.length, visit) - runtime.now());
      requests.push(blocksOf((await thread.context({ system: prompt })).toAnthropic()));
    }
    await thread.append(message);
    await ever.idle();
  }
  await ever.close();
  return requests;
}

const costOf = (requests: Block[][], visit?: number) =>
  billed({ requests, times: requests.map((_, index) => timeOf(index, visit)), calls: 0 });

/** The cost relative to the full history, if the conversation had ended where that is most. */
const dearest = (requests: Block[][], full: Block[][]) =>
  Math.max(
    ...requests.map((_, index) => costOf(requests.slice(0, index + 1)) / costOf(full.slice(0, index + 1))),
  );

describe('R-70 a session in a small window', () => {
  const log = toolSteps(70);
  let full: Block[][];
  beforeAll(async () => {
    full = await requestsOf(log, { tokens: 2_000_000, automatic: false });
  });

  it.each([8_000, 12_000])('R-70 never costs more than its full history: %i tokens', async (tokens) => {
    const requests = await requestsOf(log, { tokens, automatic: true });
    const shares = requests.map(
      (_, index) => costOf(requests.slice(0, index + 1)) / costOf(full.slice(0, index + 1)),
    );
    expect(Math.max(...shares)).toBeLessThan(1.005);
    expect(shares.at(-1)).toBeLessThan(0.75);
    expect(appendsOf(requests)).toBeGreaterThan(0.85);
  });
});

describe('R-70 a talk in a small window', () => {
  it('R-70 costs less than its full history although every message could be reminded of something', async () => {
    const log = chat(320);
    const full = await requestsOf(log, { tokens: 2_000_000, automatic: false });
    const requests = await requestsOf(log, { tokens: 8_000, automatic: true });
    expect(costOf(requests) / costOf(full)).toBeLessThan(0.9);
    expect(appendsOf(requests)).toBeGreaterThan(0.93);
  });

  it('R-70 costs hardly more than its full history wherever it ends although every second message asks about the past', async () => {
    const log = withRecallQuestions(chat(240));
    const full = await requestsOf(log, { tokens: 2_000_000, automatic: false });
    const ours = await requestsOf(log, { tokens: 8_000, automatic: true });
    expect(dearest(ours, full)).toBeLessThan(1.025);
    expect(costOf(ours) / costOf(full)).toBeLessThan(0.95);
    expect(appendsOf(ours)).toBeGreaterThan(0.93);
  });

  it.each([
    { tokens: 8_000, most: 1.06 },
    { tokens: 16_000, most: 1.025 },
  ])(
    'R-70 costs less although most messages ask about tables that fill the window: $tokens tokens',
    async ({ tokens, most }) => {
      const log = tables(200);
      const full = await requestsOf(log, { tokens: 2_000_000, automatic: false });
      const ours = await requestsOf(log, { tokens, automatic: true });
      expect(dearest(ours, full)).toBeLessThan(most);
      expect(costOf(ours) / costOf(full)).toBeLessThan(0.92);
    },
  );

  it('R-70 costs hardly more where few and long messages fill the window', async () => {
    const log = letters(60);
    const full = await requestsOf(log, { tokens: 2_000_000, automatic: false });
    const ours = await requestsOf(log, { tokens: 16_000, automatic: true });
    expect(dearest(ours, full)).toBeLessThan(1.02);
    expect(costOf(ours) / costOf(full)).toBeLessThan(0.83);
  });

  it('R-70 mostly appends under a system prompt that takes most of the window', async () => {
    const prompt = Array.from({ length: 6 }, () => system.join(' ')).join(' ');
    const log = letters(120, { sentences: 6 });
    const full = await requestsOf(log, { tokens: 2_000_000, automatic: false, prompt });
    const ours = await requestsOf(log, { tokens: 12_000, automatic: true, prompt });
    expect(dearest(ours, full)).toBeLessThan(1.05);
    expect(costOf(ours) / costOf(full)).toBeLessThan(0.88);
    expect(appendsOf(ours)).toBeGreaterThan(0.8);
  });

  it('R-70 costs less with its pauses although all of it would fit, and never more wherever it ends', async () => {
    const log = chat(400);
    const visit = 12;
    const full = await requestsOf(log, { tokens: 2_000_000, automatic: false, visit });
    const requests = await requestsOf(log, { tokens: 32_000, automatic: true, visit });
    const shares = requests.map(
      (_, index) => costOf(requests.slice(0, index + 1), visit) / costOf(full.slice(0, index + 1), visit),
    );
    expect(Math.max(...shares)).toBeLessThan(1.005);
    expect(shares.at(-1)).toBeLessThan(0.85);
  });
});
