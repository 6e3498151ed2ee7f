/**
 * Generates conversations with an assistant whose answers are long. Topics of recall-topics.ts alternate over months,
 * and each fact is inside a message that is otherwise about the same things. The same seed gives the same conversation.
 */
import { createRandom, type Random } from './random.ts';
import type { AskedQuestion, Conversation, Turn } from './recall-data.ts';
import type { Topic } from './recall-topics.ts';

export const chatKinds = {
  1: 'said by the user',
  2: 'said by the assistant',
  3: 'value that changed',
  4: 'how it changed',
  5: 'several places',
  6: 'order',
  7: 'summary',
} as const;

type Said = { by: 'user' | 'assistant'; text: string; key: string };

const hourMs = 3_600_000;
const start = Date.UTC(2025, 1, 3, 8);
const emptyExchanges = 3;

export function generatedChat(topics: readonly Topic[], seed: number): Conversation {
  const random = createRandom(seed);
  const turns: Turn[] = [];
  const places = new Map<string, number>();
  let at = start;
  for (const { topic, said } of schedule(topics, random)) {
    at += random.integer(2, 40) * hourMs;
    const user = userText(topic, random, said?.by === 'user' ? said.text : undefined);
    const assistant = answerText(topic, random, said?.by === 'assistant' ? said.text : undefined);
    if (said) places.set(said.key, turns.length + (said.by === 'user' ? 0 : 1));
    turns.push({ id: `t${turns.length}`, speaker: 'user', text: user, at });
    at += 60_000;
    turns.push({ id: `t${turns.length}`, speaker: 'assistant', text: assistant, at });
  }
  const questions = topics.flatMap((topic) => questionsOf(topic, (key) => places.get(key)!));
  return { id: `chat-${seed}`, turns, questions };
}

/** Mixes the facts of all topics, each topic's in their order, with exchanges that answer no question. */
function schedule(topics: readonly Topic[], random: Random): { topic: Topic; said?: Said }[] {
  const queues = topics.map((topic) => ({ topic, said: shuffledKeepingOrder(factsOf(topic), random) }));
  const slots: { topic: Topic; said?: Said }[] = [];
  while (queues.some(({ said }) => said.length > 0)) {
    const { topic, said } = random.pick(queues.filter((queue) => queue.said.length > 0));
    for (let index = random.integer(0, emptyExchanges); index > 0; index -= 1) slots.push({ topic });
    slots.push({ topic, said: said.shift()! });
  }
  return slots;
}

function factsOf(topic: Topic): Said[][] {
  const userFacts = (kind: string, said: readonly string[]) =>
    said.map((text, index): Said => ({ by: 'user', text, key: `${topic.name}/${kind}/${index}` }));
  return [
    ...topic.single.map(({ by, said }, index): Said[] => [
      { by, text: said, key: `${topic.name}/single-${index}/0` },
    ]),
    ...topic.changed.map(({ said, values }, index) =>
      userFacts(
        `changed-${index}`,
        said.map((text, value) => text.replace('{}', values[value]!)),
      ),
    ),
    userFacts('list', topic.list.said),
    userFacts('order', topic.order.said),
    userFacts('summary', topic.summary.said),
  ];
}

function shuffledKeepingOrder(lists: Said[][], random: Random): Said[] {
  const remaining = lists.map((list) => [...list]);
  const all: Said[] = [];
  while (remaining.some((list) => list.length > 0))
    all.push(random.pick(remaining.filter((list) => list.length > 0)).shift()!);
  return all;
}

function questionsOf(topic: Topic, placeOf: (key: string) => number): AskedQuestion[] {
  const ask = (text: string, category: keyof typeof chatKinds, kind: string, said: readonly string[]) => ({
    text,
    category,
    evidence: said.map((_, index) => placeOf(`${topic.name}/${kind}/${index}`)),
    answers: [...said],
  });
  return [
    ...topic.single.map(({ by, said, ask: text }, index) =>
      ask(text, by === 'user' ? 1 : 2, `single-${index}`, [said]),
    ),
    ...topic.changed.flatMap(({ said, values, ask: text, askHow }, index) => {
      const variants = said.map((one, value) => one.replace('{}', values[value]!));
      return [ask(text, 3, `changed-${index}`, variants), ask(askHow, 4, `changed-${index}`, variants)];
    }),
    ask(topic.list.ask, 5, 'list', topic.list.said),
    ask(topic.order.ask, 6, 'order', topic.order.said),
    ask(topic.summary.ask, 7, 'summary', topic.summary.said),
  ];
}

