/** Definitions in an edit that later work may depend on: signatures, types, schema fields, lines of configuration. */
import type { WrittenText } from '../facts/tool-input.ts';
import { isGuard } from './names.ts';

export type Definition = { path: string; name: string; text: string };

const longestLine = 160;
const mostLines = 2_000;
const mostDefinitions = 24;

const named = String.raw`([A-Za-z_$][\w$]*[?!]?)`;
const patterns: readonly RegExp[] = [
  // functions, classes, types and modules of common languages, with the modifiers before them
  new RegExp(
    String.raw`^\s{0,8}(?:export\s+|default\s+|declare\s+|public\s+|private\s+|protected\s+|internal\s+|static\s+|abstract\s+|final\s+|async\s+|inline\s+|pub(?:\([a-z]+\))?\s+|unsafe\s+|override\s+|virtual\s+|extern\s+|open\s+|sealed\s+|data\s+)*(?:function\*?|class|interface|type|enum|struct|union|trait|protocol|def[pa]?|defmodule|defmacrop?|fn|func|fun|module|namespace|record|message|service|mixin|sub|proc)\s+(?:\([^)]{0,80}\)\s*)?${named}`,
  ),
  new RegExp(
    String.raw`^(?:export\s+)?(?:const|let|var|val)\s+${named}\s*(?::[^=]{1,80})?=\s*(?:async\s*)?(?:\([^)]{0,120}\)|\w+)\s*(?::[^=]{1,60})?=>`,
  ),
  new RegExp(String.raw`^export\s+(?:const|let|var)\s+${named}`),
  // C and similar languages: a type, a name, parameters
  /^(?:[A-Za-z_][\w\s*&:<>,]{0,80}[\s*&])([A-Za-z_]\w*)\s*\([^;{}]{0,160}\)\s*(?:const\s*)?[{;]?\s*$/,
  /^\s{0,4}#\s{0,2}define\s+([A-Za-z_]\w*)/,
  /^\s{0,8}typedef\s.{1,100}?([A-Za-z_]\w*)\s*;\s*$/,
  /^\s{0,4}\\(?:re)?newcommand\*?\{?\\([A-Za-z]+)/,
  /^\s{0,4}\\DeclareMathOperator\*?\{?\\([A-Za-z]+)/,
  /^\s{0,8}create\s+(?:or\s+replace\s+)?(?:temp\w*\s+)?(?:table|view|index|function|type|trigger)\s+(?:if not exists\s+)?["`]?([\w.]+)/i,
  /^\s{0,8}(?:alter table)\s+["`]?([\w.]+)/i,
  /^\s{0,4}(?:set|option|add_executable|add_library|target_\w+)\s?\(\s*([\w-]+)/,
  /^([A-Z][A-Z0-9_]{3,})\s?=\s?\S/,
  /^\s{0,4}@(?:app|router|bp|api)\.\w+\(\s*["']([^"']{1,80})/,
];
const notDefined = /^(?:if|for|while|switch|return|else|catch|new|await|sizeof|assert|print|printf|echo)$/;

export function definitionsIn({ path, before, after }: WrittenText): Definition[] {
  const known = new Set(before.split('\n', mostLines).map((line) => line.trim()));
  const found: Definition[] = [];
  for (const line of after.split('\n', mostLines)) {
    const text = line.trim();
    if (line.length > longestLine || text.length < 6 || known.has(text)) continue;
    const name = patterns.map((pattern) => pattern.exec(line)?.[1]).find((match) => match !== undefined);
    if (name === undefined || name.length < 3 || notDefined.test(name) || isGuard(name)) continue;
    if (/^\s*(?:return|throw|delete|goto|else|case)\b/.test(line)) continue;
    found.push({ path, name, text: text.replace(/\s*[{:]$/, '') });
    if (found.length === mostDefinitions) break;
  }
  return found;
}
