/**
 * Measures whether any secret leaves the log (I-10). More than a thousand are planted in messages, tool calls and tool
 * output of real threads, which run through the engine with a summarizer that repeats all it reads. Also counts how
 * often an ordinary line is taken for a secret.
 */

import type { EventName } from '../src/events.ts';
import { createEverthread } from '../src/everthread.ts';
import { recordOfProse } from '../src/records/summary.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { StrategyName } from '../src/strategies/registry.ts';
import type { Summarizer, SummaryRequest } from '../src/summarizer.ts';
import { capTokens, capWords } from '../src/summarizers/cap-text.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import type { TranscriptMessage } from '../src/transcripts/transcript.ts';
import type { Evaluation } from './evaluation.ts';
import { createRandom, type Random } from './random.ts';
import { countFalseFinds, dialogueTexts, falseRow, sessionTexts } from './secret-false-finds.ts';
import { contextKinds, hardLines, innocentLines } from './secret-lines.ts';
import { harmlessLines } from './secret-lookalikes.ts';
import { namesFor } from './secret-names.ts';
import { isMute, make, makeLine } from './secret-specs.ts';
import { strangersLines } from './secret-strangers.ts';
import { strangersTokens } from './secret-strangers-tokens.ts';
import { surroundings } from './secret-surroundings.ts';
import { reportTable, kinds as tokenKinds } from './secret-table.ts';

export type Planted = { kind: string; secret: string; text: string };

const perKind = 4;
const perContextKind = 20;
const perThread = 61;
const strategies = ['eternal', 'rolling', 'session', 'chain', 'tiered', 'running'] as const;

export function plantSecrets(random: Random): Planted[] {
  const planted: Planted[] = [];
  for (let round = 0; round < perKind; round += 1)
    for (const [kind, specification] of Object.entries(tokenKinds))
      planted.push({ kind, ...inSurrounding(specification, random) });
  for (let round = 0; round < perContextKind; round += 1)
    for (const [kind, tell] of Object.entries(contextKinds)) planted.push({ kind, ...tell(random) });
  return planted;
}

/** Shorter secrets may stand in the other lines of a thread by chance. */
const shortestSought = 6;

export function plantStrangers(random: Random): Planted[] {
  return [...strangersLines, ...strangersTokens].flatMap((template) => {
    const { text, secrets } = makeLine(template, random);
    return secrets
      .filter((secret) => secret.length >= shortestSought)
      .map((secret) => ({ kind: 'pasted line', secret, text }));
  });
}

export function madeHarmless(random: Random): string[] {
  return harmlessLines.map((template) => make(template, random));
}

function inSurrounding(specification: string, random: Random): { secret: string; text: string } {
  const secret = make(specification, random);
  for (;;) {
    const { namesSecret, write } = random.pick(Object.values(surroundings));
    const text = write(secret, namesFor('key', random));
    if ((namesSecret || !isMute(specification)) && text.includes(secret)) return { secret, text };
  }
}

/** Texts that must not occur: the secret or each of its lines, and each half of a long secret. */
export function traces(secret: string): string[] {
  const lines = secret.split('\n');
  if (lines.length > 1) return lines;
  const half = Math.ceil(secret.length / 2);
  return secret.length < 24 ? [secret] : [secret, secret.slice(0, half), secret.slice(half)];
}

/** Messages around the planted text, in words of one side, a tool call or a tool result. */
function messagesWith(text: string, index: number): TranscriptMessage[] {
  const callId = `call_${index}`;
  switch (index % 5) {
    case 0:
      return [
        { role: 'user', parts: [{ type: 'text', text: `Look at this, please.\n${text}` }] },
        { role: 'assistant', parts: [{ type: 'text', text: 'I see it and go on with the next step.' }] },
      ];
    case 1:
      return [
        { role: 'user', parts: [{ type: 'text', text: 'What does the file say?' }] },
        {
          role: 'assistant',
          parts: [{ type: 'text', text: `The file says:\n\`\`\`\n${text}\n\`\`\`\nThat is all.` }],
        },
      ];
    case 2:
      return withTool({ callId, input: { command: text }, output: 'exit code 0' });
    case 3:
      return withTool({ callId, input: { path: 'notes/setup.md' }, output: `line one\n${text}\nline three` });
    default:
      return withTool({
        callId,
        input: { path: 'config/service.json', content: text },
        output: { ok: true, echoed: text, bytes: text.length },
      });
  }
}

