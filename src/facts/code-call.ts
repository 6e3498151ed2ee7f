/** Calls of tools that run code in a programming language, such as `execute_python`: it is no script of a shell. */
import type { JsonObject } from '../message/message.ts';
import { readInlineCode } from './inline-code.ts';
import type { ShellStep } from './shell.ts';
import { stringsAt } from './tool-input.ts';

export type InlineCode = { language: string; text: string };

const shellWord = /^(?:bash|shell|sh|zsh|terminal|powershell|console|cmd)$/;
const runWord = /^(?:run|exec|execute|execution|cell|interpreter|eval|evaluate)$/;
const languageWord = /^(?:python\d?|ipython|javascript|typescript|js|ts|node|ruby|julia|r)$/;
const ofNode = /^(?:javascript|typescript|js|ts|node)$/;

/** `name`: the words of the tool's name. */
export function codeIn(name: readonly string[], record: JsonObject): InlineCode | undefined {
  const given = stringsAt(record, ['language', 'lang', 'kernel']).join(' ').toLowerCase();
  if (name.some((word) => shellWord.test(word)) || /^(?:ba|z|da)?sh\b|shell/.test(given)) return undefined;
  const language = [given, ...name].find((word) => languageWord.test(word));
  const runs = language !== undefined || name.some((word) => runWord.test(word));
  const [text] = stringsAt(record, language === undefined ? ['code'] : ['code', 'script', 'source', 'input']);
  const isCommand = stringsAt(record, ['command', 'cmd']).length > 0;
  return runs && text !== undefined && !isCommand ? { language: language ?? 'python', text } : undefined;
}

export function stepOfCode({ language, text }: InlineCode): ShellStep {
  const name = ofNode.test(language) ? 'node' : language;
  return {
    name,
    words: [name, name === 'node' ? '-e' : '-c', text],
    text: text.trim().split('\n', 1)[0]!,
    effects: readInlineCode(text),
    documents: [],
    link: '',
  };
}
