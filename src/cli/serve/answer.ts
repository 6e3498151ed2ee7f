/** Runs a turn of the chat for the server, as a stream of the events that `everthread chat` shows. */
import type { AnswerEvent } from '../../server/features.ts';
import type { Thread } from '../../thread.ts';
import { defaultSilenceMs, responderFor } from '../chat/chat.ts';
import type { Responder } from '../chat/responder.ts';
import { takeTurn } from '../chat/turn.ts';
import type { OpenedEverthread } from '../open-everthread.ts';

export type Answerer = (options: {
  opened: OpenedEverthread;
  thread: Thread;
  text: string;
  signal: AbortSignal;
}) => AsyncGenerator<AnswerEvent>;

export function createAnswerer(): Answerer {
  const responders = new WeakMap<OpenedEverthread, Promise<Responder>>();
  const responderOf = (opened: OpenedEverthread): Promise<Responder> => {
    const known = responders.get(opened);
    if (known !== undefined) return known;
    const made = responderFor({ opened, choice: opened.provider, silenceMs: defaultSilenceMs });
    responders.set(opened, made);
    return made;
  };

  return async function* ({ opened, thread, text, signal }) {
    const responder = await responderOf(opened);
    const waiting: AnswerEvent[] = [];
    let wake: () => void = () => undefined;
    let isOver = false;
    const turn = takeTurn(
      {
        thread,
        responder,
        emit(event) {
          waiting.push(event);
          wake();
        },
      },
      text,
      signal,
    ).finally(() => {
      isOver = true;
      wake();
    });
    // A caller may stop reading early. The turn still ends and is stored, so its error needs a handler.
    turn.catch(() => undefined);
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else if (isOver) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await turn;
  };
}
