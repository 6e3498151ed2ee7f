/**
 * Measures which facts of real coding sessions survive in a context of a tenth of their size: with the
 * built-in summarizer, and after more than a hundred compactions by a model that drops half of its input. Counts facts
 * in the context, facts stored with the live summaries, and facts that an expansion finds.
 */

import { createEverthread } from '../src/everthread.ts';
import { createPresence } from '../src/facts/presence.ts';
import type { Json } from '../src/message/message.ts';
import type { Fact } from '../src/records/fact.ts';
import type { SummaryRecord } from '../src/records/summary.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { StrategyName } from '../src/strategies/registry.ts';
import type { Summarizer } from '../src/summarizer.ts';
import type { Thread } from '../src/thread.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import type { TranscriptMessage } from '../src/transcripts/transcript.ts';
import { recordedSessions } from '../test/session-data.ts';
import type { Evaluation } from './evaluation.ts';
import { forgetful } from './forgetful.ts';
import { type Planted, plant } from './planting.ts';
import { type FactClass, factClasses, type SessionFacts, sessionFacts } from './session-facts.ts';

const contextShare = 0.1;
/** Least size of a session: a context of a tenth of a smaller one would be too small to work with. */
const smallestSession = 8_000;
const rounds = 110;

type Session = {
  name: string;
  messages: TranscriptMessage[];
  tokens: number;
  facts: SessionFacts;
};

export type Tally = { total: number; shown: number; stored: number; prose: number; reachable: number };
type Outcome = {
  session: Session;
  classes: { [name in FactClass | 'all']: Tally };
  contextTokens: number;
  ledgerTokens: number;
  compactions: number;
  missing: { name: FactClass; value: string }[];
};

