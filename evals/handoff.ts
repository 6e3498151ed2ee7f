/**
 * Can the work continue from a context (R-66)? If a coding agent's own model wrote a summary, its exact items that also
 * occur in the messages before are looked for in Everthread's context of the same size, made without a model. Requests,
 * files, outcomes, commits and open plan items of an independent reading are looked for in the work record.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { MessageInput } from '../src/message/normalize.ts';
import type { WorkRecord } from '../src/records/work-record.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { readTranscripts } from '../src/transcripts/read-transcript.ts';
import { renderWork } from '../src/work/render-work.ts';
import { recordedSessions, sessionFiles } from '../test/session-data.ts';
import type { Evaluation } from './evaluation.ts';
import { exactItems, holds, percent, share } from './exact-items.ts';
import { aheadMethod, aheadRows } from './handoff-ahead.ts';
import { charactersPerToken, contextsOf, strategies } from './handoff-contexts.ts';
import { eventsOf, expectedOf, type RawEvent, readRawSession } from './handoff-reading.ts';

const wholeRecord = 20_000;
const firstItems = 50;

type Line = {
  type?: string;
  isCompactSummary?: boolean;
  isSidechain?: boolean;
  isMeta?: boolean;
  timestamp?: string;
  message?: { role: 'user' | 'assistant'; content: never };
};

function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map(
      (part) =>
        part.text ?? (part.type === 'tool_use' ? JSON.stringify(part.input) : plainText(part.content)),
    )
    .join('\n');
}

/** One row for every summary by a model in one of the files. */
async function comparedRows(files: readonly string[]): Promise<{ rows: string[]; dirty: string[] }> {
  const rows: string[] = [];
  const dirty: string[] = [];
  for (const file of files.filter((name) => name.includes('claude-code'))) {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Line]));
    for (const [cut, line] of lines.entries()) {
      if (line.isCompactSummary !== true) continue;
      const reference = plainText(line.message?.content);
      const before = lines
        .slice(0, cut)
        .filter(
          (one) =>
            (one.type === 'user' || one.type === 'assistant') &&
            !one.isSidechain &&
            !one.isMeta &&
            one.message?.content !== undefined,
        );
      const source = before
        .map((one) => plainText(one.message?.content))
        .join('\n')
        .toLowerCase();
      const expectedItems = exactItems(reference).filter((item) => holds(source, item));
      const size = Math.round(reference.length / charactersPerToken);
      const messages = before.map(
        (one) =>
          ({
            role: one.message!.role,
            content: one.message!.content,
            createdAt: one.timestamp,
          }) as MessageInput,
      );
      const shares = [share(source.slice(-size * charactersPerToken), expectedItems)];
      for (const strategy of strategies) {
        const { texts } = await contextsOf(messages, strategy, [size, size * 3]);
        shares.push(...texts.map((text) => share(text, expectedItems)));
        dirty.push(
          ...unworkedItems(texts[0]!, eventsOf(before)).map(
            (item) => `${strategy} ${basename(file).slice(0, 8)}: ${item}`,
          ),
        );
      }
      rows.push(
        `| ${basename(file).slice(0, 8)} | ${before.length} | ${size} | ${expectedItems.length} | ${shares.map(percent).join(' | ')} |`,
      );
    }
  }
  return { rows, dirty };
}

/** The first items of the record that occur only in tool output, not in words or calls. */
function unworkedItems(text: string, events: readonly RawEvent[]): string[] {
  const record = /<work-record>([\s\S]*?)<\/work-record>/.exec(text)?.[1] ?? text;
  const worked = events
    .map((event) => ('text' in event ? event.text : JSON.stringify(event.input)))
    .join('\n')
    .toLowerCase();
  return exactItems(record)
    .filter((item) => item.includes('/') && !item.includes(' '))
    .slice(0, firstItems)
    .filter((item) => !holds(worked, item) || /node_modules|_build\/|__pycache__|\.beam\b/.test(item));
}

type Tally = { found: number; total: number; missing: string[] };
const tallied = ['requests', 'files', 'outcomes', 'commits', 'open items', 'uncommitted'] as const;

