/**
 * Writes of a few short statements, which busy programs make all the time. If a database has another connection for
 * them, they can be sent there, because a name and plain arguments describe each write completely.
 */
import type { Store } from '../../store.ts';
import { append } from './append.ts';
import type { SqlContext } from './context.ts';
import { recordEnds } from './conversation-ends.ts';
import { recordRequests } from './requests.ts';
import { ensureThread, makeTitle, updateSettings } from './threads.ts';
import { forgetWrittenRows } from './written-rows.ts';

const shortWrites = { ensureThread, append, makeTitle, updateSettings, recordEnds, recordRequests };

type Name = keyof typeof shortWrites;
type Given<Of extends Name> = Parameters<(typeof shortWrites)[Of]>[1];
type Result<Of extends Name> = Awaited<ReturnType<(typeof shortWrites)[Of]>>;

export type ShortWrite = { [Of in Name]: { name: Of; given: Given<Of> } }[Name];
/** `waiting`: number of messages of the thread that now wait to be indexed. */
export type ShortWritten = { result: unknown; waiting: number };
/** Undefined, at once or later, if the write was not made and must be made here. */
export type WriteInBackground = (write: ShortWrite) => Promise<ShortWritten | undefined> | undefined;

export async function makeShortWrite(
  { db, dialect }: SqlContext,
  { name, given }: ShortWrite,
): Promise<ShortWritten> {
  let waiting = 0;
  const context: SqlContext = {
    ...{ db, dialect },
    indexLater(appended) {
      waiting = appended.waiting;
    },
  };
  const write = shortWrites[name] as (context: SqlContext, given: unknown) => Promise<unknown>;
  return { result: await write(context, given), waiting };
}

export function shortWriteQueries(writeInBackground: WriteInBackground = () => undefined) {
  /** Undefined at once if the write is made here. */
  function sendToBackground(
    { db }: SqlContext,
    write: ShortWrite,
  ): Promise<ShortWritten | undefined> | undefined {
    return writeInBackground(write)?.then((written) => {
      if (written !== undefined) forgetWrittenRows(db);
      return written;
    });
  }
  const query =
    <Of extends Name>(name: Of) =>
    async (context: SqlContext, given: Given<Of>): Promise<Result<Of>> => {
      const sent = sendToBackground(context, { name, given } as ShortWrite);
      const written = sent && (await sent);
      const here = shortWrites[name] as (context: SqlContext, given: Given<Of>) => Promise<Result<Of>>;
      return written === undefined ? here(context, given) : (written.result as Result<Of>);
    };
  const titled = query('makeTitle');

  /**
   * Functions cannot be sent to another thread: an append with rules to read is made here, and a title is made
   * afterwards.
   */
  async function appendAnywhere(
    context: SqlContext,
    options: Parameters<Store['append']>[0],
  ): Promise<Result<'append'>> {
    const { title, pins, ...given } = options;
    const sent = pins === undefined ? sendToBackground(context, { name: 'append', given }) : undefined;
    const written = sent && (await sent);
    if (written === undefined) return append(context, options);
    const { waiting } = written;
    if (waiting > 0) context.indexLater?.({ messages: given.messages, waiting });
    const appended = written.result as Result<'append'>;
    const { state, messages, added } = appended;
    const made =
      state.title === undefined
        ? title?.(messages.filter(({ seq }) => seq > state.messages - added))
        : undefined;
    if (made === undefined) return appended;
    const { threadId } = given;
    const named = await titled(context, { threadId, ...made, revision: state.revision });
    if (named.title === undefined || named.titleFrom === undefined) return appended;
    return { ...appended, state: { ...state, title: named.title, titleFrom: named.titleFrom } };
  }

  return {
    ensureThread: query('ensureThread'),
    append: appendAnywhere,
    makeTitle: titled,
    updateSettings: query('updateSettings'),
    recordEnds: query('recordEnds'),
    recordRequests: query('recordRequests'),
  };
}
