import { expect, it } from 'vitest';
import type { Message } from '../../message/message.ts';
import type { Io } from '../io.ts';
import { createStyle } from '../terminal/style.ts';
import { displayWidth } from '../terminal/width.ts';
import { closingScreen } from './closing.ts';
import { conversation, decisionNumber } from './conversation.ts';
import { panelView } from './live-view.ts';
import { play, type Step } from './play.ts';

const style = createStyle({ colour: false });
// biome-ignore lint/suspicious/noControlCharactersInRegex: the panel moves the cursor with them.
const cursorMovements = /\u001b\[[?0-9]*[A-Za-z]|\r/gu;

function recordingTerminal(columns: number) {
  const written: string[] = [];
  const io: Io = {
    stdout: { write: (text: string) => written.push(text) },
    stderr: { write() {} },
    stdin: process.stdin,
    env: {},
    directory: '/',
    columns,
    rows: 24,
    isTerminal: true,
    inputIsTerminal: true,
    errorIsTerminal: true,
    colour: false,
  };
  return { io, written };
}

it('R-58 the conversation has 200 different messages, in order of time, with tool calls answered at once', () => {
  expect(conversation).toHaveLength(200);
  expect(new Set(conversation.map(({ parts }) => JSON.stringify(parts))).size).toBe(200);
  const times = conversation.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
  const parts = conversation.map((message) => message.parts[0]!);
  const calls = parts.flatMap((part, index) => (part.type === 'tool-call' ? [{ part, index }] : []));
  expect(calls.length).toBeGreaterThanOrEqual(15);
  for (const { part, index } of calls) {
    expect(parts[index + 1]).toMatchObject({ type: 'tool-result', callId: part.callId });
  }
  expect(conversation[decisionNumber - 1]!.parts).toMatchObject([
    { text: expect.stringContaining('PostgreSQL, not MySQL') },
  ]);
});

it('R-58 R-59 the demo needs no key, stays in its budget, and is drawn within 40 and 80 columns', async () => {
  const steps: Step[] = [];
  const report = await play({
    strategy: 'eternal',
    budgetTokens: 3_000,
    onStep: (step) => void steps.push(step),
  });
  expect(steps).toHaveLength(200);
  expect(Math.max(...steps.map(({ contextTokens }) => contextTokens))).toBeLessThanOrEqual(3_000);
  expect(report.turns.overBudget).toBe(0);
  expect(report.recalled).toMatchObject({ seq: 3, identical: true });

  for (const columns of [40, 80]) {
    for (const line of closingScreen(report, { columns, colour: false }).split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    }
    const { io, written } = recordingTerminal(columns);
    const view = panelView({ io, style, budgetTokens: 3_000, scale: report.historyTokens });
    for (const step of steps) view.show(step);
    view.close();
    const lines = written.join('').replace(cursorMovements, '').split('\n');
    for (const line of lines) expect(displayWidth(line)).toBeLessThan(columns);
  }
});

it('R-58 escape sequences in a message do not reach the panel', () => {
  const { io, written } = recordingTerminal(80);
  const parts: Message['parts'] = [{ type: 'text', text: 'hello \u001b]0;owned\u0007\u001b[2J there' }];
  panelView({ io, style, budgetTokens: 3_000, scale: 10_000 }).show({
    number: 1,
    total: 200,
    message: { role: 'user', parts, createdAt: '2026-03-02T08:40:00Z' },
    historyTokens: 10,
    contextTokens: 10,
    compactions: [],
  });
  expect(written.join('')).toContain('hello ␛]0;owned␇␛[2J there');
  expect(written.join('')).not.toContain('\u001b[2J');
});
