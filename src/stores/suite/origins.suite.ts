/**
 * Contract suite: origins of messages are stored beside them, hidden from search, and the messages are forgotten with
 * their sources.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Origin } from '../../message/origin.ts';
import type { Store } from '../../store.ts';
import { textTerms } from '../../text/terms.ts';
import { answer, audit, call, edit, later, message, removal, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

const reply = (...sources: string[]): { origin: Origin; tokens: number } => ({
  origin: { kind: 'embedded-reply', sources },
  tokens: 0,
});
const lookup: { origin: Origin; tokens: number } = { origin: { kind: 'lookup', sources: [] }, tokens: 0 };
const saying = (id: string, text: string, fields: Parameters<typeof message>[1] = {}) =>
  message(id, { parts: [{ type: 'text', text }], ...fields });

export function describeOrigins(context: SuiteContext): void {
  describe('messages that Everthread wrote', () => {
    let store: Store;
    const found = async (text: string) =>
      (await store.search.text([{ threadIds: ['t'], terms: textTerms(text), limit: 50 }]))[0]!.candidates
        .map(({ seq }) => seq)
        .toSorted((first, second) => first - second);
    const holding = async (text: string) =>
      (await store.search.holding({ threadId: 't', groups: [textTerms(text)], limit: 50 }))[0];
    const append = (...messages: Parameters<Store['append']>[0]['messages'][number][]) =>
      store.append({ threadId: 't', messages, now: someTime });
    const texts = async () =>
      (await store.readMessages({ threadId: 't' })).map(({ parts, removed }) => removed ?? parts.length);

    beforeEach(async () => {
      store = context.store();
      await store.ensureThread({ threadId: 't', now: someTime });
    });

    it('R-41 an origin is stored with the message, through edits and removals, outside of its hash', async () => {
      const { messages } = await append(saying('m1', 'marble'), saying('r1', 'marble again', reply('m1')));
      expect(messages[1]!.origin).toEqual({ kind: 'embedded-reply', sources: ['m1'] });
      expect(await store.readMessages({ threadId: 't' })).toEqual(messages);
      expect(messages[0]).not.toHaveProperty('origin');
      const again = await append(saying('r1', 'marble again'));
      expect(again.messages[0]!.origin).toEqual(messages[1]!.origin);
      await store.rewrite({ threadId: 't', changes: [edit(2, 'x', 0)], audit: audit('a1'), now: later(1) });
      const [, edited] = await store.readMessages({ threadId: 't' });
      expect(edited!.origin).toEqual(messages[1]!.origin);
    });

    it('R-41 messages written from a forgotten one are forgotten with it, directly and indirectly', async () => {
      await append(
        saying('m1', 'marble'),
        saying('m2', 'granite'),
        saying('r1', 'quotes marble', reply('m1', 'unknown')),
        saying('r2', 'quotes the quotation', reply('r1')),
        saying('r3', 'quotes granite', reply('m2')),
      );
      const before = (await store.readThread('t'))!;
      const { messages, state } = await store.rewrite({
        threadId: 't',
        changes: [removal('forget', 1)],
        audit: audit('a1', { action: 'forget', from: 1, to: 1 }),
        now: later(1),
      });
      expect(messages.map(({ seq, removed }) => [seq, removed])).toEqual([
        [1, 'forgotten'],
        [3, 'forgotten'],
        [4, 'forgotten'],
      ]);
      expect(await texts()).toEqual(['forgotten', 1, 'forgotten', 'forgotten', 1]);
      expect(state.revision).toBe(before.revision + 1);
      expect(await holding('marble')).toEqual([]);
      expect(await holding('granite')).toEqual([5, 2]);
      const [entry] = await store.readAudit({ threadId: 't', limit: 1 });
      expect(entry).toMatchObject({ action: 'forget', from: 1, to: 4 });
      const stored = await store.readMessages({ threadId: 't' });
      const tokens = stored.reduce((sum, one) => sum + one.tokens, 0);
      expect(state).toMatchObject({ tokens, tailTokens: tokens });
    });

    it('R-15 R-41 deleting an original deletes messages written from it; forgetting takes precedence', async () => {
      await append(
        saying('m1', 'marble'),
        saying('m2', 'granite'),
        saying('r1', 'quotes both', reply('m1', 'm2')),
        saying('r2', 'quotes granite', reply('m2')),
      );
      await store.rewrite({
        threadId: 't',
        changes: [removal('delete', 2), removal('forget', 1)],
        audit: audit('a1', { from: 1, to: 2 }),
        now: later(1),
      });
      expect(await texts()).toEqual(['forgotten', 'deleted', 'forgotten', 'deleted']);
    });

    it('R-41 editing a source keeps the messages that quote it', async () => {
      await append(saying('m1', 'marble'), saying('r1', 'quotes marble', reply('m1')));
      await store.rewrite({ threadId: 't', changes: [edit(1, 'new')], audit: audit('a1'), now: later(1) });
      expect(await texts()).toEqual([1, 1]);
    });

    it('R-49 asides are not found by searches, only when copies are looked for', async () => {
      await append(
        saying('m1', 'The marble is blue.'),
        saying('q1', 'What colour is the marble?', lookup),
        saying('r1', 'Message 1: The marble is blue.', {
          role: 'assistant',
          name: 'everthread',
          ...reply('m1', 'q1'),
        }),
      );
      expect(await found('marble')).toEqual([1]);
      expect(await found('everthread colour')).toEqual([]);
      expect(await holding('marble')).toEqual([3, 2, 1]);
      await store.search.rebuild();
      expect(await found('marble')).toEqual([1]);
      expect(await store.search.listed({ threadId: 't', from: 1, limit: 9 })).toEqual([1, 2, 3]);
    });

    it('R-51 calls of the archive and their answers are not found; those of another tool with the same name are', async () => {
      const asked = { query: 'marble' };
      const search = (id: string, callId: string) => {
        const made = call(id, callId);
        for (const part of made.parts)
          if (part.type === 'tool-call') Object.assign(part, { name: 'search', input: asked });
        return made;
      };
      const answered = (id: string, callId: string, output: string) => {
        const made = answer(id, callId);
        for (const part of made.parts) if (part.type === 'tool-result') part.output = output;
        return made;
      };
      await append(saying('m1', 'The marble is blue.'), search('c1', 'a'));
      expect(await found('marble')).toEqual([1, 2]);
      await append(answered('a1', 'a', 'Everthread archive:\n#1 user: The marble is blue.'));
      expect(await found('marble')).toEqual([1]);
      expect(await holding('marble')).toEqual([3, 2, 1]);
      await append(search('c2', 'b'), answered('a2', 'b', 'Three shops sell marble.'));
      expect(await found('marble')).toEqual([1, 4, 5]);
      await append(search('c3', 'c'), answered('a3', 'c', 'Everthread archive: nothing about marble'));
      expect(await found('marble')).toEqual([1, 4, 5]);
      await store.search.rebuild();
      expect(await found('marble')).toEqual([1, 4, 5]);
      const [, called] = await store.readMessages({ threadId: 't' });
      expect(called!.origin).toEqual({ kind: 'archive-call', sources: [], calls: ['a'] });
    });

    it('R-41 messages with all terms of a group are found, newest first; an unknown thread has none', async () => {
      await append(saying('m1', 'blue marble'), saying('m2', 'marble'), saying('m3', 'marble, and blue'));
      const groups = [textTerms('blue marble'), textTerms('green'), []];
      expect(await store.search.holding({ threadId: 't', groups, limit: 9 })).toEqual([[3, 1], [], []]);
      expect(await store.search.holding({ threadId: 't', groups, limit: 1 })).toEqual([[3], [], []]);
      expect(await store.search.holding({ threadId: 'none', groups, limit: 9 })).toEqual([[], [], []]);
    });
  });
}
