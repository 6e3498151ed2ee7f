/** Shows the events of a thread as they happen, in plain words. */
import { events, live } from '../api/events.ts';
import type { ServerEvent } from '../api/types.ts';
import { count, money, plural } from '../parts/format.ts';
import { safeText } from '../parts/safe-text.ts';

export function EventsView({ threadId }: { threadId: string }) {
  const relevant = events.value.filter(({ event }) => event.threadId === threadId || event.threadId === null);
  return (
    <section class="stack" aria-label="Events">
      <p class="soft small">
        {live.value ? 'Since this page was opened, the newest first.' : 'Not connected: trying again.'}
      </p>
      <ol class="events" aria-live="polite">
        {relevant.map((entry, index) => (
          <li key={relevant.length - index}>
            <time dateTime={entry.at} class="soft">
              {new Date(entry.at).toLocaleTimeString('en-GB')}
            </time>
            <span>
              <span class={`chip ${toneOf(entry)}`}>{entry.name}</span>
            </span>
            <span>{safeText(inWords(entry))}</span>
          </li>
        ))}
      </ol>
      {relevant.length === 0 && (
        <p class="soft">Nothing happened since this page was opened. Say something, or summarize.</p>
      )}
    </section>
  );
}

function toneOf({ name, event }: ServerEvent): string {
  if (name === 'diagnostic') return event.level === 'debug' ? '' : 'bad';
  if (name === 'summarizer-fallback') return 'bad';
  if (name === 'summarizer-call') return event.outcome === 'ok' ? 'good' : 'bad';
  if (name === 'compaction-ended') return event.outcome === 'committed' ? 'good' : 'bad';
  return name === 'summarization' ? 'good' : name === 'context-forced' ? 'warm' : '';
}

/** An event as a sentence; unknown events as JSON. */
export function inWords({ name, event }: ServerEvent): string {
  const number = (key: string) => count(Number(event[key] ?? 0));
  switch (name) {
    case 'change':
      return event.from === undefined
        ? `${event.kind}`
        : `${event.kind}: ${event.from === event.to ? `message ${number('from')}` : `messages ${number('from')} to ${number('to')}`}`;
    case 'summarization':
      return `${whatWasSummarized(Number(event.compressedMessages ?? 0))}: ${number('tokensBefore')} → ${number('tokensAfter')} tokens. ${event.reason}`;
    case 'compaction-started':
      return `Messages ${number('from')} to ${number('to')} are being summarized${event.model ? ' by a model' : ''}. ${event.reason}`;
    case 'compaction-ended':
      return event.outcome === 'committed' ? 'Done.' : 'It failed. Everything stays as it was.';
    case 'compaction-progress':
      return `${number('done')} of ${number('total')} messages, about ${number('secondsLeft')} s left`;
    case 'progress':
      return `${event.stage}: ${number('done')} of ${number('total')}`;
    case 'diagnostic':
      return `${event.message} ${event.consequence}`;
    case 'summarizer-fallback':
      return `${event.from} could not summarize (${event.reason}); ${event.to} did it.`;
    case 'context-forced':
      return `A context had to be shortened to ${number('tokens')} of ${number('budget')} tokens.`;
    case 'context':
      return `A context of ${number('tokens')} tokens was handed out, instead of ${number('historyTokens')}; ${number('recalled')} messages recalled.`;
    case 'summarizer-call':
      return `${event.model}: ${event.outcome}, ${number('inputTokens')} + ${number('outputTokens')} tokens, ${money(Number(event.costUsd ?? 0))}${event.reason ? `. ${event.reason}` : ''}`;
    default:
      return JSON.stringify(event);
  }
}

/** For a merge, which reads summaries only, the number of messages says nothing. */
function whatWasSummarized(messages: number): string {
  return messages === 0 ? 'Summaries merged' : `${plural(messages, 'message')} summarized`;
}
