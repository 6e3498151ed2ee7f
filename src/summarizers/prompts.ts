/**
 * Chooses and fills the prompt for a request. The texts are in prompts/, with versions, and can be replaced
 * individually. Filling is one pass over the template, so a placeholder inside a message stays text.
 */
import { invalidOption } from '../errors.ts';
import { sha256 } from '../message/hash.ts';
import type { SummaryRequest } from '../summarizer.ts';
import {
  type Placeholder,
  type PromptOverride,
  parseOverride,
  placeholderPattern,
} from './prompt-override.ts';
import type { BuiltInPrompt } from './prompts/built-in.ts';
import { bulletsPrompt } from './prompts/bullets.ts';
import { compressedPrompt } from './prompts/compressed.ts';
import { condensedPrompt } from './prompts/condensed.ts';
import { mergePrompt } from './prompts/merge.ts';
import { plainPrompt } from './prompts/plain.ts';
import { profilePrompt } from './prompts/profile.ts';
import { recordPrompt } from './prompts/record.ts';
import { runningPrompt } from './prompts/running.ts';
import { partNote, wishes } from './prompts/wishes.ts';
import { workPrompt } from './prompts/work.ts';
import {
  renderBefore,
  renderFacts,
  renderPrevious,
  renderTranscript,
  renderWork,
} from './transcript-text.ts';

const builtIns = {
  plain: plainPrompt,
  bullets: bulletsPrompt,
  record: recordPrompt,
  condensed: condensedPrompt,
  compressed: compressedPrompt,
  running: runningPrompt,
  work: workPrompt,
  merge: mergePrompt,
  profile: profilePrompt,
};
export type PromptName = keyof typeof builtIns;
export const promptNames = Object.keys(builtIns) as readonly PromptName[];

export type PromptOverrides = { [name in PromptName]?: PromptOverride };

export type Prompt = Omit<BuiltInPrompt, 'version'> & {
  version: string;
  /** True for a custom prompt that names a language: the summary may be in another language than the conversation. */
  anyLanguage: boolean;
};

/** A prompt ready to be sent. `version` is what a summary stores, such as `plain@1`. */
export type FilledPrompt = Pick<Prompt, 'instructions' | 'input' | 'anyLanguage' | 'scratch' | 'sections'> & {
  version: string;
};

/** One pass: placeholders inside values are not replaced. */
export function fillTemplate(template: string, values: { readonly [name: string]: string }): string {
  return template.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );
}

export function createPrompts({ overrides = {} }: { overrides?: PromptOverrides } = {}) {
  const prompts = new Map<PromptName, Prompt>(
    promptNames.map((name) => {
      const { version, ...prompt } = builtIns[name];
      return [name, { ...prompt, version: String(version), anyLanguage: false }];
    }),
  );
  for (const name of Object.keys(overrides)) {
    if (!promptNames.includes(name as PromptName)) {
      throw invalidOption(`prompts.${name}`, `one of ${promptNames.join(', ')}`, name);
    }
    const override = overrides[name as PromptName];
    if (override !== undefined) prompts.set(name as PromptName, parseOverride(name as PromptName, override));
  }

  return {
    /** Identifies the texts of all prompts. */
    version: sha256(JSON.stringify([...prompts])),
    /** The prompt for a request, filled with its data. */
    fill(request: SummaryRequest): FilledPrompt {
      const name = promptFor(request);
      const prompt = prompts.get(name)!;
      const values: { [name in Placeholder]: string } = {
        words: String(wordsAskedFor(request.limits)),
        targetTokens: String(request.limits.targetTokens),
        totalMessages: String(request.meta.totalMessages),
        totalTokens: String(request.meta.totalTokens),
        depth: String(request.meta.depth),
        strategy: request.meta.strategy,
        layout: name === 'merge' ? prompts.get(layoutOf(request))!.layout : prompt.layout,
        before: renderBefore(request.part?.before),
        previous: renderPrevious(request.previous),
        work: renderWork(request.work),
        facts: renderFacts(request.facts),
        transcript: renderTranscript(request.transcript),
      };
      const instructions = [prompt.instructions, wishes(request), partNote(request)].filter(
        (text) => text !== '',
      );
      return {
        version: `${name}@${prompt.version}`,
        anyLanguage: prompt.anyLanguage,
        scratch: prompt.scratch,
        sections: prompt.sections,
        instructions: fillTemplate(instructions.join('\n\n'), values),
        input: fillTemplate(prompt.input, values),
      };
    },
  };
}

type Asked = Pick<SummaryRequest, 'shape' | 'previous' | 'transcript' | 'meta' | 'part' | 'work'>;

/** The prompt that a request needs. A part uses the prompt of the whole. */
export function promptFor(request: Asked): PromptName {
  const mergesOnly = request.transcript.length === 0 && request.previous.length > 0;
  if (request.part === undefined && request.shape === 'record') return 'record';
  return mergesOnly ? 'merge' : layoutOf(request);
}

/**
 * The work layout only for shapes that describe work: the others promise plain paragraphs, and a record has its own
 * fields.
 */
function layoutOf({ shape, meta, part, work }: Asked): PromptName {
  const whole = part?.of ?? shape;
  if (whole === 'record') return 'plain';
  if (whole !== 'plain') return work === undefined ? whole : 'work';
  return meta.strategy === 'running' || meta.strategy === 'profile' ? meta.strategy : 'plain';
}

/** English prose has about 0.7 words per token. */
const wordsPerToken = 0.7;

/** The number of words to ask for: the token target in words, but never more than is stored. */
export function wordsAskedFor({ targetTokens, maxWords }: SummaryRequest['limits']): number {
  return Math.min(
    maxWords ?? Number.POSITIVE_INFINITY,
    Math.max(10, Math.floor(targetTokens * wordsPerToken)),
  );
}