function readSessions(): Session[] | undefined {
  const counter = createTokenCounter({});
  const tokensOf = (messages: readonly TranscriptMessage[]) =>
    messages.reduce((sum, message) => sum + counter.message(message), 0);
  return recordedSessions()
    ?.filter(({ name }) => !name.startsWith('openai-tools/'))
    .map(({ name, messages }) => ({ name, messages, tokens: tokensOf(messages) }))
    .filter(({ tokens }) => tokens >= smallestSession)
    .map(({ name, messages, tokens }) => {
      const sown = plant(messages, { tokens });
      return {
        name: name.replace(/^([\w-]+)\/(?:[\w-]*?)([\w]{8})[\w-]*\.jsonl?#1$/, '$1/$2'),
        messages: sown.messages,
        tokens: tokensOf(sown.messages),
        facts: withPlanted(sessionFacts(sown.messages), sown.messages, sown.planted),
      };
    });
}

/** Adds the planted facts, each once, whether or not extraction found it. */
export function withPlanted(
  facts: SessionFacts,
  messages: readonly TranscriptMessage[],
  planted: readonly Planted[],
): SessionFacts {
  const result = { ...facts };
  for (const { kind, text } of planted) {
    const name = kind === 'rule' ? 'user rules' : 'decisions';
    const others = result[name].filter((fact) => !fact.value.includes(text) && !text.includes(fact.value));
    const index = messages.findIndex(({ parts }) =>
      parts.some((part) => part.type === 'text' && part.text.includes(text)),
    );
    const own: Fact = { kind, value: text, seq: index + 1, role: 'user', at: '', importance: 100 };
    result[name] = [...others, own];
  }
  return result;
}

type Way = {
  strategy: StrategyName | { name: StrategyName };
  summarizer?: () => Summarizer;
  stepwise: boolean;
};

async function measure(session: Session, way: Way): Promise<Outcome> {
  const available = Math.floor(session.tokens * contextShare);
  const responseTokens = 128;
  const ever = createEverthread({
    store: memoryStore(),
    strategy: way.strategy,
    budget: { tokens: available + responseTokens, responseTokens },
    automatic: !way.stepwise,
    spend: [],
    ...(way.summarizer === undefined ? {} : { summarizer: way.summarizer() }),
  });
  const thread = await ever.thread('session');
  let compactions = 0;
  ever.on('summarization', () => {
    compactions += 1;
  });
  const step = way.stepwise ? Math.max(1, Math.floor(session.messages.length / rounds)) : 20;
  for (const batch of batchesOf(session.messages, step)) {
    await thread.append(batch);
    if (way.stepwise) await thread.compact();
    else await ever.idle();
  }
  // A context that does not fit schedules a compaction; after two more turns it fits.
  for (let turn = 0; turn < 3; turn += 1) {
    await thread.context();
    await ever.idle();
  }
  const outcome = await tally(session, thread);
  await ever.close();
  return { ...outcome, compactions };
}

/** Batches of about `size` messages that do not end between a tool call and its result. */
export function batchesOf(messages: readonly TranscriptMessage[], size: number): TranscriptMessage[][] {
  const batches: TranscriptMessage[][] = [];
  let batch: TranscriptMessage[] = [];
  for (const [index, message] of messages.entries()) {
    batch.push(message);
    if (batch.length < size || messages[index + 1]?.role === 'tool') continue;
    batches.push(batch);
    batch = [];
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

async function tally(session: Session, thread: Thread): Promise<Omit<Outcome, 'compactions'>> {
  const context = await thread.context();
  const live = await thread.summaries();
  const { coveredTo } = await thread.state();
  const tail = session.messages.slice(coveredTo).map(textIn).join('\n');
  const shownText = context.content.map(textIn).join('\n');
  const prose = `${live.map((summary) => summary.text).join('\n')}\n${tail}`;
  const stored = `${shownText}\n${prose}\n${live
    .flatMap((summary) => summary.facts)
    .map(textOfFact)
    .join('\n')}`;
  const places = { shown: holder(shownText), prose: holder(prose), stored: holder(stored) };
  const reachable = await expandedMessages(thread, live);
  const missing: Outcome['missing'] = [];
  const classes = Object.fromEntries(
    [...factClasses, 'all' as const].map((name) => {
      const tallied: Tally = { total: 0, shown: 0, stored: 0, prose: 0, reachable: 0 };
      for (const fact of session.facts[name]) {
        tallied.total += 1;
        for (const place of ['shown', 'stored', 'prose'] as const)
          if (places[place](name, fact)) tallied[place] += 1;
        if (fact.seq > coveredTo || reachable.has(fact.seq)) tallied.reachable += 1;
        if (name !== 'all' && !places.shown(name, fact)) missing.push({ name, value: fact.value });
      }
      return [name, tallied];
    }),
  ) as Outcome['classes'];
  return {
    session,
    classes,
    contextTokens: context.tokens,
    ledgerTokens: context.sections.ledger?.tokens ?? 0,
    missing,
  };
}

/** A changed file must occur by its whole path; other facts may be reworded. */
function holder(text: string): (name: FactClass | 'all', fact: Fact) => boolean {
  const presence = createPresence(text);
  return (name, fact) => (name === 'files changed' ? text.includes(fact.value) : presence.has(fact));
}

/** Numbers of the messages that live summaries expand to. */
async function expandedMessages(thread: Thread, live: readonly SummaryRecord[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const summary of live) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page = await thread.expand(summary.id, { after });
      for (const message of page.messages) if (message.parts.length > 0) found.add(message.seq);
      after = page.next;
    }
  }
  return found;
}

function textOfFact({ value, valueHistory = [] }: Fact): string {
  return [value, ...valueHistory.map((entry) => entry.value)].join('\n');
}

/** Every string of a message, inputs and outputs of tools included. */
export function textIn({ parts }: { parts: readonly unknown[] }): string {
  const strings: string[] = [];
  const queue = [...parts] as Json[];
  for (let value = queue.shift(); value !== undefined; value = queue.shift()) {
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'number') strings.push(String(value));
    else if (Array.isArray(value)) queue.unshift(...value);
    else if (typeof value === 'object' && value !== null) queue.unshift(...Object.values(value));
  }
  return strings.join('\n');
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  const sum: Tally = { total: 0, shown: 0, stored: 0, prose: 0, reachable: 0 };
  for (const tallied of tallies)
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tallied[key];
  return sum;
}

