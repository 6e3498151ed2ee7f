import { expect, it } from 'vitest';
import { openPrompt } from './prompt.ts';
import type { Terminal } from './prompt-parts.ts';

function open(history: readonly string[]) {
  let written = '';
  let type: (text: string) => void = () => undefined;
  const terminal: Terminal = {
    ...{ columns: 60, rows: 20, colour: false, ascii: true, reflows: true },
    write(text) {
      written += text;
    },
    open({ data }) {
      type = data;
      return () => undefined;
    },
    suspend: async () => undefined,
  };
  const sent: string[] = [];
  const prompt = openPrompt(terminal, {
    submit: (text) => void sent.push(text),
    interrupt: () => undefined,
    end: () => undefined,
    complete: async () => undefined,
    history: () => history,
    edit: async () => undefined,
  });
  return { prompt, sent, type: (text: string) => type(text), written: () => written };
}

const lines = ['the old mill', 'the new quay', 'a lamp'];

it('R-58 what is typed right after Ctrl-R filters the list, though the list is loaded only then', async () => {
  const { prompt, sent, type, written } = open(lines);
  prompt.show();
  type('\u0012old\r');
  await expect.poll(written).toMatch(/> the old mill[\s\S]*> the old mill/u);
  type('\r');
  expect(sent).toEqual(['the old mill']);
});

it('R-58 what was typed ahead is for the line and not for a list that a command opens', async () => {
  const { prompt, sent, type, written } = open([]);
  type('hello');
  const chosen = prompt.choose({ title: 'Thread:', choices: lines.map((name) => ({ name, about: '' })) });
  type('quay');
  await expect.poll(written).toContain('Thread: quay');
  type('\r');
  expect(await chosen).toBe(1);
  prompt.show();
  type('\r');
  expect(sent).toEqual(['hello']);
});
