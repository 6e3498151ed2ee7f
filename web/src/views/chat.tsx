/** Chats in a thread; answers appear while they are written. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { read } from '../api/events.ts';
import { at } from '../api/request.ts';
import type { ChatEvent, Message, Thread } from '../api/types.ts';
import { Failure, useLoaded } from '../parts/loaded.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { textOf } from '../parts/message-card.tsx';
import { type Found, Quotations } from '../parts/quotations.tsx';
import { safeText } from '../parts/safe-text.ts';
import { link } from '../router.ts';

type Bubble = { role: string; text: string; seq?: number | undefined; found?: Found; note?: string };

const firstMessages = 20;

export function ChatView({ thread }: { thread: Thread }) {
  const { id } = thread;
  const [bubbles, setBubbles] = useState<readonly Bubble[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const [text, setText] = useState('');
  const stop = useRef<AbortController>(undefined);
  const end = useRef<HTMLDivElement>(null);

  const newest = useLoaded(
    (signal) =>
      api.messages(
        id,
        { after: Math.max(0, thread.messages - firstMessages), limit: firstMessages },
        { signal },
      ),
    [id],
  );
  useEffect(() => {
    if (newest.value === undefined || busy) return;
    setBubbles(newest.value.messages.map(bubbleOf).filter(({ text }) => text !== ''));
    setError(undefined);
  }, [newest.value]);
  useEffect(() => () => stop.current?.abort(), [id]);
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [bubbles]);

  const send = async (event?: Event) => {
    event?.preventDefault();
    const content = text.trim();
    if (content === '' || busy) return;
    setText('');
    setBusy(true);
    setError(undefined);
    let answer: Bubble = { role: 'assistant', text: '' };
    const before = [...bubbles, { role: 'user', text: content }];
    setBubbles([...before, answer]);
    stop.current = new AbortController();
    try {
      const stream = read(at`/threads/${id}/chat`, {
        method: 'POST',
        body: { text: content },
        signal: stop.current.signal,
      });
      for await (const { data } of stream) {
        answer = withEvent(answer, JSON.parse(data));
        setBubbles([...before, answer]);
      }
    } catch (reason) {
      if (stop.current.signal.aborted) answer = { ...answer, note: 'Stopped. What came is kept.' };
      else {
        setError(reason as Error);
        if (answer.text === '') setText(content);
      }
      setBubbles(answer.text === '' && !answer.found && !answer.note ? bubbles : [...before, answer]);
    }
    setBusy(false);
  };

  return (
    <div class="stack">
      {thread.messages > firstMessages && (
        <p class="soft small">
          The newest messages; <a href={link(['threads', id])}>all of them</a>.
        </p>
      )}
      <div class="talk" role="log" aria-label="Conversation" aria-busy={busy}>
        {bubbles.map((bubble, index) => (
          <div key={index} class={`bubble ${bubble.role}`}>
            <span class="visually-hidden">{bubble.role}: </span>
            {bubble.text === '' && !bubble.found && busy && index === bubbles.length - 1 ? (
              <span class="soft">…</span>
            ) : (
              <Markdown text={bubble.text} />
            )}
            {bubble.note && <p class="small soft">{safeText(bubble.note)}</p>}
            {bubble.found && <Quotations threadId={id} found={bubble.found} />}
          </div>
        ))}
        {bubbles.length === 0 && newest.value !== undefined && (
          <p class="soft">Nothing has been said yet. Write something below.</p>
        )}
      </div>
      {newest.error ? (
        <Failure error={newest.error} retry={newest.reload} />
      ) : (
        error && <Failure error={error} />
      )}
      <form class="composer" onSubmit={send}>
        <label class="visually-hidden" for="say">
          Your message
        </label>
        <textarea
          id="say"
          rows={3}
          value={text}
          placeholder="Say something, or ask about what was said"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) send(event);
          }}
        />
        <p class="row small">
          <button type="submit" class="primary" disabled={busy || text.trim() === ''}>
            Send
          </button>
          {busy && (
            <button type="button" onClick={() => stop.current?.abort()}>
              Stop
            </button>
          )}
          <span class="soft">Enter sends, Shift+Enter begins a new line.</span>
        </p>
      </form>
      {/* Behind the form, which would otherwise cover the newest words. */}
      <div class="end" ref={end} />
    </div>
  );
}

const bubbleOf = (message: Message): Bubble => ({
  role: message.role,
  text: message.role === 'tool' ? '' : textOf(message),
  seq: message.seq,
});

/** The answer after one more event of its stream. */
function withEvent(answer: Bubble, event: ChatEvent): Bubble {
  switch (event.type) {
    case 'text':
      return { ...answer, text: answer.text + event.text };
    case 'reply':
      return {
        ...answer,
        text: event.text || answer.text,
        seq: event.seq ?? undefined,
        ...(event.end === 'complete'
          ? {}
          : { note: `The answer was ${event.end === 'cut' ? 'cut off' : event.end}.` }),
      };
    case 'recall':
      return { ...answer, found: event };
    case 'overview':
      return { ...answer, text: event.text };
    case 'problem':
      return { ...answer, note: `${event.problem} ${event.next}` };
    case 'waiting':
      return {
        ...answer,
        note: `${event.reason} Trying again in ${Math.ceil(event.milliseconds / 1_000)} s.`,
      };
    case 'noted':
      return { ...answer, text: answer.text || 'Noted.' };
    default:
      return answer;
  }
}
