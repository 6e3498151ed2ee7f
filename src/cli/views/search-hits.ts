/** Shows search hits: number, date, speaker, the matching words, and the messages around each. */
import type { Message } from '../../message/message.ts';
import type { SearchHit, SearchPage } from '../../search/results.ts';
import { counted } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import { type MatchFinder, matchFinder } from './matches.ts';
import { messageLines, numberColumnsFor, toolNamesOf } from './message-lines.ts';
import { createPage, type Page, type View } from './view.ts';

export type SearchView = {
  query: string;
  page: SearchPage;
  /** Shows the thread of each hit, for searches over several threads. */
  threads?: boolean;
  /** How to read the next page on this surface; shown if there is one. */
  hint?: string;
};

const hitLines = 8;
const neighbourLines = 2;

export function searchHits({ query, page: found, threads = false, hint }: SearchView, view: View): string {
  const page = createPage(view);
  const { style, columns } = page;
  const shown = `“${sanitizeLine(query.slice(0, 200))}”`;
  if (found.hits.length === 0) return page.render(wrap(`Nothing found for ${shown}.`, columns));
  const heading = `${counted(found.hits.length, 'message')} for ${shown}, best first`;
  const finder = matchFinder(query);
  return page.render([
    ...wrap(heading, columns).map(style.bold),
    ...passagesOf(found.hits).flatMap((passage) => [
      '',
      ...linesOf(passage, { finder, threads, colour: view.colour }, page),
    ]),
    ...(found.next === undefined || hint === undefined ? [] : ['', ...wrap(hint, columns).map(style.dim)]),
  ]);
}

/** Messages that follow each other, some of them hits. */
type Passage = { threadId: string; messages: Message[]; hits: Map<number, SearchHit> };

/** Joins neighbouring hits into one passage, at the place of the best hit, so that no message is shown twice. */
function passagesOf(hits: readonly SearchHit[]): Passage[] {
  const passages: Passage[] = [];
  for (const hit of hits) {
    const around = [...hit.before, hit.message, ...hit.after];
    const touched = passages.filter(
      ({ threadId, messages }) =>
        threadId === hit.threadId && messages.some(({ seq }) => around.some((own) => near(seq, own.seq))),
    );
    const [home, ...others] = touched;
    const passage: Passage = home ?? { threadId: hit.threadId, messages: [], hits: new Map() };
    const all = [...touched.flatMap(({ messages }) => messages), ...around];
    passage.messages = [...new Map(all.map((message) => [message.seq, message])).values()].sort(
      (a, b) => a.seq - b.seq,
    );
    for (const other of others) for (const [seq, own] of other.hits) passage.hits.set(seq, own);
    passage.hits.set(hit.message.seq, hit);
    if (home === undefined) passages.push(passage);
    for (const other of others) passages.splice(passages.indexOf(other), 1);
  }
  return passages;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1;
}

function linesOf(
  { threadId, messages, hits }: Passage,
  { finder, threads, colour }: { finder: MatchFinder; threads: boolean; colour: boolean },
  page: Page,
): string[] {
  const { style, columns } = page;
  const numberColumns = numberColumnsFor(Math.max(...messages.map(({ seq }) => seq)));
  const common = { numberColumns, toolNames: toolNamesOf(messages), withDay: true };
  const indent = ' '.repeat(numberColumns + 2);
  const bright = (text: string) => style.bold(style.yellow(text));
  const neighbour = { ...common, lines: neighbourLines, paint: style.dim, quiet: true };
  const meant = {
    ...common,
    lines: hitLines,
    wholeTools: true,
    // Marks take columns and colours do not, so marks are set before the text is wrapped and colours after.
    prepare: (text: string) => {
      const part = finder.excerpt(text, hitLines * columns);
      return colour ? part : finder.emphasise(part, (word) => `»${word}«`);
    },
    paint: (line: string) => (colour ? finder.emphasise(line, bright) : line),
  };
  return [
    ...(threads ? wrap(`thread ${sanitizeLine(threadId)}`, columns).map(style.cyan) : []),
    ...messages.flatMap((message) => {
      const hit = hits.get(message.seq);
      if (hit === undefined) return messageLines(message, neighbour, page);
      const reasons = hit.reasons.map(sanitizeLine).filter((reason) => reason !== '');
      const found = reasons.length === 0 ? '' : `found: ${reasons.join('; ')}`;
      return [
        ...messageLines(message, meant, page),
        ...(found === '' ? [] : wrap(found, columns - indent.length).map((line) => indent + style.dim(line))),
      ];
    }),
  ];
}
