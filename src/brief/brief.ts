/**
 * A brief (R-68): the hand-off of a conversation in Markdown, at a chosen size, to go on from. What goes into it is read
 * elsewhere; here it is laid out, work by its record and a chat by what was asked, decided, promised and left open.
 */

import { checkWishes } from '../compaction/wishes.ts';
import { invalidInput } from '../errors.ts';
import { checkSignal } from '../input/signals.ts';

export type BriefOptions = {
  /** Its size at most. Default: 1,500. */
  tokens?: number;
  /** What it is to dwell on, in words. */
  focus?: string;
  /** What its heading names. Default: the id of the thread. */
  title?: string;
  signal?: AbortSignal;
};

export type Brief = {
  /** Markdown. */
  text: string;
  tokens: number;
  /** Whether something was worked on with tools, or only talked about. */
  kind: 'work' | 'chat';
  /** The messages it stands for. */
  from: number;
  to: number;
};

export const defaultBriefTokens = 1_500;
/** Below it there is no room for what was asked and where it stands. */
export const leastBriefTokens = 150;

export function checkBriefOptions({ tokens = defaultBriefTokens, focus, title, signal }: BriefOptions): void {
  if (!Number.isSafeInteger(tokens) || tokens < leastBriefTokens) {
    throw invalidInput('tokens', `a whole number of at least ${leastBriefTokens}`, tokens);
  }
  if (title !== undefined && (typeof title !== 'string' || title.trim() === '')) {
    throw invalidInput('title', 'a text that is not empty', title);
  }
  checkWishes(focus === undefined ? {} : { focus });
  checkSignal(signal);
}

export type BriefSection = {
  heading: string;
  /** In the order they are read. */
  lines: readonly string[];
  /** Their indexes, the one that matters most first; as they are read, where left out. */
  byImportance?: readonly number[];
  /** Plain paragraphs rather than a list. */
  prose?: boolean;
};

/** Fills sections by turns, a line of each, until nothing more has room; empty ones are left out. */
export function layOut(options: {
  opening: string;
  sections: readonly BriefSection[];
  tokens: number;
  count: (text: string) => number;
}): string {
  const { opening, sections, tokens, count } = options;
  const chosen = sections.map(() => new Set<number>());
  let used = count(opening);
  const rounds = Math.max(0, ...sections.map(({ lines }) => lines.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { heading, lines, byImportance }] of sections.entries()) {
      const index = byImportance === undefined ? round : (byImportance[round] ?? lines.length);
      const line = lines[index];
      if (line === undefined) continue;
      const cost = count(`${chosen[at]!.size === 0 ? `\n\n## ${heading}` : ''}\n- ${line}`) + 1;
      if (used + cost > tokens) continue;
      used += cost;
      chosen[at]!.add(index);
    }
  }
  const texts = sections.flatMap(({ heading, lines, prose = false }, at) => {
    const shown = lines.filter((_, index) => chosen[at]!.has(index));
    const body = prose ? shown.join('\n\n') : shown.map((line) => `- ${line}`).join('\n');
    return shown.length === 0 ? [] : [`## ${heading}\n${body}`];
  });
  return [opening, ...texts].filter((text) => text !== '').join('\n\n');
}

/** Indexes of so many lines, the newest first. */
export function newestFirst(lines: number): number[] {
  return Array.from({ length: lines }, (_, index) => lines - 1 - index);
}

/** One line of Markdown: what was said cannot open a section of its own. */
export function asOneLine(text: string, characters: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= characters
    ? line
    : `${line
        .slice(0, characters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
