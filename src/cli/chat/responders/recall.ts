/** Answers from the thread itself, without any model: a question gets quotations, a statement is kept. */
import { textOf } from '../../../message/message.ts';
import type { Origin } from '../../../message/origin.ts';
import { isOnlyQuestion, isQuestion } from '../../../search/is-question.ts';
import type { Source } from '../chat-event.ts';
import type { Responder } from '../responder.ts';
import { findEvidence } from './evidence.ts';

export function recallResponder(): Responder {
  return {
    model: null,
    provider: null,
    // What also tells something is part of the talk.
    originOf: (text) => (isOnlyQuestion(text) ? { kind: 'lookup', sources: [] } : undefined),
    contextOptions: () => ({}),
    async reply({ thread, message }) {
      const question = textOf(message.parts);
      if (!isQuestion(question)) return { kind: 'noted' };
      const sources = await findEvidence({ thread, question, seq: message.seq });
      // Forgotten with what it quotes, and with the question it answers.
      const origin: Origin = {
        kind: 'embedded-reply',
        sources: [message.id, ...sources.map(({ id }) => id)],
      };
      return { kind: 'recall', sources, text: storedText(sources), origin };
    },
  };
}

/** As it is kept in the thread, for people who read it later. */
function storedText(sources: readonly Source[]): string {
  if (sources.length === 0) return 'Nothing in this thread was found on that. (No model is configured.)';
  const quotes = sources.map(({ seq, role, at, text }) => {
    const quoted = text.split('\n').map((line) => `> ${line}`);
    return [`Message ${seq} (${role}, ${at.slice(0, 10)}):`, ...quoted].join('\n');
  });
  return ['Quoted from this thread; no model is configured.', ...quotes].join('\n\n');
}
