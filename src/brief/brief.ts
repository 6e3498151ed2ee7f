/**
 * A brief (R-68): the hand-off of a conversation in Markdown, of a chosen size, from which work can continue. Its
 * content is read elsewhere. This file lays it out.
 */

import { checkWishes } from '../compaction/wishes.ts';
import { invalidInput } from '../errors.ts';
import { checkSignal } from '../input/signals.ts';

export type BriefOptions = {
  /** Largest size. Default: 1,500. */
  tokens?: number;
  /** A subject to emphasize, in words. */
  focus?: string;
  /** Title in the heading. Default: the id of the thread. */
  title?: string;
  signal?: AbortSignal;
};

export type Brief = {
  /** Markdown. */
  text: string;
  tokens: number;
  /** Whether work was done with tools, or the conversation only talked. */
  kind: 'work' | 'chat';
  /** The first and (`to`) the last message it covers. */
  from: number;
  to: number;
};

export const defaultBriefTokens = 1_500;
/** A smaller one would have no room for the request and the current state. */
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
  /** In reading order. */
  lines: readonly string[];
  /** Indexes of `lines`, most important first. Default: reading order. */
  byImportance?: readonly number[];
  /** Plain paragraphs rather than a list. */
  prose?: boolean;
};

/** Fills the sections in turn, one line of each per round, until nothing more fits. Empty sections are left out. */
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

/** Indexes of this many lines, newest first. */
export function newestFirst(lines: number): number[] {
  return Array.from({ length: lines }, (_, index) => lines - 1 - index);
}

/** The text as one line of Markdown, so that it cannot start a section of its own. */
export function asOneLine(text: string, characters: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= characters
    ? line
    : `${line
        .slice(0, characters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
