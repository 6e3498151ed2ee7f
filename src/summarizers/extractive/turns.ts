/**
 * Turns transcript entries into turns of named speakers. Speakers come from the entry, or from `Name: …` lines inside a
 * text that is itself a transcript.
 */
import type { TranscriptEntry } from '../../summarizer.ts';

export type Speaker = {
  id: string;
  /** The name used in sentences: "Anna", "the user". */
  name: string;
  kind: 'person' | 'user' | 'assistant' | 'tool' | 'system';
};

export type Turn = { speaker: Speaker; text: string };

export type Conversation = {
  turns: Turn[];
  /** In order of appearance, without tools and system. */
  speakers: Speaker[];
};

const labelledLine = /^\s*(#?[\p{L}\p{N}][^\n:：]{0,39}?)\s*[:：](?:\s+|$)(?=\S|$)/u;

export function conversationOf(transcript: readonly TranscriptEntry[]): Conversation {
  const turns = transcript
    .flatMap((entry) => turnsOf({ ...entry, text: entry.text.toWellFormed() }))
    .filter(({ text }) => /\S/u.test(text));
  const speakers = new Map<string, Speaker>();
  for (const { speaker } of turns)
    if (speaker.kind !== 'tool' && speaker.kind !== 'system') speakers.set(speaker.id, speaker);
  return { turns, speakers: [...speakers.values()] };
}

function turnsOf(entry: TranscriptEntry): Turn[] {
  const labels = repeatedLabels(entry.text);
  const own = speakerOf(entry);
  if (labels.size === 0) return [{ speaker: own, text: entry.text }];
  const turns: Turn[] = [];
  let current: Turn = { speaker: own, text: '' };
  for (const line of entry.text.split('\n')) {
    const label = labelledLine.exec(line);
    if (label && labels.has(label[1]!)) {
      turns.push(current);
      current = { speaker: personNamed(label[1]!), text: line.slice(label[0].length) };
    } else current.text += `${current.text === '' ? '' : '\n'}${line}`;
  }
  turns.push(current);
  return turns;
}

/**
 * Labels of a pasted dialogue: at least two different ones, each at the start of at least two lines, on most of the
 * lines. A single `Note:` or a list of `key: value` pairs is not a dialogue.
 */
function repeatedLabels(text: string): Set<string> {
  if (!text.includes('\n')) return new Set();
  const counts = new Map<string, number>();
  let lines = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    lines += 1;
    const label = labelledLine.exec(line);
    if (label && looksLikeName(label[1]!)) counts.set(label[1]!, (counts.get(label[1]!) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count >= 2);
  const labelled = repeated.reduce((sum, [, count]) => sum + count, 0);
  if (repeated.length < 2 || labelled < lines * 0.5) return new Set();
  return new Set(counts.keys());
}

function looksLikeName(label: string): boolean {
  return label.split(/\s+/u).length <= 4 && !/[{}[\]()<>=/\\"`|;,]/u.test(label);
}

function personNamed(name: string): Speaker {
  const lower = name.toLowerCase();
  if (lower === 'user' || lower === 'human') return { id: 'role:user', name: 'the user', kind: 'user' };
  if (lower === 'assistant' || lower === 'ai')
    return { id: 'role:assistant', name: 'the assistant', kind: 'assistant' };
  return { id: `name:${name}`, name: withoutParentheses(name), kind: 'person' };
}

/** "Ms. May (Saanich, GP)" is named in full once in a list, not in every sentence. */
function withoutParentheses(name: string): string {
  const short = name.replace(/\s*\(.*\)\s*$/u, '').trim();
  return short === '' ? name : short;
}

function shown(name: string | undefined): string | undefined {
  const short = name?.replace(/\s+/gu, ' ').trim().slice(0, 80).toWellFormed();
  return short === '' ? undefined : short;
}

function speakerOf({ role, name }: TranscriptEntry): Speaker {
  if (role === 'tool') return { id: 'role:tool', name: shown(name) ?? 'a tool', kind: 'tool' };
  if (role === 'system') return { id: 'role:system', name: 'the system prompt', kind: 'system' };
  const given = shown(name);
  if (given) return personNamed(given);
  return role === 'assistant'
    ? { id: 'role:assistant', name: 'the assistant', kind: 'assistant' }
    : { id: 'role:user', name: 'the user', kind: 'user' };
}
