/** Names and technical terms of a conversation, verbatim: the domain entities of a record. */
import { entityKinds, type Fact, type FactKind } from '../../records/fact.ts';
import { stopWordsOf } from '../../text/stop-words.ts';
import type { Document } from './document.ts';

const isEntity = (kind: FactKind) => entityKinds.some((one) => one === kind);
const maxLength = 80;
const technical =
  /`([^`\n]{2,60})`|(?<![\p{L}\p{N}_])(?:(?:[\w.-]*\/)+[\w.-]+\.\w{1,8}|[A-Za-z]\w*_\w+|[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}|[A-Z][A-Z0-9]{1,9}|v?\d+\.\d+(?:\.\d+)+|v\d+(?:\.\d+)?)(?![\p{L}\p{N}_])/gu;
const properName = /(?<=[\p{Ll},]\s)\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)*/gu;

export function entitiesOf(document: Document, facts: readonly Fact[], limit: number): string[] {
  const stopWords = stopWordsOf(document.language);
  const isName = (name: string) =>
    !stopWords.has(name.toLowerCase()) && !document.commonWords.has(name.toLowerCase());
  const entities = new Set<string>();
  for (const { kind, value } of facts)
    if (isEntity(kind) && value.length <= maxLength && !value.includes('\n')) entities.add(value.trim());
  const counts = new Map<string, number>();
  for (const { text, kind } of document.sentences) {
    for (const match of text.matchAll(technical)) add(counts, match[1] ?? match[0], 2);
    if (kind === 'prose')
      for (const [name] of text.matchAll(properName)) if (isName(name)) add(counts, name, 1);
  }
  const found = [...counts].filter(([, count]) => count >= 2);
  found.sort(([first, left], [second, right]) => right - left || (first < second ? -1 : 1));
  for (const [entity] of found) entities.add(entity);
  entities.delete('');
  return [...entities].slice(0, limit);
}

function add(counts: Map<string, number>, entity: string, weight: number): void {
  const trimmed = entity.trim();
  if (trimmed !== '' && trimmed !== 'OK') counts.set(trimmed, (counts.get(trimmed) ?? 0) + weight);
}