function withTool({
  callId,
  input,
  output,
}: {
  callId: string;
  input: object;
  output: unknown;
}): TranscriptMessage[] {
  return [
    { role: 'user', parts: [{ type: 'text', text: 'Please do the next step now.' }] },
    { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'bash', input: input as never }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId, name: 'bash', output: output as never }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'That step is done.' }] },
  ];
}

/** A summarizer that repeats as much of its input as it may, the worst case of a model. */
function repeating(requests: SummaryRequest[]): Summarizer {
  const counter = createTokenCounter({});
  return {
    name: 'repeating',
    maxInputTokens: 8_000,
    async summarize(request) {
      requests.push(request);
      const { previous, transcript, limits } = request;
      const all = [...transcript, ...previous].map(({ text }) => text).join(' ');
      const room = Math.min(limits.targetTokens, limits.maxOutputTokens);
      const text = capWords(capTokens(all, room, counter), limits.maxWords ?? Number.POSITIVE_INFINITY);
      return {
        text,
        record:
          request.shape === 'record' ? { ...recordOfProse(text), keyPoints: [text.slice(0, 400)] } : null,
        model: 'repeating',
        rung: 'model',
        promptVersion: 'repeating@1',
        calls: [],
      };
    },
  };
}

const eventNames: readonly EventName[] = [
  'summarization',
  'compaction-started',
  'progress',
  'diagnostic',
  'summarizer-fallback',
  'context-forced',
];
const places = ['prompts', 'summaries', 'ledger', 'events', 'receipts', 'log'] as const;
type Place = (typeof places)[number];
type Seen = { [place in Place]: string };

async function runThread(messages: readonly TranscriptMessage[], strategy: StrategyName): Promise<Seen> {
  const requests: SummaryRequest[] = [];
  const events: unknown[] = [];
  const log = listenToConsole();
  const ever = createEverthread({
    store: memoryStore(),
    strategy,
    budget: { tokens: 4_000 },
    summarizer: repeating(requests),
  });
  for (const name of eventNames) ever.on(name, (event) => events.push(event));
  try {
    const thread = await ever.thread('secrets');
    for (let from = 0; from < messages.length; from += 24) {
      await thread.append(messages.slice(from, from + 24));
      await ever.idle();
    }
    await thread.compact();
    const context = await thread.context();
    await ever.idle();
    const records = await thread.summaries({ statuses: ['live', 'prepared', 'replaced', 'partial'] });
    const receipts = await thread.receipts({ limit: 200 });
    const ledger = context.content
      .flatMap(({ parts }) => parts)
      .filter((part) => part.type === 'text' && part.text.includes('<exact-facts'));
    return {
      prompts: stringsOf(requests.map(({ signal: _, ...request }) => request)),
      summaries: stringsOf(records.map(({ facts: _, ...record }) => record)),
      ledger: stringsOf([records.map(({ facts }) => facts), ledger]),
      events: stringsOf(events),
      receipts: stringsOf(receipts),
      log: log.lines.join('\n'),
    };
  } finally {
    log.stop();
    await ever.close();
  }
}

/** All strings of a value. JSON would hide secrets behind its escapes. */
export function stringsOf(value: unknown): string {
  const strings: string[] = [];
  const queue: unknown[] = [value];
  for (let item = queue.pop(); queue.length > 0 || item !== undefined; item = queue.pop()) {
    if (typeof item === 'string') strings.push(item);
    else if (Array.isArray(item)) queue.push(...item);
    else if (typeof item === 'object' && item !== null)
      for (const [key, member] of Object.entries(item)) queue.push(key, member);
  }
  return strings.join('\n');
}

