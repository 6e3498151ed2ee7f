import type { UIMessage as SdkMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { normalizeMessage } from './normalize.ts';
import { toUIMessages } from './ui-message.ts';
import { growthOf } from './ui-message-growth.ts';

type Tool = { state: string; [member: string]: unknown };

const read = (...parts: object[]) => normalizeMessage({ id: 'a1', role: 'assistant', parts } as never);
const step = { type: 'step-start' };
const words = (text: string) => ({ type: 'text', text, state: 'done' });
const tool = (toolCallId: string, { state, ...members }: Tool) => ({
  type: 'tool-pay',
  toolCallId,
  input: { euros: 5 },
  state,
  ...members,
});
const open = { state: 'input-available' };
const asks = { state: 'approval-requested', approval: { id: 'p' } };
const granted = { state: 'approval-responded', approval: { id: 'p', approved: true } };
const paid = { state: 'output-available', output: 'paid' };

const shapes = (contents: ReturnType<typeof growthOf>) =>
  contents?.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)]);

describe('a message of an app that grew', () => {
  it('R-46 results of its calls and the steps after them are what is new', () => {
    const stored = read(step, tool('c', open), tool('d', { state: 'output-error', errorText: 'no' }));
    const grown = read(
      step,
      tool('c', paid),
      tool('d', { state: 'output-error', errorText: 'no' }),
      step,
      words('Paid.'),
    );
    expect(shapes(growthOf([stored], grown))).toEqual([
      ['tool', 'tool-result'],
      ['assistant', 'opaque', 'text'],
    ]);
  });

  it('R-46 it grows again from what it grew to, and is new no second time', () => {
    const states = [asks, granted, { ...paid, approval: { id: 'p', approved: true } }];
    const versions = [
      ...states.map((state) => read(step, tool('c', state))),
      read(step, tool('c', states[2]!), step, words('Paid.'), step, tool('d', open)),
      read(step, tool('c', states[2]!), step, words('Paid.'), step, tool('d', paid)),
    ];
    const said = [versions[0]!];
    const added = versions.slice(1).map((version) => {
      const growth = growthOf(said, version);
      said.push(...growth!);
      return shapes(growth);
    });
    expect(added).toEqual([
      [['tool', 'opaque']],
      [['tool', 'tool-result']],
      [['assistant', 'opaque', 'text', 'opaque', 'tool-call']],
      [['tool', 'tool-result']],
    ]);
    expect(growthOf(said, versions[1]!)).toBe(undefined);
    expect(growthOf(said, versions.at(-1)!)).toEqual([]);
  });

  it.each([
    ['another text', [step, words('Yes.'), tool('c', open)]],
    ['another input', [step, words('No.'), { ...tool('c', open), input: {} }]],
    ['a part less', [step, words('No.')]],
    ['another result', [step, words('No.'), tool('c', { ...paid, output: 'twice' })]],
  ])('R-46 is another message with %s', (_name, parts) => {
    expect(growthOf([read(step, words('No.'), tool('c', paid))], read(...parts))).toBe(undefined);
  });

  it('R-46 is given back as one message, as the app has it', () => {
    const versions = [
      [step, tool('c', asks), tool('d', { ...asks, approval: { id: 'q' } })],
      [step, tool('c', granted), tool('d', { ...asks, approval: { id: 'q' } })],
      [
        step,
        tool('c', { ...paid, approval: { id: 'p', approved: true } }),
        tool('d', { state: 'output-denied', approval: { id: 'q', approved: false, reason: 'too much' } }),
        step,
        { type: 'text', text: 'One is paid.' },
      ],
    ];
    const said: (ReturnType<typeof normalizeMessage> & { id: string })[] = [];
    for (const parts of versions) {
      const version = read(...parts) as (typeof said)[number];
      const growth = said.length === 0 ? [version] : growthOf(said, version)!;
      for (const content of growth)
        said.push({ ...content, id: said.length === 0 ? 'a1' : `a1~${said.length + 1}` });
      const given: SdkMessage[] = [{ id: 'a1', role: 'assistant', parts: parts as never }];
      const back: SdkMessage[] = toUIMessages(said);
      expect(back).toEqual(given);
    }
  });
});
