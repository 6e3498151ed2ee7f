import { createEverthread } from '../src/everthread.ts';
import { readClaims } from '../src/facts/claims.ts';
import { auditSummary, type SummaryAudit } from '../src/facts/gate.ts';
import { createSourceIndex, type SourceIndex } from '../src/facts/source-index.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { Summarizer } from '../src/summarizer.ts';
import type { Evaluation } from './evaluation.ts';
import { messagesPerPiece, readSources, type Source, sourcesPerSet } from './invention-sources.ts';
import { type Invention, inventionKinds, isInvented, nearMisses } from './inventions.ts';
import { createRandom, type Random } from './random.ts';
import { retellings } from './retellings.ts';

type Prepared = Source & { text: string; index: SourceIndex };

const retellingsPerKind = 3;
const nearMissesPerSource = 3;
const rejectedCases = 60;

function prepare(source: Source): Prepared {
  const index = createSourceIndex();
  for (const { text, at } of source.entries) index.add(text, at);
  return { ...source, index, text: source.entries.map(({ text }) => text).join('\n') };
}

function audit(text: string, index: SourceIndex): SummaryAudit {
  return auditSummary({
    text,
    record: null,
    sourceFacts: [],
    previousFacts: [],
    sourceIndex: index,
    ledgerBudgetTokens: 0,
    countTokens: (value) => Math.ceil(value.length / 4),
  });
}

/** Whether one of the flagged facts is the planted value or a part of it. */
export function isFlagged({ value }: Invention, flagged: readonly { value: string }[]): boolean {
  const planted = value.toLowerCase();
  return flagged.some((fact) => {
    const own = fact.value.toLowerCase();
    return planted.includes(own) || own.includes(planted);
  });
}

export function inventFor(random: Random, kind: string, source: string): Invention | undefined {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const invention = inventionKinds[kind]!(random);
    if (isInvented(invention.value, source)) return invention;
  }
  return undefined;
}

type Counts = Map<string, { cases: number; flagged: number; misses: string[] }>;

function record(counts: Counts, kind: string, flagged: boolean, example: string, wanted: boolean): void {
  const entry = counts.get(kind) ?? { cases: 0, flagged: 0, misses: [] };
  counts.set(kind, entry);
  entry.cases += 1;
  if (flagged) entry.flagged += 1;
  if (flagged !== wanted) entry.misses.push(example);
}

const opening = 'The conversation went through several points. ';

function plantInventions(sources: readonly Prepared[], random: Random): Counts {
  const counts: Counts = new Map();
  for (const { text, index, references } of sources) {
    for (const kind of Object.keys(inventionKinds)) {
      const invention = inventFor(random, kind, text);
      if (invention === undefined) continue;
      const summary = `${references[0] ?? opening} ${invention.sentence}`;
      const caught = isFlagged(invention, audit(summary, index).invented);
      record(counts, kind, caught, invention.sentence, true);
    }
  }
  return counts;
}

function plantNearMisses(sources: readonly Prepared[], random: Random): Counts {
  const counts: Counts = new Map();
  for (const { text, index } of sources) {
    for (const [kind, make] of Object.entries(nearMisses)) {
      for (let attempt = 0; attempt < nearMissesPerSource; attempt += 1) {
        const invention = make(random, text);
        if (invention === undefined) continue;
        const caught = isFlagged(invention, audit(`${opening}${invention.sentence}`, index).invented);
        record(counts, kind, caught, invention.sentence, true);
      }
    }
  }
  return counts;
}

function retell(sources: readonly Prepared[]): Counts {
  const counts: Counts = new Map();
  for (const { text, index } of sources) {
    for (const { kind, original, sentence } of retellings(text, retellingsPerKind)) {
      const flagged = audit(`${opening}${sentence}`, index).invented.length > 0;
      record(counts, kind, flagged, `${original} → ${sentence}`, false);
    }
  }
  return counts;
}

function table(title: string, counts: Counts): string {
  const rows = [...counts].map(
    ([kind, { cases, flagged }]) => `| ${kind} | ${cases} | ${share(flagged, cases)} |`,
  );
  const total = [...counts.values()].reduce((sum, { cases }) => sum + cases, 0);
  const flagged = [...counts.values()].reduce((sum, entry) => sum + entry.flagged, 0);
  if (process.env.EVERTHREAD_EVAL_DETAILS === '1')
    for (const [kind, { misses }] of counts)
      for (const miss of misses.slice(0, 40)) console.error(`${kind}: ${miss}`);
  return [
    `| ${title} | cases | flagged |`,
    '| --- | ---: | ---: |',
    ...rows,
    `| **all** | **${total}** | **${share(flagged, total)}** |`,
  ].join('\n');
}

