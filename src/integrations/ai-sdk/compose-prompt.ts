/**
 * Turns a context into the prompt of a model call. The client's own prompt is used if the context says the same (see
 * resent/compose-content.ts).
 */
import type { Context } from '../../context/render.ts';
import { openingText } from '../../context/text.ts';
import { composeContent, isUnchanged } from '../resent/compose-content.ts';
import type { Prompt, PromptMessage, SystemMessage } from './model-types.ts';
import { toPromptMessage } from './prompt-messages.ts';
import type { ReadPrompt } from './read-prompt.ts';

/** Put before a conversation that no longer begins with the user. */
export const openingMessage: PromptMessage = { role: 'user', content: [{ type: 'text', text: openingText }] };

export function systemText(system: readonly SystemMessage[]): string {
  return system.map(({ content }) => content).join('\n\n');
}

export function composePrompt(options: {
  context: Context;
  /** The call's own instructions, with all their fields. */
  system: readonly SystemMessage[];
  prompt: ReadPrompt;
}): Prompt {
  const { context, system, prompt } = options;
  if (isUnchanged({ context, conversation: prompt })) return [...system, ...prompt.messages];
  const { context: shown, waitingFrom } = composeContent({ context, conversation: prompt });
  const { instructions = [], messages } = shown.toAiSdk();
  const own = systemText(system);
  const ownFirst = own.trim() !== '' && instructions[0]?.content === own;
  const waiting = waitingFrom === undefined ? [] : prompt.messages.slice(waitingFrom);
  const body = [...messages.map(toPromptMessage), ...waiting];
  return [
    ...(ownFirst ? system : []),
    ...instructions.slice(ownFirst ? 1 : 0).map(toPromptMessage),
    ...(body[0]?.role === 'user' ? [] : [openingMessage]),
    ...body,
  ];
}
