/** Shows one message with all its parts, and lets the user edit or forget it. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { ErasureReceipt, Message, Part } from '../api/types.ts';
import { link } from '../router.ts';
import { focusOnce } from './focus-once.ts';
import { count, plural, time } from './format.ts';
import { Failure } from './loaded.tsx';
import { Markdown } from './markdown.tsx';
import { cut, safeText } from './safe-text.ts';
import { SaveOrCancel } from './save-or-cancel.tsx';

type Props = {
  message: Message;
  inTail?: boolean;
  target?: boolean;
  /** Called when the message was changed. Without it the message cannot be changed here. */
  onChange?: (() => void) | undefined;
};

export function MessageCard({ message, inTail, target, onChange }: Props) {
  const [doing, setDoing] = useState<'edit' | 'forget'>();
  const { seq, role, name, createdAt, tokens, editedAt, removed, parts, threadId } = message;
  return (
    <article
      class={`message${inTail ? ' in-tail' : ''}${target ? ' target' : ''}`}
      aria-label={`Message ${seq}, ${role}`}
    >
      <header>
        <a class="mono" href={link(['threads', threadId], { message: seq })}>
          #{seq}
        </a>
        <span class="role">{safeText(name ?? role)}</span>
        <time dateTime={createdAt}>{time(createdAt)}</time>
        <span>{count(tokens)} tokens</span>
        {editedAt && <span class="chip warm">edited</span>}
        {onChange && !removed && (
          <span class="actions">
            <a href={link(['threads', threadId, 'context'], { at: seq })}>Context</a>
            {role === 'user' || role === 'assistant' ? (
              <button
                type="button"
                class="quiet"
                onClick={() => setDoing('edit')}
                aria-label={`Edit message ${seq}`}
              >
                Edit
              </button>
            ) : null}
            <button
              type="button"
              class="quiet"
              onClick={() => setDoing('forget')}
              aria-label={`Forget message ${seq}`}
            >
              Forget
            </button>
          </span>
        )}
      </header>
      {removed ? (
        <p class="soft">({removed})</p>
      ) : (
        parts.map((part, index) => <PartView key={index} part={part} plain={role === 'tool'} />)
      )}
      {doing === 'edit' && onChange && (
        <EditForm message={message} done={() => setDoing(undefined)} onChange={onChange} />
      )}
      {doing === 'forget' && onChange && (
        <ForgetForm message={message} done={() => setDoing(undefined)} onChange={onChange} />
      )}
    </article>
  );
}

export function PartView({ part, plain = false }: { part: Part; plain?: boolean }) {
  switch (part.type) {
    case 'text':
      return plain ? <Plain text={part.text} /> : <Markdown text={part.text} />;
    case 'reasoning':
      return (
        <details class="part">
          <summary>Reasoning</summary>
          <Plain text={part.text} />
        </details>
      );
    case 'tool-call':
      return (
        <details class="part">
          <summary>
            Calls <code>{safeText(part.name)}</code>: {safeText(oneLine(part.input))}
          </summary>
          <Plain text={asText(part.input)} />
        </details>
      );
    case 'tool-result':
      return (
        <details class="part">
          <summary>
            Result{part.name ? ' of ' : ''}
            {part.name && <code>{safeText(part.name)}</code>}
            {part.isError && <span class="chip bad">error</span>}: {safeText(oneLine(part.output))}
          </summary>
          <Plain text={asText(part.output)} />
        </details>
      );
    case 'file':
      return (
        <p class="part">
          <span class="chip">
            file: {safeText(part.filename ?? part.url?.slice(0, 80) ?? '')} {safeText(part.mediaType)}
          </span>
        </p>
      );
    case 'resource':
      return (
        <p class="part">
          <span class="chip">resource: {safeText(part.name)}</span>
        </p>
      );
    case 'opaque':
      return (
        <details class="part">
          <summary>{safeText(part.format)} item</summary>
          <Plain text={asText(part.value)} />
        </details>
      );
  }
}

const drawnAtOnce = 20_000;