function percent(part: number, total: number): string {
  return total === 0 ? '–' : `${((100 * part) / total).toFixed(1)} %`;
}

function rowsFor(label: string, outcomes: readonly Outcome[]): string[] {
  return [...factClasses, 'all' as const].map((name) => {
    const { total, shown, stored, prose, reachable } = sumTallies(
      outcomes.map(({ classes }) => classes[name]),
    );
    const cells = [shown, stored, prose, reachable].map((part) => percent(part, total));
    return `| ${label} | ${name === 'all' ? 'all facts' : name} | ${total} | ${cells.join(' | ')} |`;
  });
}

const header = [
  '| strategy | facts | number | shown | stored | prose alone | reachable |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
];

async function section(title: string, sessions: readonly Session[], ways: readonly Way[]): Promise<string> {
  const rows: string[] = [];
  const sizes: string[] = [];
  for (const way of ways) {
    const label = typeof way.strategy === 'string' ? way.strategy : way.strategy.name;
    const outcomes: Outcome[] = [];
    for (const session of sessions) outcomes.push(await measure(session, way));
    rows.push(...rowsFor(label, outcomes));
    for (const { session, contextTokens, ledgerTokens, compactions, missing } of outcomes) {
      sizes.push(
        `| ${label} | ${session.name} | ${session.messages.length} | ${session.tokens} | ${contextTokens} | ${ledgerTokens} | ${compactions} |`,
      );
      if (process.env.EVERTHREAD_EVAL_DETAILS === '1')
        console.error(
          label,
          session.name,
          missing.map(({ name, value }) => `${name}: ${value}`).join('\n   '),
        );
    }
  }
  return [
    `## ${title}`,
    '',
    ...header,
    ...rows,
    '',
    '| strategy | session | messages | tokens | context | ledger in it | compactions |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...sizes,
  ].join('\n');
}

const method = `Recorded coding sessions of at least ${smallestSession.toLocaleString('en-US')} tokens, appended to a thread and compacted by the engine at a budget of a tenth of the session's tokens (128 more are kept for the answer). The sessions hold few rules and decisions of their own, so one of each is planted for every 2,500 tokens, ten at most; they are worded in ways the extraction knows, so the figures tell whether a recognized rule survives, not how many ways of stating one are recognized. *Files changed* are read from the calls by the evaluation itself and count only by their whole path; decisions and rules are those planted and those extraction finds over the whole session; the *top 50* are its most important exact facts in the product's own order. *Shown* is in the context as it would be sent; *stored* adds what lies with the live summaries but does not fit the context; *prose alone* is what summaries and tail would hold without ledger and pins; *reachable* means that the tail or an expansion of a shown summary gives back the message it was said in.`;

export const survival: Evaluation = {
  name: 'survival',
  title: 'Facts that survive compaction',
  async run({ warn }) {
    const sessions = readSessions();
    if (!sessions) {
      warn(
        'SKIPPED: there are no recorded sessions in the data folder (set EVERTHREAD_DATA to where it lies).',
      );
      return null;
    }
    const long = sessions.filter(({ messages }) => messages.length >= rounds * 2);
    return [
      method,
      await section('Context of a tenth, built-in summarizer', sessions, [
        { strategy: 'eternal', stepwise: false },
        { strategy: 'rolling', stepwise: false },
        { strategy: 'session', stepwise: false },
      ]),
      await section(`After more than a hundred compactions by a model that drops half`, long, [
        { strategy: 'eternal', summarizer: forgetful, stepwise: true },
        {
          strategy: { name: 'rolling', verbatimExchanges: 2, messages: 2 } as never,
          summarizer: forgetful,
          stepwise: true,
        },
        { strategy: { name: 'session', preserveRecent: 2 } as never, summarizer: forgetful, stepwise: true },
      ]),
    ].join('\n\n');
  },
};
