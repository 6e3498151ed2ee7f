/** The options of a context, checked before anything is read. */

import type { Resource } from '../context/context.ts';
import { checkShares, type SectionShares } from '../context/sections.ts';
import { invalidInput } from '../errors.ts';
import { refuseUnknownInput } from '../input/member-checks.ts';
import { checkSignal } from '../input/signals.ts';
import { fromAnthropicSystem } from '../message/anthropic.ts';
import type { AnthropicTextBlock } from '../message/anthropic-shapes.ts';
import type { Part } from '../message/message.ts';
import { checkLongMessages, type LongMessages } from '../options.ts';
import type { BudgetOption } from '../tokens/windows.ts';

export type ContextOptions = {
  /** Default: the thread's own. A context for any other budget is made at once. */
  budget?: BudgetOption;
  /** Shares of the sections in the budget. Sections that are not named keep the thread's shares. */
  sectionShares?: Partial<SectionShares>;
  /** How a newest message that is too long for the budget is shown. Default: as configured for all threads. */
  longMessages?: LongMessages;
  /** The model the context is sent to. Default: the configured one. */
  model?: string;
  /** Text, or the blocks of Anthropic's `system`, whose cache marks are kept and counted. */
  system?: string | readonly AnthropicTextBlock[];
  /** The caller's own text about the user, or true for what other threads tell about the thread's owner. */
  profile?: string | true;
  /** Rules that are shown verbatim and never cut. */
  pinned?: readonly string[];
  /** Retrieved excerpts for this turn only: never stored, never summarized. */
  resources?: readonly Resource[];
  /** The text to recall old passages for. Default: the newest message, if it is the user's. */
  query?: string;
  /** False: recall nothing for this turn. */
  recall?: boolean;
  /** True: the context is only looked at, not sent. It does not count among the requests that `requests()` sums up. */
  preview?: boolean;
  /** Tokens of the request besides the context, if the budget does not already allow for them. */
  reserve?: ContextReserve;
  /** Aborts the wait for the context, which then does not count among the requests. */
  signal?: AbortSignal;
};

export type ContextReserve = {
  /** Tokens to keep free for the answer, instead of the budget's own figure. At most half of the budget. */
  responseTokens?: number;
  /** Reference tokens of tool definitions, schemas and the like. */
  requestTokens?: number;
};

const names = [
  'budget',
  'sectionShares',
  'longMessages',
  'model',
  'system',
  'profile',
  'pinned',
  'resources',
  'query',
  'recall',
  'preview',
  'reserve',
  'signal',
];

export function checkContextOptions(options: ContextOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidInput('options', 'an object', options);
  }
  refuseUnknownInput('', options, names);
  const { profile } = options;
  if (profile !== undefined && profile !== true && typeof profile !== 'string') {
    throw invalidInput('profile', 'a string, or true', profile);
  }
  systemParts(options.system);
  for (const field of ['model', 'query'] as const) {
    if (options[field] !== undefined && typeof options[field] !== 'string') {
      throw invalidInput(field, 'a string', options[field]);
    }
  }
  for (const field of ['recall', 'preview'] as const) {
    if (options[field] !== undefined && typeof options[field] !== 'boolean') {
      throw invalidInput(field, 'true or false', options[field]);
    }
  }
  if (options.sectionShares !== undefined) checkShares(options.sectionShares);
  checkLongMessages(options.longMessages);
  checkReserve(options.reserve);
  checkSignal(options.signal);
  if (options.pinned !== undefined && !isStringArray(options.pinned)) {
    throw invalidInput('pinned', 'an array of strings', options.pinned);
  }
  if (options.resources === undefined) return;
  if (!Array.isArray(options.resources)) throw invalidInput('resources', 'an array', options.resources);
  for (const [index, resource] of options.resources.entries()) {
    for (const field of ['id', 'name', 'text'] as const) {
      if (typeof resource?.[field] !== 'string') {
        throw invalidInput(`resources[${index}].${field}`, 'a string', resource?.[field]);
      }
    }
  }
}

/** Turns blocks into parts that keep their cache marks and other members. A text stays as it is. */
export function systemParts(system: ContextOptions['system']): string | readonly Part[] | undefined {
  if (system === undefined || typeof system === 'string') return system;
  if (!Array.isArray(system)) throw invalidInput('system', 'a string or an array of text blocks', system);
  const { parts } = fromAnthropicSystem([...system]);
  const other = parts.findIndex(({ type }) => type !== 'text');
  if (other !== -1) throw invalidInput(`system[${other}].type`, "'text'", system[other]?.type);
  return parts;
}

function checkReserve(reserve: ContextReserve | undefined): void {
  if (reserve === undefined) return;
  if (typeof reserve !== 'object' || reserve === null) throw invalidInput('reserve', 'an object', reserve);
  for (const field of ['responseTokens', 'requestTokens'] as const) {
    const tokens = reserve[field];
    if (tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens >= 0)) {
      throw invalidInput(`reserve.${field}`, 'a whole number of at least 0', tokens);
    }
  }
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
