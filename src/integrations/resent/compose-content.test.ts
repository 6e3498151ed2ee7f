import { expect, it } from 'vitest';
import type { AssembledContext } from '../../context/context.ts';
import { createContext } from '../../context/render.ts';
import type { MessageContent } from '../../message/message.ts';
import { composeContent } from './compose-content.ts';
import { readConversation } from './conversation.ts';

const text = (role: 'user' | 'assistant', said: string): MessageContent => ({
  role,
  parts: [{ type: 'text', text: said }],
});
const step = (callId: string): MessageContent[] => [
  { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'read', input: {} }] },
  { role: 'tool', parts: [{ type: 'tool-result', callId, output: '4.21 m' }] },
];
const asked = text('user', 'How high is the water at the mill?');
const passages = text('user', '<recalled-passages>\n#3 user: The mill stands at 4 m.\n</recalled-passages>');
const resources = text('user', '<given-resources>\nGauges of the river\n</given-resources>');

/** What is sent if the context shows the conversation with `added` behind its first step. */
function sentWith(added: MessageContent, steps: number): MessageContent[] {
  const later = Array.from({ length: steps - 1 }, (_, index) => step(`call-${index + 2}`)).flat();
  const said = [asked, ...step('call-1'), ...later];
  const content = [asked, ...step('call-1'), added, ...later];
  const assembled: AssembledContext = {
    ...{ content, contentTokens: content.map(() => 10), spoken: content.map(() => 1) },
    ...{ hashes: content.map(() => null), stable: content.length, boundaries: [], items: [], recalled: [] },
    ...{ tokens: 100, budget: { tokens: 1_000, responseTokens: 100 }, sections: {} },
    ...{ forced: false, displaced: false, arrangement: { kept: 0, displacing: null, resources: 0 } },
  };
  const conversation = readConversation({
    length: said.length,
    read: (index) => said[index]!,
    roleAt: (index) => said[index]!.role,
  });
  return composeContent({ context: createContext(assembled), conversation }).context.content;
}

it('R-70 I-7 passages found in the middle of a tool loop stand in the same place in the next step', () => {
  const first = sentWith(passages, 1);
  expect(first).toEqual([asked, ...step('call-1'), passages]);
  expect(sentWith(passages, 2).slice(0, first.length)).toEqual(first);
});

it('R-34 R-70 resources of a step are with the user’s message, as in the first step', () => {
  const [question, ...rest] = sentWith(resources, 1);
  expect(question!.parts).toEqual([...asked.parts, ...resources.parts]);
  expect(rest).toEqual(step('call-1'));
});