const userOpenings = [
  'Quick update on the {topic}.',
  'Back to the {topic} for a moment.',
  'I was thinking about the {a} again.',
  'Here is where we are with the {topic}.',
  'One thing before I forget it.',
];
const userQuestions = [
  'Can you explain how the {a} affects the {b}?',
  'What should I watch out for with the {a}?',
  'Could you compare two ways of handling the {a} and the {b}?',
  'How do other people deal with the {b} when the {a} is not ready?',
  'Please write me a checklist for the {a}.',
  'Is there anything about the {c} that beginners get wrong?',
];
const userAsides = [
  'I read a long piece on the {a} yesterday and it left me more confused than before.',
  'The {b} is a bit of a sore point at home, so I want to have it clear.',
  'I have about two hours a week for the {c}.',
  'Nothing has changed with the {b} so far.',
];
const advice = [
  'When it comes to the {a}, begin with what the {b} allows and only then look at the {c}.',
  'Most people underestimate how much the {a} depends on the {b}.',
  'A common mistake is to plan the {a} first and to squeeze the {b} in afterwards.',
  'Write down what you expect of the {a}, so that you can tell later whether the {b} was worth it.',
  'If the {a} turns out to be difficult, the {c} gives you some slack.',
  'It helps to look at the {a} and the {b} together rather than one after the other.',
  'There is no single right answer for the {a}, but a careful look at the {b} rules out the worst ones.',
  'Ask someone who has done the {a} before how long the {b} took them.',
  'Keep a small reserve for the {a}, because the {c} tends to bring surprises.',
  'For the {b}, cheaper is not always worse, and the {a} is a good example of that.',
  'You can test the {a} on a small scale before you commit to the {b}.',
  'Once the {c} is in place, the {a} becomes much easier to judge.',
  'The {a} deserves a second look every few weeks, since the {b} changes over time.',
  'Experienced people often do the {b} last, when everything around the {a} is known.',
];
const headings = [
  'Overview',
  'What matters for the {a}',
  'Steps',
  'About the {b}',
  'Common pitfalls',
  'Next steps',
];
const bullets = [
  '**The {a}**: check it against the {b} before anything else.',
  '**Timing**: leave a few days between the {a} and the {c}.',
  '**Cost**: compare at least two offers for the {b}.',
  '**Quality**: look at the {a} in daylight, not only on paper.',
  '**Records**: note every change of the {c} with its date.',
];

function userText(topic: Topic, random: Random, fact: string | undefined): string {
  const sentences = [
    random.pick(userOpenings),
    ...times(random.integer(0, 2), () => random.pick(userAsides)),
    ...(fact === undefined ? [] : [fact]),
    ...times(random.integer(0, 1), () => random.pick(userAsides)),
    random.pick(userQuestions),
  ];
  return sentences.map((sentence) => filled(sentence, topic, random)).join(' ');
}

/** An answer of 150 to 600 words in paragraphs, headings and lists, with the fact at a random place. */
function answerText(topic: Topic, random: Random, fact: string | undefined): string {
  const blocks: string[] = [];
  const paragraphs = random.integer(3, 8);
  const holder = random.integer(0, paragraphs - 1);
  for (let index = 0; index < paragraphs; index += 1) {
    if (random.integer(0, 2) === 0) blocks.push(`## ${filled(random.pick(headings), topic, random)}`);
    const sentences = times(random.integer(2, 5), () => filled(random.pick(advice), topic, random));
    if (fact !== undefined && index === holder)
      sentences.splice(random.integer(0, sentences.length), 0, fact);
    blocks.push(sentences.join(' '));
    if (random.integer(0, 2) === 0)
      blocks.push(
        times(random.integer(2, 4), () => `- ${filled(random.pick(bullets), topic, random)}`).join('\n'),
      );
  }
  return blocks.join('\n\n');
}

function filled(template: string, topic: Topic, random: Random): string {
  return template.replaceAll('{topic}', topic.name).replace(/\{[abc]\}/gu, () => random.pick(topic.nouns));
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
