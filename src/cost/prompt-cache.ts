/**
 * Simulates a provider's prompt cache: which tokens of each request are read from it, written to it, or neither. It
 * takes blocks and times, remembers the blocks it was sent, and never sees their texts.
 */

import { createHash } from 'node:crypto';
import { invalidOption } from '../errors.ts';
import type { BilledTokens, CacheRules } from './prices.ts';

export type PromptBlock = {
  /** Blocks with equal keys have equal bytes. */
  key: string;
  tokens: number;
  /** The request asks to cache everything up to here. */
  mark?: boolean;
};

export type PromptCache = {
  /** `at` is a time in milliseconds. */
  send(blocks: readonly PromptBlock[], at: number): BilledTokens;
};

type Chain = { key: string; tokens: number; mark: boolean }[];

export function createPromptCache(rules: CacheRules): PromptCache {
  const kinds = ['marks', 'prefix', 'none'];
  if (!kinds.includes(rules?.kind)) throw invalidOption('kind', `one of ${kinds.join(', ')}`, rules?.kind);
  /** The time until which each cached beginning lasts. */
  const entries = new Map<string, number>();
  const isCached = (key: string, at: number) => (entries.get(key) ?? -1) >= at;
  const send = { marks: sendMarked, prefix: sendPrefixed, none: sendPlain }[rules.kind];
  return { send: (blocks, at) => send(chainOf(blocks), at) };

  function sendMarked(chain: Chain, at: number): BilledTokens {
    const marks = chain.flatMap(({ mark }, index) => (mark ? [index] : [])).slice(-rules.mostMarks);
    const last = marks.at(-1);
    if (last === undefined) return sendPlain(chain);
    let hit = -1;
    for (const mark of marks) {
      for (let index = mark; index >= Math.max(0, mark - rules.lookbackBlocks); index -= 1) {
        if (!isCached(chain[index]!.key, at)) continue;
        hit = Math.max(hit, index);
        break;
      }
    }
    const until = at + rules.lifetimeMs;
    if (hit >= 0) entries.set(chain[hit]!.key, until);
    for (const mark of marks)
      if (chain[mark]!.tokens >= rules.leastTokens) entries.set(chain[mark]!.key, until);
    const readTokens = hit >= 0 ? chain[hit]!.tokens : 0;
    const cachedTo =
      chain[last]!.tokens >= rules.leastTokens ? Math.max(readTokens, chain[last]!.tokens) : readTokens;
    return billed(chain, readTokens, cachedTo);
  }

  function sendPrefixed(chain: Chain, at: number): BilledTokens {
    const hit = chain.findLastIndex(({ key }) => isCached(key, at));
    const whole = hit >= 0 ? Math.floor(chain[hit]!.tokens / rules.stepTokens) * rules.stepTokens : 0;
    const readTokens = whole >= rules.leastTokens ? whole : 0;
    for (const { key } of chain) entries.set(key, at + rules.lifetimeMs);
    return billed(chain, readTokens, totalOf(chain));
  }

  function sendPlain(chain: Chain): BilledTokens {
    return billed(chain, 0, 0);
  }
}

/**
 * Each block with the number of tokens up to its end, under a key that stands for the block and everything before it.
 */
function chainOf(blocks: readonly PromptBlock[]): Chain {
  let key = '';
  let tokens = 0;
  return blocks.map((block) => {
    key = chained(key, block.key);
    tokens += block.tokens;
    return { key, tokens, mark: block.mark === true };
  });
}

function chained(before: string, key: string): string {
  return createHash('sha1').update(before).update('\0').update(key).digest('base64');
}

function totalOf(chain: Chain): number {
  return chain.at(-1)?.tokens ?? 0;
}

function billed(chain: Chain, readTokens: number, cachedTo: number): BilledTokens {
  return { readTokens, writtenTokens: cachedTo - readTokens, plainTokens: totalOf(chain) - cachedTo };
}
