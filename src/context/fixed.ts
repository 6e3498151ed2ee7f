/** The first sections: the caller's system prompt and profile, which are never cut, and the standing rules. */
import { EverthreadError } from '../errors.ts';
import { type Part, textOf } from '../message/message.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import { type ShownRule, showRules } from './rules.ts';
import { formatCount, rangeText } from './text.ts';

export type FixedSection = {
  section: 'system' | 'profile' | 'pinned';
  text: string;
  /** The caller's parts, if it did not pass one text. */
  parts?: readonly Part[];
  tokens: number;
  /** How many standing rules it shows, and in `leftOut` how many did not fit. */
  rules?: number;
  leftOut?: number;
};

type FixedInput = {
  system: string | readonly Part[] | undefined;
  profile: string | undefined;
  pinned: readonly string[];
  rules: readonly ShownRule[];
  /** Most tokens for standing rules. */
  ruleTokens: number;
  counter: TokenCounter;
};

/** Tokens of the caller's system prompt and profile. */
export function givenTokens(options: Pick<FixedInput, 'system' | 'profile' | 'counter'>): number {
  const sections = fixedSections({ ...options, pinned: [], rules: [], ruleTokens: 0 });
  return sections.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * The sections of the last requests, because they are mostly the same turn after turn and needed several times in each.
 */
const remembered = new WeakMap<
  TokenCounter,
  { key: string; given: FixedInput; sections: FixedSection[] }[]
>();
const mostRemembered = 8;

export function fixedSections(given: FixedInput): readonly FixedSection[] {
  const { system, profile, pinned, rules, ruleTokens, counter } = given;
  if (typeof system === 'object') return writeSections(given);
  const key = JSON.stringify([ruleTokens, pinned, rules]);
  const known = remembered.get(counter) ?? [];
  const same = known.find(
    (one) => one.key === key && one.given.system === system && one.given.profile === profile,
  );
  if (same !== undefined) return same.sections;
  const sections = writeSections(given);
  known.unshift({ key, given, sections });
  if (known.length > mostRemembered) known.pop();
  remembered.set(counter, known);
  return sections;
}

function writeSections(options: FixedInput): FixedSection[] {
  const { system = '', profile = '', pinned, rules, ruleTokens, counter } = options;
  const texts = {
    system: typeof system === 'string' ? system : textOf(system),
    profile: isBlank(profile)
      ? ''
      : frame({
          tag: 'user-profile',
          note: 'What is known about the user, as data:',
          body: neutralize(profile),
        }),
  };
  const sections: FixedSection[] = (['system', 'profile'] as const)
    .filter((section) => !isBlank(texts[section]))
    .map((section) => {
      const text = texts[section];
      const blocks = section === 'system' && typeof system !== 'string' ? system : undefined;
      const parts = blocks ?? [{ type: 'text' as const, text }];
      return {
        section,
        text,
        ...(blocks && { parts: blocks }),
        tokens: counter.message({ role: 'system', parts: [...parts] }),
      };
    });
  const shown = showRules({ pinned, rules, limit: ruleTokens, counter });
  return shown === undefined ? sections : [...sections, { section: 'pinned', ...shown }];
}

/** System messages of the log that the strategy shows verbatim. */
type Preserved = { from: number; to: number; tokens: number };

/** The error if nothing can be shortened further: it names the largest part, its size, and what to do (I-3). */
export function overflowError(options: {
  fixed: readonly FixedSection[];
  preserved: Preserved | undefined;
  budget: { tokens: number; responseTokens: number };
  /** Converts reference tokens to tokens of the model. */
  scale: (tokens: number) => number;
}): EverthreadError {
  const { fixed, preserved, budget, scale } = options;
  const available = budget.tokens - budget.responseTokens;
  const parts: { section: string; tokens: number }[] = [
    ...fixed,
    ...(preserved === undefined ? [] : [{ section: 'preserveSystem', tokens: preserved.tokens }]),
  ];
  const sizes = Object.fromEntries(parts.map(({ section, tokens }) => [section, scale(tokens)]));
  const culprit = parts.toSorted((left, right) => right.tokens - left.tokens)[0]?.section;
  const needed = formatCount(culprit === undefined ? 0 : sizes[culprit]!);
  const room = `${formatCount(available)} tokens are available for the context (budget.tokens ${formatCount(budget.tokens)} minus budget.responseTokens ${formatCount(budget.responseTokens)})`;
  return new EverthreadError({
    code: 'context_overflow',
    field: culprit ?? 'budget.tokens',
    message: overflowMessage(culprit, { needed, room, preserved }),
    details: { section: culprit ?? null, size: culprit === undefined ? 0 : sizes[culprit], available, sizes },
  });
}

function overflowMessage(
  culprit: string | undefined,
  { needed, room, preserved }: { needed: string; room: string; preserved: Preserved | undefined },
): string {
  if (culprit === undefined)
    return `budget.tokens is too small: ${room}, which does not hold even a shortened message. Raise budget.tokens.`;
  if (culprit === 'preserveSystem')
    return `The system messages ${rangeText(preserved!.from, preserved!.to)} of the log need ${needed} tokens word for word, but ${room} and the conversation needs some of them. Raise budget.tokens, or set preserveSystem to false.`;
  return `${culprit} needs ${needed} tokens, but ${room} and the conversation needs some of them. Shorten ${culprit} or raise budget.tokens.`;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
