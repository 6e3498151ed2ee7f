/**
 * Topics of the sessions of recall-sessions.ts, one block for each. Braces hold the words that answer a question,
 * square brackets hold alternatives of which one is chosen.
 */
export type Statement = {
  by: 'user' | 'assistant';
  text: string;
  answer: string;
  request?: string;
  echo?: string;
};
export type SessionQuestion = {
  kind: keyof typeof sessionKinds;
  text: string;
  statements: readonly Statement[];
};
export type SessionTopic = {
  name: string;
  language: 'en' | 'de' | 'es';
  requests: readonly string[];
  advice: readonly string[];
  /** Facts about other people, in words that the questions use too. */
  decoys: readonly string[];
  questions: readonly SessionQuestion[];
};

export const sessionKinds = {
  1: 'said by the user',
  2: 'said by the assistant',
  3: 'preference',
  4: 'value that changed',
  5: 'several sessions',
  6: 'time between',
} as const;

type Line = { key: string; text: string };

export function sessionTopics(blocks: string): SessionTopic[] {
  return blocks
    .trim()
    .split('\n\n')
    .map((block) => {
      const lines = block.split('\n').map((line): Line => {
        const colon = line.indexOf(': ');
        return { key: line.slice(0, colon), text: line.slice(colon + 2) };
      });
      const all = (key: string) => lines.filter((line) => line.key === key).map(({ text }) => text);
      const [language = 'en'] = all('language') as SessionTopic['language'][];
      return {
        name: all('topic')[0]!,
        language,
        requests: all('ask')[0]!.split(' | '),
        advice: all('say'),
        decoys: all('decoy'),
        questions: lines.flatMap((line) => questionOf(line) ?? []),
      };
    });
}

/**
 * Parses a line. `user` and `prefer`: statement, later question, how the answer refers to it. `assistant`: request,
 * statement, later question. `changed`, `several`, `time`: all statements, and after the arrow the question.
 */
function questionOf({ key, text }: Line): SessionQuestion | null {
  const fields = text.split('|').map((field) => field.trim());
  const [statements, question] = text.split(' => ');
  const places = () => statements!.split(' | ').map((one) => statementBy('user', one));
  if (key === 'user' || key === 'prefer')
    return {
      kind: key === 'user' ? 1 : 3,
      text: fields[1]!,
      statements: [{ ...statementBy('user', fields[0]!), ...(fields[2] ? { echo: fields[2] } : {}) }],
    };
  if (key === 'assistant')
    return {
      kind: 2,
      text: fields[2]!,
      statements: [{ ...statementBy('assistant', fields[1]!), request: fields[0]! }],
    };
  if (key === 'changed') return { kind: 4, text: question!, statements: places() };
  if (key === 'several') return { kind: 5, text: question!, statements: places() };
  if (key === 'time') return { kind: 6, text: question!, statements: places() };
  return null;
}

function statementBy(by: Statement['by'], text: string): Statement {
  return { by, text: text.replace(/[{}]/gu, ''), answer: /\{(?<answer>.*)\}/u.exec(text)!.groups!.answer! };
}
