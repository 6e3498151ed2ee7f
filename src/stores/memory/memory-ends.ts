/** Ends of conversations that clients send again, kept in memory. */
import { type ConversationEnd, mostEnds } from '../../records/conversation-end.ts';
import type { Store } from '../../store.ts';
import { checkEnds } from '../rules/conversation-ends.ts';
import { type MemoryThread, stateOf } from './memory-thread.ts';

type Kept = ConversationEnd & { threadId: string; number: number };

export function createMemoryEnds(options: {
  checkOpen: () => void;
  existing: (threadId: string) => MemoryThread;
}): Pick<Store, 'recordEnds' | 'findEnds'> & {
  keep(threadId: string, ends: readonly ConversationEnd[]): void;
  dropThread(threadId: string): void;
} {
  const { checkOpen, existing } = options;
  const byThread = new Map<string, Kept[]>();
  const byKey = new Map<string, Map<string, Kept>>();
  let made = 0;

  const drop = ({ key, threadId }: Kept): void => {
    const threads = byKey.get(key);
    threads?.delete(threadId);
    if (threads?.size === 0) byKey.delete(key);
  };

  const keep = (threadId: string, ends: readonly ConversationEnd[]): void => {
    const again = new Set(ends.map(({ key }) => key));
    const added = ends.map(({ key, seq, length }): Kept => {
      made += 1;
      return { key, seq, length, threadId, number: made };
    });
    const all = [...(byThread.get(threadId) ?? []).filter(({ key }) => !again.has(key)), ...added];
    for (const old of all.slice(0, -mostEnds)) drop(old);
    byThread.set(threadId, all.slice(-mostEnds));
    for (const end of added) {
      const threads = byKey.get(end.key) ?? new Map<string, Kept>();
      byKey.set(end.key, threads.set(threadId, end));
    }
  };

  return {
    keep,
    async recordEnds({ threadId, ends }) {
      checkEnds(threadId, ends);
      existing(threadId);
      keep(threadId, ends);
    },
    async findEnds(keys) {
      checkOpen();
      return [...new Set(keys)]
        .flatMap((key) => [...(byKey.get(key)?.values() ?? [])])
        .sort((a, b) => b.number - a.number)
        .map(({ number: _number, ...end }) => {
          const { messages, tokens, settings } = stateOf(existing(end.threadId));
          return { ...end, messages, tokens, settings };
        });
    },
    dropThread(threadId) {
      for (const end of byThread.get(threadId) ?? []) drop(end);
      byThread.delete(threadId);
    },
  };
}