/** Plain text, drawn in steps. */
export function Plain({ text }: { text: string }) {
  const [limit, setLimit] = useState(drawnAtOnce);
  const { shown, more } = cut(text, limit);
  return (
    <>
      <pre class="plain" tabIndex={0} dir="auto">
        {safeText(shown)}
      </pre>
      {more > 0 && (
        <button type="button" class="quiet" onClick={() => setLimit(limit * 4)}>
          Show more ({count(more)} characters left)
        </button>
      )}
    </>
  );
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2) ?? '';
}

function oneLine(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .slice(0, 400)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > 110 ? `${text.slice(0, 110)}…` : text;
}

/** The text parts of a message, without tool calls and files. */
export function textOf(message: Pick<Message, 'parts'>): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

function EditForm({ message, done, onChange }: { message: Message; done(): void; onChange(): void }) {
  const [text, setText] = useState(textOf(message));
  const [error, setError] = useState<Error>();
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      const content = [{ type: 'text', text }, ...message.parts.filter(({ type }) => type !== 'text')];
      await api.editMessage(message.threadId, message.seq, { role: message.role, parts: content });
      done();
      onChange();
    } catch (reason) {
      setError(reason as Error);
    }
  };
  return (
    <form class="stack" onSubmit={save}>
      <label>
        <span class="small soft">New text. Summaries built on it are made anew.</span>
        <textarea
          ref={focusOnce}
          rows={5}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {error && <Failure error={error} />}
      <p class="row">
        <SaveOrCancel cancel={done} />
      </p>
    </form>
  );
}

function ForgetForm({ message, done, onChange }: { message: Message; done(): void; onChange(): void }) {
  const [copies, setCopies] = useState(false);
  const [receipt, setReceipt] = useState<ErasureReceipt>();
  const [error, setError] = useState<Error>();
  const forget = async (event: Event) => {
    event.preventDefault();
    await api.forget(message.threadId, message.seq, copies).then(setReceipt, setError);
  };
  if (receipt) {
    return (
      <div class="notice stack" role="status">
        <h3>Forgotten</h3>
        <Receipt receipt={receipt} />
        <p>
          <button
            type="button"
            ref={focusOnce}
            onClick={() => {
              done();
              onChange();
            }}
          >
            Close
          </button>
        </p>
      </div>
    );
  }
  return (
    <form class="notice bad stack" onSubmit={forget}>
      <p>
        Message {message.seq} will be erased for ever: from the log, from every summary made of it, from
        facts, search and stored requests.
      </p>
      <label class="row">
        <input
          type="checkbox"
          checked={copies}
          onChange={(event) => setCopies(event.currentTarget.checked)}
        />
        also messages that repeat what it says
      </label>
      {error && <Failure error={error} />}
      <p class="row">
        <button type="submit" class="danger" ref={focusOnce}>
          Forget it
        </button>
        <button type="button" onClick={done}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function Receipt({ receipt }: { receipt: ErasureReceipt }) {
  const { messages, derived, copies, copiesForgotten, erasedSummaryIds, vacuumed, at, id } = receipt;
  return (
    <ul class="small">
      <li>
        {plural(messages.length, 'message')} erased: {messages.map(({ seq }) => `#${seq}`).join(', ')}
      </li>
      {derived.length > 0 && (
        <li>with what was made of them: {derived.map(({ seq }) => `#${seq}`).join(', ')}</li>
      )}
      <li>{plural(erasedSummaryIds.length, 'summary', 'summaries')} erased, to be made anew</li>
      {copies.length > 0 && (
        <li>
          {plural(copies.length, 'message')}{' '}
          {copiesForgotten ? 'that repeated them erased' : 'still repeat them'}:{' '}
          {copies.map(({ seq }) => `#${seq}`).join(', ')}
        </li>
      )}
      <li>
        {vacuumed
          ? 'freed bytes of the file were overwritten'
          : 'freed bytes of the file are overwritten later'}
      </li>
      <li>
        receipt <span class="mono">{id}</span>, {time(at)}
      </li>
    </ul>
  );
}
