import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Urgency, urgencies } from './urgency.ts';
import { createUrgentFirst, mostBefore } from './urgent-first.ts';

type Item = { name: string; urgency: Urgency };
const queueOf = (items: readonly Item[] = []) => {
  const queue = createUrgentFirst<Item>(({ urgency }) => urgency);
  for (const item of items) queue.add(item);
  return queue;
};
const { backlog, talk, request } = urgencies;

describe('a queue of work', () => {
  it('R-8 gives out what a request waits for, then talks, then backlogs, each in the order they came', () => {
    const queue = queueOf([
      { name: 'backlog 1', urgency: backlog },
      { name: 'talk 1', urgency: talk },
      { name: 'backlog 2', urgency: backlog },
      { name: 'request', urgency: request },
      { name: 'talk 2', urgency: talk },
    ]);
    const names = Array.from({ length: 5 }, () => queue.take()?.name);
    expect(names).toEqual(['request', 'talk 1', 'talk 2', 'backlog 1', 'backlog 2']);
    expect(queue.take()).toBeUndefined();
  });

  it('R-8 asks how urgent an item is when it is taken, and passes over what may not be taken', () => {
    const late = { name: 'late', urgency: backlog as Urgency };
    const queue = queueOf([{ name: 'first', urgency: talk }, late]);
    late.urgency = request;
    expect(queue.take(({ name }) => name !== 'late')?.name).toBe('first');
    expect(queue.take()?.name).toBe('late');
  });

  it('I-11 never passes over an item for ever, however many more urgent ones come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(backlog, talk), { maxLength: 6 }),
        fc.infiniteStream(fc.array(fc.constantFrom(talk, request), { minLength: 1, maxLength: 3 })),
        (before, arriving) => {
          const queue = queueOf(before.map((urgency, index) => ({ name: `${index}`, urgency })));
          queue.add({ name: 'wanted', urgency: backlog });
          const most = (before.length + 1) * (mostBefore + 1);
          for (let taken = 0; taken < most; taken += 1) {
            for (const urgency of arriving.next().value) queue.add({ name: 'later', urgency });
            if (queue.take()?.name === 'wanted') return;
          }
          expect.unreachable('It was passed over again and again.');
        },
      ),
    );
  });
});
