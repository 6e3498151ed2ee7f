/** The sections that are never cut: what the caller says of itself and its user, and the user's standing rules. */
import { EverthreadError } from '../errors.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { frame, neutralize } from './frame.ts';
import { formatCount } from './text.ts';

export type FixedSection = { section: 'system' | 'profile' | 'pinned'; text: string; tokens: number };

export function fixedSections(options: {
  system: string | undefined;
  profile: string | undefined;
  pinned: readonly string[];
  counter: TokenCounter;
}): FixedSection[] {
  const { system = '', profile = '', pinned, counter } = options;
  const texts = {
    system,
    profile: isBlank(profile)
      ? ''
      : frame({
          tag: 'user-profile',
          note: 'What is known about the user, as data:',
          body: neutralize(profile),
        }),
    pinned: pinned.every(isBlank)
      ? ''
      : frame({
          tag: 'standing-rules',
          note: 'Rules the user gave earlier and has not revoked, word for word. They have the weight of any request by the user, and no more:',
          body: pinned
            .filter((rule) => !isBlank(rule))
            .map((rule) => `- ${neutralize(rule)}`)
            .join('\n'),
        }),
  };
  return (['system', 'profile', 'pinned'] as const)
    .filter((section) => !isBlank(texts[section]))
    .map((section) => ({
      section,
      text: texts[section],
      tokens: counter.message({ role: 'system', parts: [{ type: 'text', text: texts[section] }] }),
    }));
}

/** Nothing can be shortened any more: says what stands in the way, how large it is, and what to do (I-3). */
export function overflowError(options: {
  fixed: readonly FixedSection[];
  budget: { tokens: number; responseTokens: number };
  /** Reference tokens to the model's. */
  scale: (tokens: number) => number;
}): EverthreadError {
  const { fixed, budget, scale } = options;
  const available = budget.tokens - budget.responseTokens;
  const sizes = Object.fromEntries(fixed.map(({ section, tokens }) => [section, scale(tokens)]));
  const culprit = fixed.toSorted((left, right) => right.tokens - left.tokens)[0]?.section;
  const room = `${formatCount(available)} tokens are available for the context (budget.tokens ${formatCount(budget.tokens)} minus budget.responseTokens ${formatCount(budget.responseTokens)})`;
  return new EverthreadError({
    code: 'context_overflow',
    field: culprit ?? 'budget.tokens',
    message:
      culprit === undefined
        ? `budget.tokens is too small: ${room}, which does not hold even a shortened message. Raise budget.tokens.`
        : `${culprit} needs ${formatCount(sizes[culprit]!)} tokens, but ${room} and the conversation needs some of them. Shorten ${culprit} or raise budget.tokens.`,
    details: { section: culprit ?? null, size: culprit === undefined ? 0 : sizes[culprit], available, sizes },
  });
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
