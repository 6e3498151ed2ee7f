/** The published entry `everthread/client`: the server's API, typed. Needs nothing but fetch; runs in browsers, too. */
import { type CallOptions, type ClientOptions, createSend } from './client/request.ts';
import { createThreadCalls, type ThreadCalls } from './client/thread-calls.ts';
import type * as api from './client/types.ts';

export { ApiError, type CallOptions, type ClientOptions } from './client/request.ts';
export type { ThreadCalls } from './client/thread-calls.ts';
export type * from './client/types.ts';

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const send = createSend(options);
  return {
    /** A handle for one thread. It sends no request until one of its calls is made. */
    thread: (id: string): ThreadCalls => createThreadCalls(send, id),
    threads: (query?: api.ThreadQuery, call?: CallOptions) =>
      send.json<api.ThreadPage>('GET', ['threads'], { ...call, ...(query && { query }) }),
    createThread: (body: api.NewThread = {}, call?: CallOptions) =>
      send.json<api.Thread>('POST', ['threads'], { ...call, body }),
    search: (query: string, search?: api.SearchAllOptions, call?: CallOptions) =>
      send.json<api.SearchPage>('GET', ['search'], { ...call, query: { ...search, query } }),
    owners: (query?: api.OwnerQuery, call?: CallOptions) =>
      send.json<api.OwnerPage>('GET', ['owners'], { ...call, ...(query && { query }) }),
    profile: (owner: string, call?: CallOptions) =>
      send.json<api.Profile>('GET', ['owners', owner, 'profile'], call),
    correctProfile: (owner: string, entryId: string, body: { text: string | null }, call?: CallOptions) =>
      send.json<api.ProfileEntry>('PATCH', ['owners', owner, 'profile', entryId], { ...call, body }),
    forgetOwner: (owner: string, call?: CallOptions) =>
      send.json<api.OwnerErasure>('DELETE', ['owners', owner], call),
    stats: (call?: CallOptions) => send.json<api.AllStats>('GET', ['stats'], call),
    settings: (call?: CallOptions) => send.json<api.Settings>('GET', ['settings'], call),
    importTranscript: (body: api.ImportBody, call?: CallOptions) =>
      send.json<api.Imported>('POST', ['import'], { ...call, body }),
    loadDemo: (call?: CallOptions) => send.json<api.Demo>('POST', ['demo'], call),
    /** Events of all threads as they happen. Resolves when the stream is open. */
    events: (call?: CallOptions & { lastEventId?: string }) =>
      send.events<api.ServerEvent>('GET', ['events'], call),
  };
}
