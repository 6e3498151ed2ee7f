/**
 * The messages of a backlog: recorded conversations (EVERTHREAD_DATA, or `../shared/data` beside the repository)
 * repeated with changed names and numbers, so that words and facts go on being new. Nothing of them is copied.
 */
import { locomoSessions } from '../evals/data.ts';
import type { MessageInput } from '../src/index.ts';
import { recordedSessions } from '../test/session-data.ts';

export type BacklogKind = 'talk between friends' | 'coding sessions' | 'generated talk';

const names = ['Ada', 'Bela', 'Chinua', 'Dunya', 'Emre', 'Freja', 'Goran', 'Hana', 'Ines', 'Jomo'];

/** Null where the recordings are absent. */
export function backlogMessages(kind: BacklogKind): ((number: number) => MessageInput) | null {
  if (kind === 'generated talk') return generated;
  const recorded = kind === 'talk between friends' ? talk() : sessions();
  if (!recorded) return null;
  return (number) => {
    const round = Math.floor((number - 1) / recorded.length);
    const { role, parts } = recorded[(number - 1) % recorded.length]!;
    return { role, parts: parts.map((part) => changed(part, round)) } as MessageInput;
  };
}

type Recorded = { role: string; parts: readonly object[] };

function talk(): Recorded[] | null {
  return (
    locomoSessions()?.examples.flatMap(({ transcript }) =>
      transcript.map(({ text }, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        parts: [{ type: 'text', text }],
      })),
    ) ?? null
  );
}

function sessions(): Recorded[] | null {
  return recordedSessions()?.flatMap(({ messages }) => messages) ?? null;
}

/** Every round has other people, other figures and other call ids. */
function changed(part: object, round: number): object {
  if (round === 0) return part;
  const text = JSON.stringify(part)
    .replace(/\b(?:Caroline|Melanie|Gina|Jon|John|Maria|Joanna|Nate|Tim|Andrew|Audrey)\b/g, (name) => {
      const at = (name.charCodeAt(0) + name.length + round) % names.length;
      return `${names[at]}${round}`;
    })
    .replace(/(?<![\w\\.])([1-9]\d{1,3})(?![\w.])/g, (digits) => String((Number(digits) + round) % 9973))
    .replace(/"callId":"/g, `"callId":"${round}-`);
  return JSON.parse(text) as object;
}

function generated(number: number): MessageInput {
  const subjects = ['the invoice', 'the parser', 'the deployment', 'the holiday', 'the database'];
  return {
    role: number % 2 === 1 ? 'user' : 'assistant',
    content: `In step ${number} we talked about ${subjects[number % 5]} ${number % 97} and noted the value ${(number * 37) % 1009} for later.`,
  };
}
