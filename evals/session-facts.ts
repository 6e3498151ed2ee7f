/**
 * The facts a coding session must not lose: changed files, decisions, rules of the user, and its most important exact
 * facts. Changed files are read from the tool calls by code of this evaluation, so that gaps in the product's reader
 * show. The other facts are found by the product's extraction over the whole session.
 */
import { extractFacts } from '../src/facts/extract.ts';
import type { Json, Part } from '../src/message/message.ts';
import type { Fact, FactKind } from '../src/records/fact.ts';

export type SessionMessage = { role: string; parts: readonly Part[]; createdAt?: string };

export const factClasses = ['files changed', 'decisions', 'user rules', 'top 50 exact facts'] as const;
export type FactClass = (typeof factClasses)[number];

export type SessionFacts = { [name in FactClass]: Fact[] } & { all: Fact[] };

const mostImportant = 50;
/** Kinds of facts that are whole sentences; they are counted in other classes. */
const statements: ReadonlySet<FactKind> = new Set(['rule', 'decision', 'commitment', 'question']);

export function sessionFacts(messages: readonly SessionMessage[]): SessionFacts {
  const sources = messages.map(({ role, parts, createdAt = '' }, index) => ({
    seq: index + 1,
    role,
    at: createdAt,
    text: '',
    parts,
  }));
  const all = extractFacts(sources);
  return {
    'files changed': changedFiles(messages),
    decisions: all.filter((fact) => fact.kind === 'decision'),
    'user rules': all.filter((fact) => fact.kind === 'rule' && fact.role === 'user'),
    'top 50 exact facts': all.filter((fact) => !statements.has(fact.kind)).slice(0, mostImportant),
    all,
  };
}

const editTools = /^(?:write|edit|multiedit|notebookedit|write_file|replace|edit_file|create_file)$/i;

/** Paths in write and edit calls and in headers of patches, except in failed calls. */
export function changedFiles(messages: readonly SessionMessage[]): Fact[] {
  const failed = new Set<string>();
  for (const { parts } of messages)
    for (const part of parts)
      if (part.type === 'tool-result' && part.isError === true) failed.add(part.callId);
  const found = new Map<string, Fact>();
  for (const [index, { parts, createdAt = '' }] of messages.entries()) {
    for (const part of parts) {
      if (part.type !== 'tool-call' || failed.has(part.callId)) continue;
      for (const value of pathsOf(part.name, part.input))
        found.set(value, {
          kind: 'path',
          value,
          seq: index + 1,
          role: 'assistant',
          at: createdAt,
          importance: 0,
        });
    }
  }
  return [...found.values()];
}

function pathsOf(name: string, input: Json): string[] {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const patched = Array.from(
    text.matchAll(/\*\*\* (?:Add|Update|Delete) File: ((?:[^\\"\n]|\\(?!n))+)/g),
    (match) => match[1]!.trim(),
  );
  if (!editTools.test(name) || typeof input !== 'object' || input === null || Array.isArray(input))
    return patched;
  const path = input.file_path ?? input.path ?? input.notebook_path;
  return typeof path === 'string' ? [path, ...patched] : patched;
}
