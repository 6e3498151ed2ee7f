import { describe, expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import { dialogue, type Line, storeOf } from './conversations.suite.ts';
import { olderValues, valueChanges } from './older-values.ts';

async function marked(
  asked: string,
  texts: readonly (string | Line)[],
  changes: Parameters<typeof olderValues>[0]['changes'] = [],
) {
  const lines = texts.map((text) => (typeof text === 'string' ? { text } : text));
  const store = await storeOf({ t: lines });
  const found: Message[] = await store.readMessages({ threadId: 't' });
  await store.close();
  return [...olderValues({ asked, found, shown: [], changes })];
}

const filler = ['We walked along the river.', 'The soup was good.', 'It rained all day.'];

describe('older values', () => {
  it.each([
    [
      'What does the plumber charge for the sink?',
      'The plumber wants 1,450 euros for moving the sink.',
      'New figure from the plumber for the sink: 1,720 euros.',
    ],
    [
      'When is the premiere?',
      'The premiere is on 6 November.',
      'Double-booked, the premiere is on 13 November.',
    ],
    [
      'How fast does the page load?',
      'The page loads in 2.1 seconds.',
      'Now the page loads in 900 milliseconds.',
    ],
    ['Which coverage do we have?', 'Test coverage is at 61 %.', 'With the new cases test coverage is 83 %.'],
    ['Which port does staging use?', 'The staging port is 5432.', 'We moved the staging port to 6543.'],
    [
      'What is the threshold?',
      'The alert threshold is 75 degrees.',
      'I raised the threshold from 75 to 82 degrees.',
    ],
  ])('R-50 %s', async (asked, older, newer) => {
    expect(await marked(asked, [older, ...filler, newer])).toEqual([[1, 5]]);
  });

  it('R-50 every older one names the newest, over several changes', async () => {
    const texts = ['Rent is 900 euros.', ...filler, 'Rent is 950 euros.', ...filler, 'Rent is 990 euros.'];
    expect(await marked('How high is the rent?', texts)).toEqual([
      [1, 9],
      [5, 9],
    ]);
  });

  it.each([
    [
      'the same value again',
      'How high is the rent?',
      'Rent is 900 euros.',
      'As said, rent is €900 or 900 euros.',
    ],
    ['a value that came back', 'How high is the rent?', 'Rent is 900 euros.', 'Rent is back at 900 euros.'],
    [
      'another thing of the kind',
      'What do the mills make?',
      'Mill 7 makes 40 tons.',
      'Mill 8 makes 50 tons.',
    ],
    [
      'somebody else',
      'What is the total of Mia Li?',
      'The total for Mia Li is 305 dollars.',
      'The total for Ivan Smith is 375 dollars.',
    ],
    [
      'one whose name is not near',
      'What is the total of Mia Li?',
      'I am Mia Li, the total is 305 dollars.',
      'The total is 375 dollars.',
    ],
    ['another measure', 'What of the page?', 'The page loads in 2 seconds.', 'The page loads 40 kilobytes.'],
    ['a question', 'How high is the rent?', 'Rent is 900 euros.', 'Would a rent of 950 euros be too much?'],
    ['what is not asked for', 'How is the dog?', 'Rent is 900 euros.', 'Rent is 950 euros.'],
    ['a day that moves on', 'When is the call?', 'The call is today.', 'The call is tomorrow.'],
  ])('R-50 nothing is older beside %s', async (_, asked, one, other) => {
    expect(await marked(asked, [one, ...filler, other])).toEqual([]);
  });

  it('R-50 what one person says of themselves is not changed by another', async () => {
    const told = dialogue('2024-01-01T10:00:00Z', 'I weigh 70 kilograms.', 'I weigh 82 kilograms.');
    expect(await marked('How many kilograms does she weigh?', told)).toEqual([]);
  });

  it('R-50 R-40 what facts know of a changed value counts too, where it is asked about', async () => {
    const fact = {
      ...{
        kind: 'name' as const,
        value: 'NATS',
        seq: 900,
        role: 'user',
        at: '',
        importance: 1,
        subject: 'queue',
      },
      valueHistory: [{ value: 'RabbitMQ', seq: 1, at: '' }],
    };
    const changes = valueChanges([fact]);
    const texts = ['The queue runs on RabbitMQ.', ...filler];
    expect(await marked('Which queue do we have?', texts, changes)).toEqual([[1, 900]]);
    expect(await marked('Was the soup good?', texts, changes)).toEqual([]);
  });
});