function listenToConsole(): { lines: string[]; stop(): void } {
  const lines: string[] = [];
  const names = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const originals = names.map((name) => console[name]);
  for (const name of names) console[name] = (...values: unknown[]) => void lines.push(stringsOf(values));
  return {
    lines,
    stop: () => {
      for (const [index, name] of names.entries()) console[name] = originals[index]!;
    },
  };
}

type Leak = Planted & { place: Place; strategy: string };

async function findLeaks(
  planted: readonly Planted[],
): Promise<{ leaks: Leak[]; searched: { [place in Place]: number } }> {
  const leaks: Leak[] = [];
  const searched = Object.fromEntries(places.map((place) => [place, 0])) as { [place in Place]: number };
  for (let from = 0, thread = 0; from < planted.length; from += perThread, thread += 1) {
    const some = planted.slice(from, from + perThread);
    const strategy = strategies[thread % strategies.length]!;
    const outputs = await runThread(
      some.flatMap(({ text }, index) => messagesWith(text, from + index)),
      strategy,
    );
    for (const place of places) {
      searched[place] += outputs[place].length;
      for (const one of some)
        if (traces(one.secret).some((trace) => outputs[place].includes(trace)))
          leaks.push({ ...one, place, strategy });
    }
  }
  return { leaks, searched };
}

const method = `Every secret is made at run time and stands in a few lines of talk, code, configuration or log, in a user's or assistant's message, a tool's input or its output. Threads of ${perThread} of them go through the engine under each built-in strategy, with a summarizer that repeats as much as it may of what it is shown. Afterwards all prompts, stored summaries, ledgers, events, receipts and the console are searched for the secret and, where it is long, for each half of it. The log itself keeps the originals, so verbatim messages are not searched. Nothing is written to the console, so that row only shows that it stayed silent. Patterns were added for hard lines that were missed at first: those figures are of a development set.`;

export const secrets: Evaluation = {
  name: 'secrets',
  title: 'Secrets that leave the log',
  async run({ warn }) {
    const planted = plantSecrets(createRandom(17));
    const hard = [1, 2, 3].flatMap((seed) =>
      hardLines(createRandom(seed)).map((line) => ({ kind: 'hard line', ...line })),
    );
    const kinds = new Set(planted.map(({ kind }) => kind)).size;
    const generated = await findLeaks(planted);
    const written = await findLeaks(hard);
    const pasted = plantStrangers(createRandom(23));
    const strange = await findLeaks(pasted);
    if (process.env.EVERTHREAD_EVAL_DETAILS === '1')
      for (const { kind, place, strategy, text } of [...generated.leaks, ...written.leaks, ...strange.leaks])
        console.error(`LEAK ${kind} in ${place} (${strategy}): ${text.slice(0, 200)}`);
    const rows = places.map((place) => {
      const count = (leaks: readonly Leak[]) => leaks.filter((leak) => leak.place === place).length;
      const characters = generated.searched[place] + written.searched[place] + strange.searched[place];
      return `| ${place} | ${characters.toLocaleString('en-US')} | ${count(generated.leaks)} of ${planted.length} | ${count(written.leaks)} of ${hard.length} | ${count(strange.leaks)} of ${pasted.length} |`;
    });
    const sessions = countFalseFinds(sessionTexts());
    if (sessions.lines === 0)
      warn('No recorded sessions in the data folder (EVERTHREAD_DATA): false finds are not counted on them.');
    return [
      method,
      `${planted.length} secrets of ${kinds} kinds, ${hard.length} hand-written hard lines, and ${pasted.length} secrets in lines as people paste them.`,
      [
        '| place | characters searched | secrets found | hard lines found | pasted lines found |',
        '| --- | ---: | ---: | ---: | ---: |',
        ...rows,
      ].join('\n'),
      [
        '| ordinary lines | lines | changed | share |',
        '| --- | ---: | ---: | ---: |',
        falseRow('recorded sessions', sessions),
        falseRow('hand-written lines that speak of secrets and hold none', countFalseFinds(innocentLines)),
        falseRow('dialogues and meetings', countFalseFinds(dialogueTexts())),
        falseRow('lines that look like those with secrets', countFalseFinds(madeHarmless(createRandom(29)))),
      ].join('\n'),
      reportTable(),
    ].join('\n\n');
  },
};
