/**
 * Parses sessions of one user with an assistant: `#` begins a session, `U:` and `A:` a message, which may continue on
 * further lines, and `?` a later question about it: its kind, its text, and the answering words of each place.
 */
export type HistorySession = { turns: readonly SessionTurn[] };
type SessionTurn = { speaker: 'user' | 'assistant'; text: string };
export type HistoryQuestion = { kind: number; text: string; answers: readonly string[] };
export type History = { sessions: readonly HistorySession[]; questions: readonly HistoryQuestion[] };

export const historyKinds = {
  1: 'said by the user',
  2: 'said by the assistant',
  3: 'item of a list',
  4: 'preference',
  5: 'value that changed',
  6: 'several sessions',
  7: 'time',
} as const;

const kindNames = ['user', 'assistant', 'item', 'preference', 'changed', 'several', 'time'];
const speakers = { U: 'user', A: 'assistant' } as const;

export function historySessions(text: string): History {
  const sessions: { turns: SessionTurn[] }[] = [];
  const questions: HistoryQuestion[] = [];
  for (const line of text.trim().split('\n')) {
    const { mark, rest = '' } = /^(?<mark>#|U:|A:|\?) (?<rest>.*)$/u.exec(line)?.groups ?? {};
    if (mark === '#') sessions.push({ turns: [] });
    else if (mark === '?') questions.push(questionOf(rest));
    else if (mark === undefined) sessions.at(-1)!.turns.at(-1)!.text += `\n${line}`;
    else sessions.at(-1)!.turns.push({ speaker: speakers[mark[0] as 'U' | 'A'], text: rest });
  }
  for (const { turns } of sessions) for (const turn of turns) turn.text = turn.text.trim();
  return { sessions, questions };
}

function questionOf(line: string): HistoryQuestion {
  const [kind, text, ...answers] = line.split(' | ');
  return { kind: kindNames.indexOf(kind!) + 1, text: text!, answers };
}
