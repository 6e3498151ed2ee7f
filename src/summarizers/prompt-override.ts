/** Custom prompts: parsed from text, with placeholders checked, and the requested language detected. */
import { invalidOption } from '../errors.ts';
import { inputLayout } from './prompts/built-in.ts';
import type { Prompt, PromptName } from './prompts.ts';

/**
 * A custom prompt. `text` contains the instructions and, after a line `# Input`, the layout of the data. Without that
 * line the built-in layout is used. `version` is stored with each summary made with the prompt.
 */
export type PromptOverride = { text: string; version: string | number };

const placeholders = [
  'words',
  'targetTokens',
  'totalMessages',
  'totalTokens',
  'depth',
  'strategy',
  'layout',
  'before',
  'previous',
  'work',
  'facts',
  'transcript',
] as const;
export type Placeholder = (typeof placeholders)[number];

export const placeholderPattern = /\{\{(\w+)\}\}/g;
const inputHeading = /^# Input[ \t]*$/m;

export function parseOverride(name: PromptName, { text, version }: PromptOverride): Prompt {
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
  const { instructions, input } = splitBody(body);
  for (const needed of ['{{previous}}', '{{transcript}}']) {
    if (!(instructions + input).includes(needed)) {
      throw invalidOption(
        `prompts.${name}.text`,
        `a text whose input part holds ${needed}`,
        'a text without it',
      );
    }
  }
  return {
    version: String(version),
    layout: fields.layout ?? 'plain text',
    instructions,
    input,
    scratch: /<scratch>/iu.test(text),
    sections: false,
    anyLanguage: namesLanguage(instructions),
  };
}

const languageCodes =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl no pa pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi zh'.split(
    ' ',
  );

/** "Write in German", "Antworte auf Deutsch": finds the name of a language in English or in the language itself. */
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

export function splitFrontMatter(source: string): { fields: { [key: string]: string }; body: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(source);
  if (match === null) return { fields: {}, body: source };
  const fields: { [key: string]: string } = {};
  for (const line of match[1]!.split(/\r?\n/)) {
    const separator = line.indexOf(':');
    if (separator > 0) fields[line.slice(0, separator).trim()] = line.slice(separator + 1).trim();
  }
  return { fields, body: source.slice(match[0].length) };
}

function splitBody(body: string): { instructions: string; input: string } {
  const heading = inputHeading.exec(body);
  const instructions = (heading === null ? body : body.slice(0, heading.index)).replace(
    /^\s*# Instructions[ \t]*\n/,
    '',
  );
  const input = heading === null ? inputLayout() : body.slice(heading.index + heading[0].length);
  return { instructions: instructions.trim(), input: input.trim() };
}
