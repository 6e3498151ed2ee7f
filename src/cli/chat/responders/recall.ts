/** Answers from the thread itself, without any model: a question gets quotations, a statement is kept. */
import { textOf } from '../../../message/message.ts';
import type { Origin } from '../../../message/origin.ts';
import { isOnlyQuestion, isQuestion, questionsIn } from '../../../search/is-question.ts';
import type { Thread } from '../../../thread.ts';
import type { Source } from '../chat-event.ts';
import type { Reply, Responder } from '../responder.ts';
import { findEvidence } from './evidence.ts';
import { asksForOverview } from './overview.ts';

export function recallResponder(): Responder {
  return {
    model: null,
    provider: null,
    // A message that also states something is part of the conversation.
    originOf: (text) =>
      isOnlyQuestion(text) || asksForOverview(text) ? { kind: 'lookup', sources: [] } : undefined,
    contextOptions: () => ({}),
    async reply({ thread, message, signal }) {
      const question = textOf(message.parts);
      if (asksForOverview(question)) return overviewOf(thread, signal);
      if (!isQuestion(question)) return { kind: 'noted' };
      const { sources, ...doubt } = await findEvidence({
        thread,
        question: questionsIn(question),
        seq: message.seq,
      });
      // The answer is erased when its question or a message it quotes is forgotten.
      const origin: Origin = {
        kind: 'embedded-reply',
        sources: [message.id, ...sources.map(({ id }) => id)],
      };
      return { kind: 'recall', sources, ...doubt, text: storedText(sources), origin };
    },
  };
}

const overviewTokens = 500;

/** An overview is not stored: each request makes a new one from the thread as it is then. */
async function overviewOf(thread: Thread, signal: AbortSignal): Promise<Reply> {
  const { text, from, to } = await thread.brief({ tokens: overviewTokens, signal });
  return { kind: 'overview', text, from, to };
}

/** The answer as it is stored in the thread. */
function storedText(sources: readonly Source[]): string {
  if (sources.length === 0) return 'Nothing in this thread was found on that. (No model is configured.)';
  const quotes = sources.map(({ seq, role, at, text }) => {
    const quoted = text.split('\n').map((line) => `> ${line}`);
    return [`Message ${seq} (${role}, ${at.slice(0, 10)}):`, ...quoted].join('\n');
  });
  return ['Quoted from this thread; no model is configured.', ...quotes].join('\n\n');
}
