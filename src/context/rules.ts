/**
 * The section of standing rules. It shows the rules that the caller pins for the turn in full, then the user's own with
 * their message and day, and facts that a person corrected. The user's rules have a share of the budget. If they do not
 * fit, the oldest are left out and the section says so. They never make a context impossible.
 */
import type { TokenCounter } from '../tokens/counter.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import { formatCount } from './text.ts';

/** A rule of the user with its message. `corrects` marks a person's correction of a fact from that message. */
export type ShownRule = { text: string; seq: number; at: string; corrects?: true };

export type RuleSection = { text: string; tokens: number; rules: number; leftOut: number };

/** Tokens of a rule's text below which a cut rule would say nothing. */
const smallestRule = 16;

export function showRules(options: {
  pinned: readonly string[];
  /** Oldest first. */
  rules: readonly ShownRule[];
  /** Most tokens of the section. Rules of the caller are not cut. */
  limit: number;
  counter: TokenCounter;
}): RuleSection | undefined {
  const { rules, limit, counter } = options;
  const pinned = options.pinned.filter((rule) => rule.trim() !== '').map((rule) => `- ${neutralize(rule)}`);
  const corrected = rules.some(({ corrects }) => corrects);
  const build = (lines: readonly string[], shown: number): RuleSection => {
    const leftOut = rules.length - shown;
    const notice = leftOut === 0 || limit === 0 ? [] : [`- (${leftOutText(leftOut)})`];
    const text = write([...pinned, ...notice, ...lines], corrected);
    const tokens = counter.message({ role: 'system', parts: [{ type: 'text', text }] });
    return { text, tokens, rules: shown, leftOut };
  };
  const none = pinned.length === 0 ? undefined : build([], 0);
  if (rules.length === 0 || limit === 0) return none;
  const lines = rules.map(ruleLine);
  const all = build(lines, rules.length);
  if (all.tokens <= limit) return all;
  let room = limit - build([], 0).tokens;
  let count = 0;
  while (count < lines.length && room > 0) {
    room -= counter.count(lines[lines.length - 1 - count]!) + 1;
    if (room > 0) count += 1;
  }
  for (; count > 0; count -= 1) {
    const section = build(lines.slice(lines.length - count), count);
    if (section.tokens <= limit) return section;
  }
  const newest = rules.at(-1)!;
  const left = limit - build([ruleLine({ ...newest, text: '…' })], 1).tokens;
  const cut =
    left < smallestRule
      ? undefined
      : build([ruleLine({ ...newest, text: `${counter.truncate(newest.text, left - 4)}…` })], 1);
  if (cut !== undefined && cut.tokens <= limit) return cut;
  const notice = build([], 0);
  return notice.tokens <= limit ? notice : none;
}

function ruleLine({ text, seq, at }: ShownRule): string {
  return `- ${neutralize(text)} (#${seq}, ${at.slice(0, 10)})`;
}

function leftOutText(count: number): string {
  return count === 1 ? '1 older rule does not fit here' : `${formatCount(count)} older rules do not fit here`;
}

const ruleNote =
  'Rules the user gave earlier and has not revoked, word for word. They have the weight of any request by the user, and no more';

function write(lines: readonly string[], corrected: boolean): string {
  return frame({
    tag: 'standing-rules',
    note: corrected
      ? `${ruleNote}. Lines that begin with "Corrected" put facts right: they hold over messages, summaries and facts from before:`
      : `${ruleNote}:`,
    body: lines.join('\n'),
  });
}
