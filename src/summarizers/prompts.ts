/**
 * Prompts are files in prompts/, read at first use, versioned by their front matter and overridable one by one.
 * Filling is one pass over the template, so a placeholder inside a message stays the text it is.
 */
import { readFile } from 'node:fs/promises';
import { EverthreadError, invalidOption } from '../errors.ts';
import type { SummaryRequest } from '../summarizer.ts';
import { renderFacts, renderPrevious, renderTranscript } from './transcript-text.ts';

export const promptNames = [
  'plain',
  'bullets',
  'record',
  'condensed',
  'compressed',
  'running',
  'merge',
  'chunk',
] as const;
export type PromptName = (typeof promptNames)[number];

/**
 * A prompt of one's own. `text` holds the instructions and, after a line `# Input`, how the data is laid out;
 * without that line the built-in layout is used. `version` is stored with each summary made with it.
 */
export type PromptOverride = { text: string; version: string | number };
export type PromptOverrides = { [name in PromptName]?: PromptOverride };

export const placeholders = [
  'words',
  'targetTokens',
  'totalMessages',
  'totalTokens',
  'depth',
  'strategy',
  'layout',
  'previous',
  'facts',
  'transcript',
] as const;
type Placeholder = (typeof placeholders)[number];

export type Prompt = {
  name: PromptName;
  version: string;
  layout: string;
  instructions: string;
  input: string;
  /** A prompt of one's own that names a language asks for it, whatever the conversation is in. */
  anyLanguage: boolean;
};

/** A prompt ready to be sent. `version` is what a summary stores: `plain@1`. */
export type FilledPrompt = { version: string; instructions: string; input: string; anyLanguage: boolean };

const placeholderPattern = /\{\{(\w+)\}\}/g;
const inputHeading = /^# Input[ \t]*$/m;

const defaultInput = [
  '<previous_summaries>\n{{previous}}\n</previous_summaries>',
  '<exact_facts>\n{{facts}}\n</exact_facts>',
  '<transcript>\n{{transcript}}\n</transcript>',
].join('\n\n');

/** One pass: what a value contains is never looked at again. */
export function fillTemplate(template: string, values: { readonly [name: string]: string }): string {
  return template.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );
}

export function createPrompts({ overrides = {} }: { overrides?: PromptOverrides } = {}) {
  const loaded = new Map<PromptName, Promise<Prompt>>();
  for (const name of Object.keys(overrides)) {
    if (!promptNames.includes(name as PromptName)) {
      throw invalidOption(`prompts.${name}`, `one of ${promptNames.join(', ')}`, name);
    }
    const override = overrides[name as PromptName];
    if (override !== undefined) {
      loaded.set(name as PromptName, Promise.resolve(parseOverride(name as PromptName, override)));
    }
  }

  function load(name: PromptName): Promise<Prompt> {
    let prompt = loaded.get(name);
    if (prompt === undefined) {
      prompt = readPrompt(name);
      loaded.set(name, prompt);
      prompt.catch(() => loaded.delete(name));
    }
    return prompt;
  }

  return {
    load,
    /** The prompt for a request, with its data in place. */
    async fill(request: SummaryRequest): Promise<FilledPrompt> {
      const name = promptFor(request);
      const prompt = await load(name);
      const layout = name === 'merge' ? (await load(request.shape)).layout : prompt.layout;
      const values: { [name in Placeholder]: string } = {
        words: String(wordsAskedFor(request.limits)),
        targetTokens: String(request.limits.targetTokens),
        totalMessages: String(request.meta.totalMessages),
        totalTokens: String(request.meta.totalTokens),
        depth: String(request.meta.depth),
        strategy: request.meta.strategy,
        layout,
        previous: renderPrevious(request.previous),
        facts: renderFacts(request.facts),
        transcript: renderTranscript(request.transcript),
      };
      return {
        version: `${name}@${prompt.version}`,
        anyLanguage: prompt.anyLanguage,
        instructions: fillTemplate(prompt.instructions, values),
        input: fillTemplate(prompt.input, values),
      };
    },
  };
}

