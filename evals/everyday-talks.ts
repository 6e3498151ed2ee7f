/**
 * Conversations of everyday kinds: facts written by hand, in their order, among ordinary talk about the same things that
 * is made from templates. The same seed gives the same conversation.
 *
 * Exchanges are divided by empty lines. A line is `Name: text`, in talks with an assistant `U: text` or `A: text`; one
 * that begins with neither continues the message before. In templates `[a/b]` is one of them, `@1:` and `@2:` are two of
 * the people, and `{3}` in an answer are three sentences of advice.
 */
import { createRandom, type Random } from './random.ts';
import type { AskedQuestion, Conversation, Turn } from './recall-data.ts';

export type EverydayTalk = {
  id: string;
  messages: number;
  /** The people of a group, in which several exchanges go on at once; empty in a talk with an assistant. */
  people: readonly string[];
  facts: string;
  /** What else they say, each once. Nobody asks about it. */
  asides: string;
  templates: string;
  advice?: string;
  /** A line each: its kind, its text, and the answering words of each place. */
  questions: string;
  /** Turns that ask without a question mark, a line each: their text and the answering words. */
  remarks: string;
};

type Line = { speaker: string; text: string };

export const everydayKinds = {
  1: 'one place',
  2: 'value that changed',
  3: 'several places',
  4: 'time',
  5: 'order',
  6: 'who',
  7: 'said by the assistant',
  8: 'negation',
  9: 'inference',
} as const;
const kindNames = ['one', 'changed', 'several', 'time', 'order', 'who', 'assistant', 'not', 'inference'];

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start = Date.UTC(2026, 1, 2, 8);
const exchangesAtOnce = 3;
const exchangesADay = 5;

export function everydayTalk(talk: EverydayTalk, seed: number): Conversation {
  const random = createRandom(seed);
  const facts = exchangesOf(talk.facts);
  const others = othersOf(talk, facts, random);
  const between = others.length / facts.length;
  const exchanges = facts.flatMap((fact, index) => [
    ...others.slice(Math.floor(index * between), Math.floor((index + 1) * between)),
    fact,
  ]);
  const filled = exchanges.map((exchange) => filledIn(exchange, talk, random));
  const turns: Turn[] = [];
  let at = start;
  for (let from = 0; from < filled.length; from += exchangesADay) {
    at = start + Math.floor((at - start) / dayMs) * dayMs + random.integer(1, 3) * dayMs;
    at += random.integer(0, 240) * minuteMs;
    const today = filled.slice(from, from + exchangesADay);
    for (const { speaker, text } of talk.people.length > 0 ? interleaved(today, random) : today.flat()) {
      turns.push({ id: `t${turns.length}`, speaker, text, at });
      at += random.integer(1, 7) * minuteMs;
    }
  }
  return { id: `${talk.id}-${seed}`, turns, questions: questionsOf(talk, turns) };
}

/** Asides and templates, mixed, as many as there is room for. */
function othersOf(
  { messages, asides, templates }: EverydayTalk,
  facts: readonly Line[][],
  random: Random,
): Line[][] {
  const ordinary = exchangesOf(templates);
  const others = exchangesOf(asides);
  const linesIn = (exchanges: readonly Line[][]) => exchanges.reduce((sum, { length }) => sum + length, 0);
  for (let lines = linesIn(facts) + linesIn(others); lines < messages; ) {
    const exchange = random.pick(ordinary);
    others.splice(random.integer(0, others.length), 0, exchange);
    lines += exchange.length;
  }
  return others;
}

export function remarksOf({ remarks }: EverydayTalk): { text: string; answer: string }[] {
  return remarks
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([text, answer]) => ({ text: text!, answer: answer! }));
}

function questionsOf({ id, questions }: EverydayTalk, turns: readonly Turn[]): AskedQuestion[] {
  return questions
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([kind, text, ...answers]) => {
      const evidence = answers.map((answer) => {
        const places = turns.flatMap((turn, index) => (turn.text.includes(answer) ? [index] : []));
        if (places.length !== 1) throw new Error(`${id}: "${answer}" stands in ${places.length} messages`);
        return places[0]!;
      });
      const category = kindNames.indexOf(kind!) + 1;
      if (category === 0 || evidence.length === 0) throw new Error(`${id}: ${kind} ${text}`);
      return { text: text!, category, evidence, answers };
    });
}

function exchangesOf(text: string): Line[][] {
  return text
    .trim()
    .split(/\n\s*\n/u)
    .map((exchange) => {
      const lines: Line[] = [];
      for (const line of exchange.split('\n')) {
        const { speaker, said } = /^(?<speaker>[\p{L}@\d]{1,12}): (?<said>.*)$/u.exec(line)?.groups ?? {};
        if (speaker !== undefined) lines.push({ speaker, text: said! });
        else lines.at(-1)!.text += `\n${line}`;
      }
      return lines;
    });
}

const roles: Readonly<Record<string, string>> = { U: 'user', A: 'assistant' };

function filledIn(exchange: readonly Line[], { people, advice = '' }: EverydayTalk, random: Random): Line[] {
  const first = people.length === 0 ? '' : random.pick(people);
  const second = people.length === 0 ? '' : random.pick(people.filter((one) => one !== first));
  const speakers: Readonly<Record<string, string>> = { ...roles, '@1': first, '@2': second };
  const sentences = advice
    .trim()
    .split('\n')
    .map((line) => line.trim());
  return exchange.map(({ speaker, text }) => ({
    speaker: speakers[speaker] ?? speaker,
    text: text
      .replaceAll(/\{(?<count>\d)\}/gu, (_, count: string) =>
        Array.from({ length: Number(count) }, () =>
          sentences.splice(random.integer(0, sentences.length - 1), 1),
        ).join(' '),
      )
      .replaceAll(/\[(?<words>[^\]]+)\]/gu, (_, words: string) => random.pick(words.split('/')))
      .trim(),
  }));
}

/** Several exchanges at once, each in its own order. */
function interleaved(exchanges: readonly Line[][], random: Random): Line[] {
  const waiting = exchanges.map((exchange) => [...exchange]);
  const lines: Line[] = [];
  while (waiting.length > 0) {
    const at = random.integer(0, Math.min(exchangesAtOnce, waiting.length) - 1);
    lines.push(waiting[at]!.shift()!);
    if (waiting[at]!.length === 0) waiting.splice(at, 1);
  }
  return lines;
}