async function readingRows(files: readonly string[]): Promise<{ rows: string[]; missing: string[] }> {
  const counter = createTokenCounter({});
  const tallies = new Map<string, Tally>();
  const note = (strategy: string, what: string, wanted: string, isFound: boolean) => {
    const key = `${strategy} | ${what}`;
    const tally = tallies.get(key) ?? { found: 0, total: 0, missing: [] };
    tallies.set(key, tally);
    tally.total += 1;
    if (isFound) tally.found += 1;
    else tally.missing.push(`${key}: ${wanted.slice(0, 120)}`);
  };
  for (const file of files.filter((name) => !name.includes('openai-tools'))) {
    const expected = expectedOf(readRawSession(file));
    const [session] = readTranscripts(readFileSync(file, 'utf8'));
    for (const strategy of strategies) {
      const { record, tail } = await contextsOf(session?.messages ?? [], strategy, []);
      const text =
        record === undefined
          ? ''
          : renderWork(record, { tokens: wholeRecord, count: (one) => counter.count(one) }).text;
      const all = spaced(`${text}\n${tail.replaceAll('\\n', ' ').replaceAll('\\"', '"')}`);
      const has = (wanted: string) => all.includes(spaced(wanted));
      for (const request of expected.requests)
        note(
          strategy,
          'requests',
          request,
          has(request) || (has(request.slice(0, 60)) && all.includes('[…]')) || isShortened(record, request),
        );
      for (const path of expected.files) note(strategy, 'files', path, has(path));
      for (const { command, failed } of expected.outcomes)
        note(
          strategy,
          'outcomes',
          command,
          statesOutcome(text, command, failed) ||
            (has(command.slice(0, 40)) && tail.includes(command.slice(0, 20))),
        );
      for (const hash of expected.commits) note(strategy, 'commits', hash, has(hash));
      for (const item of expected.open) note(strategy, 'open items', item, has(item));
      if (expected.uncommitted)
        note(strategy, 'uncommitted', basename(file), /not committed|nothing was committed/.test(text));
    }
  }
  const rows = strategies.flatMap((strategy) =>
    tallied.flatMap((what) => {
      const tally = tallies.get(`${strategy} | ${what}`);
      return tally === undefined
        ? []
        : [`| ${strategy} | ${what} | ${tally.total} | ${percent(tally.found / tally.total)} |`];
    }),
  );
  return { rows, missing: [...tallies.values()].flatMap(({ missing }) => missing) };
}

/** Whether the record holds the request shortened, with the user's words around a pasted text. */
function isShortened(record: WorkRecord | undefined, request: string): boolean {
  return (record?.turns ?? []).some(({ request: kept }) => {
    const pieces = kept?.shortened === true ? kept.text.split('[…]').map(spaced) : [];
    return pieces.length > 0 && pieces.every((piece) => spaced(request).includes(piece));
  });
}

function statesOutcome(text: string, command: string, failed: boolean): boolean {
  const line = text.split('\n').findLast((one) => one.includes(command.slice(0, 60)) && one.includes('→'));
  return line !== undefined && (!failed || /fail|error|exit code/i.test(line));
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const method =
  'Exact items (paths, code spans, file names, identifiers) of the summary that the agent’s own model wrote, as far as they stand in the messages before it, found in the context of the same number of tokens (characters of that summary / 4), made without a model; beside it the newest text of the same size, and the context at three times the size. Below, what an independent reading of the clients’ own JSON finds in all recorded sessions, looked for in the record at 20,000 tokens and the messages behind it; requests count word for word, or marked as shortened. The record was developed looking at these sessions.';

export const handoff: Evaluation = {
  name: 'handoff',
  title: 'Hand-over of work',
  async run({ warn }) {
    const files = sessionFiles();
    if (files === undefined) {
      warn(
        'SKIPPED: there are no recorded sessions in the data folder (set EVERTHREAD_DATA to where it lies).',
      );
      return null;
    }
    const compared = await comparedRows(files);
    const reading = await readingRows(files);
    if (process.env.EVERTHREAD_EVAL_DETAILS === '1') for (const line of reading.missing) console.error(line);
    return [
      method,
      '## At the agent’s own compactions',
      [
        '| session | messages | tokens | items | newest text | eternal | eternal ×3 | session | session ×3 |',
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
        ...compared.rows,
      ].join('\n'),
      `Of the first ${firstItems} paths shown, from listings, dependencies or build output alone: ${compared.dirty.length}${compared.dirty.length === 0 ? '' : ` (${compared.dirty.slice(0, 6).join('; ')})`}.`,
      '## What the next steps needed',
      aheadMethod,
      [
        '| context | cuts | mean | lowest | median |',
        '| --- | ---: | ---: | ---: | ---: |',
        ...(await aheadRows(recordedSessions() ?? [])),
      ].join('\n'),
      '## Against an independent reading',
      ['| strategy | what | number | told |', '| --- | --- | ---: | ---: |', ...reading.rows].join('\n'),
    ].join('\n\n');
  },
};