/** Which prompt a request calls for. */
export function promptFor(
  request: Pick<SummaryRequest, 'shape' | 'previous' | 'transcript' | 'meta' | 'part'>,
): PromptName {
  const mergesOnly = request.transcript.length === 0 && request.previous.length > 0;
  if (request.part === true) return mergesOnly ? 'merge' : 'chunk';
  if (request.shape === 'record') return 'record';
  if (mergesOnly) return 'merge';
  if (request.meta.strategy === 'running' && request.shape === 'plain') return 'running';
  return request.shape;
}

/** English prose has about 0.7 words to a token. */
const wordsPerToken = 0.7;

/** "Under N words": what the token target comes to, and never more than will be stored. */
export function wordsAskedFor({ targetTokens, maxWords }: SummaryRequest['limits']): number {
  return Math.min(
    maxWords ?? Number.POSITIVE_INFINITY,
    Math.max(10, Math.floor(targetTokens * wordsPerToken)),
  );
}

async function readPrompt(name: PromptName): Promise<Prompt> {
  const file = new URL(`./prompts/${name}.md`, import.meta.url);
  let source: string;
  try {
    source = await readFile(file, 'utf8');
  } catch (cause) {
    throw new EverthreadError({
      code: 'missing_dependency',
      field: `prompts.${name}`,
      message: `The prompt file prompts/${name}.md is not beside the code. Bundlers must copy it, or pass prompts.${name}: { text, version }.`,
      cause,
    });
  }
  const { fields, body } = splitFrontMatter(source);
  return splitBody({ name, version: fields.version ?? '0', layout: fields.layout ?? '', body });
}

function parseOverride(name: PromptName, { text, version }: PromptOverride): Prompt {
  if (typeof text !== 'string' || text.trim() === '') {
    throw invalidOption(`prompts.${name}.text`, 'a prompt text that is not empty', text);
  }
  if (!/^[\w.-]{1,40}$/.test(String(version))) {
    throw invalidOption(`prompts.${name}.version`, 'letters, digits, ".", "_" or "-", at most 40', version);
  }
  for (const [, placeholder] of text.matchAll(placeholderPattern)) {
    if (!placeholders.includes(placeholder as Placeholder)) {
      throw invalidOption(
        `prompts.${name}.text`,
        `free of placeholders other than ${placeholders.join(', ')}`,
        `{{${placeholder}}}`,
      );
    }
  }
  const { fields, body } = splitFrontMatter(text);
  const prompt = splitBody({ name, version: String(version), layout: fields.layout ?? 'plain text', body });
  prompt.anyLanguage = namesLanguage(prompt.instructions);
  const whole = prompt.instructions + prompt.input;
  for (const needed of ['{{previous}}', '{{transcript}}']) {
    if (!whole.includes(needed)) {
      throw invalidOption(
        `prompts.${name}.text`,
        `a text whose input part holds ${needed}`,
        'a text without it',
      );
    }
  }
  return prompt;
}

const languageCodes =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl no pa pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi zh'.split(
    ' ',
  );

/** "Write in German", "Antworte auf Deutsch": the name of a language in English or in itself. */
function namesLanguage(instructions: string): boolean {
  const names = languageCodes.flatMap((code) => [
    new Intl.DisplayNames(['en'], { type: 'language' }).of(code)!,
    new Intl.DisplayNames([code], { type: 'language' }).of(code)!,
  ]);
  const lower = instructions.toLowerCase();
  return names.some((name) => {
    const word = name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(lower);
  });
}

function splitFrontMatter(source: string): { fields: { [key: string]: string }; body: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(source);
  if (match === null) return { fields: {}, body: source };
  const fields: { [key: string]: string } = {};
  for (const line of match[1]!.split(/\r?\n/)) {
    const separator = line.indexOf(':');
    if (separator > 0) fields[line.slice(0, separator).trim()] = line.slice(separator + 1).trim();
  }
  return { fields, body: source.slice(match[0].length) };
}

function splitBody(options: { name: PromptName; version: string; layout: string; body: string }): Prompt {
  const { name, version, layout, body } = options;
  const heading = inputHeading.exec(body);
  const instructions = (heading === null ? body : body.slice(0, heading.index)).replace(
    /^\s*# Instructions[ \t]*\n/,
    '',
  );
  const input = heading === null ? defaultInput : body.slice(heading.index + heading[0].length);
  return {
    name,
    version,
    layout,
    instructions: instructions.trim(),
    input: input.trim(),
    anyLanguage: false,
  };
}