function share(part: number, total: number): string {
  return `${((100 * part) / Math.max(1, total)).toFixed(2)} %`;
}

function referenceTable(sources: readonly Source[]): string {
  const rows: string[] = [];
  let people = { claims: 0, flagged: 0 };
  for (const [set, written] of [
    ['QMSum', 'people'],
    ['DialogSum', 'people'],
    ['LoCoMo', 'a model'],
  ] as const) {
    let [texts, claims, flagged, rejected] = [0, 0, 0, 0];
    for (const source of sources.filter((one) => one.set === set)) {
      const { index } = prepare(source);
      for (const reference of source.references) {
        const result = audit(reference, index);
        texts += 1;
        claims += new Set(readClaims(reference).map(({ kind, value }) => `${kind}:${value.toLowerCase()}`))
          .size;
        flagged += result.invented.length;
        if (result.verdict === 'reject') rejected += 1;
      }
    }
    if (texts === 0) continue;
    if (written === 'people') people = { claims: people.claims + claims, flagged: people.flagged + flagged };
    rows.push(
      `| ${set}, by ${written} | ${texts} | ${claims} | ${flagged} | ${share(flagged, claims)} | ${rejected} |`,
    );
  }
  return [
    '| reference summaries | texts | exact claims | flagged | share | rejected |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    `| **by people, together** | | **${people.claims}** | **${people.flagged}** | **${share(people.flagged, people.claims)}** | |`,
  ].join('\n');
}

/** Runs a model that invents facts in a real thread, and counts what is committed in the end. */
async function throughEngine(sources: readonly Prepared[], random: Random): Promise<string> {
  let [cases, clean, rejected] = [0, 0, 0];
  const kinds = Object.keys(inventionKinds);
  for (const source of sources) {
    if (cases >= rejectedCases) break;
    if (source.text.length < 3_000) continue;
    const inventions = Array.from({ length: 4 }, () =>
      inventFor(random, random.pick(kinds), source.text),
    ).filter((invention) => invention !== undefined);
    if (inventions.length < 4) continue;
    const ever = createEverthread({
      store: memoryStore(),
      strategy: 'rolling',
      automatic: false,
      summarizer: inventing(inventions),
    });
    ever.on('summarizer-fallback', () => {
      rejected += 1;
    });
    const thread = await ever.thread('invented');
    await thread.append(
      source.entries.slice(0, 60).map(({ text }, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: text === '' ? '(nothing)' : text,
      })),
    );
    await thread.compact();
    const text = (await thread.summaries()).map((summary) => summary.text).join('\n');
    await ever.close();
    if (text === '') continue;
    cases += 1;
    if (inventions.every(({ value }) => !text.includes(value))) clean += 1;
  }
  return `Through the engine, with a model that adds four inventions to each summary: ${rejected} of ${cases} of its summaries were refused and made again without it; ${share(clean, cases)} of the summaries stored hold none of the inventions.`;
}

function inventing(inventions: readonly Invention[]): Summarizer {
  return {
    name: 'inventing',
    maxInputTokens: 8_000,
    summarize: async () => ({
      text: `${opening}${inventions.map(({ sentence }) => sentence).join(' ')}`,
      record: null,
      model: 'inventing',
      rung: 'model',
      promptVersion: 'inventing@1',
      calls: [],
    }),
  };
}

const method = `Sources are DialogSum, QMSum, LoCoMo and pieces of ${messagesPerPiece} messages of recorded sessions, ${sourcesPerSet} of each at most, read into the same index the engine fills. Each invention is one sentence behind an honest summary (the reference where there is one) and counts as caught when the gate flags it. Values that the source happens to hold, in digits or words, are not planted. Retellings take figures, dates, names and paths out of the source by patterns of this evaluation and say them differently. Reference summaries are held against their whole source; those of LoCoMo were written by a model and are shown for comparison only. The gate was improved while looking at these sets and kinds of invention, so the figures are those of a development set.`;

export const invention: Evaluation = {
  name: 'invention',
  title: 'Inventions and honest retellings',
  async run({ warn }) {
    const all = readSources();
    if (all.length === 0) {
      warn('SKIPPED: none of the public sets is in the data folder (set EVERTHREAD_DATA to where it lies).');
      return null;
    }
    const chosen = [...Map.groupBy(all, ({ set }) => set).values()].flatMap((sources) =>
      spread(sources, sourcesPerSet).map(prepare),
    );
    return [
      method,
      table('inventions', plantInventions(chosen, createRandom(7))),
      table('near misses', plantNearMisses(chosen, createRandom(13))),
      await throughEngine(chosen, createRandom(11)),
      table('honest retellings', retell(chosen)),
      referenceTable(all),
    ].join('\n\n');
  },
};

/** Picks the given number of items, spread evenly. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!);
}
