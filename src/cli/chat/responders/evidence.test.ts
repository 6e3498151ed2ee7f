import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../../../everthread.ts';
import type { Thread } from '../../../thread.ts';
import { conversation, decisionNumber } from '../../demo/conversation.ts';
import type { Source } from '../chat-event.ts';
import { findEvidence, recallName } from './evidence.ts';
import { recallResponder } from './recall.ts';

const question = 'what did we decide about the database?';
let everthread: Everthread;
let thread: Thread;

beforeEach(async () => {
  everthread = createEverthread({ automatic: false });
  thread = await everthread.thread('talk');
});
afterEach(() => everthread.close());

async function ask(text: string): Promise<Source[]> {
  const responder = recallResponder();
  const origin = responder.originOf(text);
  const message = await thread.append({ role: 'user', content: text, ...(origin && { origin }) });
  const reply = await responder.reply({
    thread,
    message,
    signal: new AbortController().signal,
    onText: () => undefined,
    onWait: () => undefined,
  });
  if (reply.kind !== 'recall') throw new Error(`Not recalled but ${reply.kind}.`);
  await thread.append({
    role: 'assistant',
    content: reply.text,
    name: recallName,
    origin: reply.origin,
  });
  return reply.sources;
}

/** 200 messages of small talk about other things, with one decision. */
function scripted() {
  const topics = ['the garden fence', 'a train to Bergen', 'the soup recipe', 'new curtains', 'the dentist'];
  return Array.from({ length: 200 }, (_, index) => {
    if (index === 0) return { role: 'user' as const, content: 'Which database should the shop run on?' };
    if (index === 1) return { role: 'assistant' as const, content: 'MySQL or PostgreSQL would both do.' };
    if (index === 2)
      return {
        role: 'user' as const,
        content: 'Then it is decided: PostgreSQL 17 it is, because of its search.',
      };
    const topic = topics[index % topics.length];
    return index % 2 === 0
      ? { role: 'user' as const, content: `Number ${index}: let us talk about ${topic} again.` }
      : { role: 'assistant' as const, content: `About ${topic}: I would wait until week ${index % 50}.` };
  });
}

describe('findEvidence', () => {
  it('R-59 after 200 messages, the decision about the database is answered from message 3', async () => {
    await thread.append(scripted());
    const sources = await ask(question);
    expect(sources[0]).toMatchObject({ seq: 3, role: 'user' });
    expect(sources[0]!.text).toContain('PostgreSQL 17');
  });

  it('R-59 in the conversation of the demo too, where a later message asks the same', async () => {
    await thread.append(conversation);
    expect((await ask(question))[0]!.seq).toBe(decisionNumber);
    expect((await ask('which database did we choose?')).map(({ seq }) => seq)).toContain(decisionNumber);
  });

  it('R-59 its own answers and the questions they answered are never evidence, however often one asks', async () => {
    await thread.append(scripted());
    const first = await ask(question);
    for (let round = 0; round < 5; round += 1) expect(await ask(question)).toEqual(first);
    const { hits } = await thread.search(question, { limit: 50 });
    const shown = hits.flatMap(({ message, before, after }) => [message, ...before, ...after]);
    expect(shown.filter(({ seq }) => seq > 200)).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
  });

  it('R-59 what is told later counts, as soon as it is told', async () => {
    await thread.append(scripted());
    await ask('what colour are the curtains in the kitchen?');
    await thread.append({ role: 'user', content: 'The kitchen curtains will be yellow.' });
    const [best] = await ask('what colour are the curtains in the kitchen?');
    expect(best).toMatchObject({ seq: 203, text: 'The kitchen curtains will be yellow.' });
  });

  it('R-59 where the thread says nothing about the topic, nothing is quoted', async () => {
    await thread.append(scripted());
    expect(await ask('what is the capital of Peru?')).toEqual([]);
    expect(await ask('???')).toEqual([]);
  });

  it('R-41 what was forgotten is not quoted', async () => {
    await thread.append(scripted());
    await thread.forget(3);
    expect((await ask(question)).map(({ seq }) => seq)).not.toContain(3);
  });

  it('R-59 a long message is quoted where it speaks of it', async () => {
    const filler = Array.from({ length: 80 }, (_, index) => `Line ${index} of the report on curtains.`);
    filler[60] = 'The boiler needs 14 litres of glycol.';
    await thread.append({ role: 'user', content: filler.join('\n') });
    const { sources } = await findEvidence({
      thread,
      question: 'how much glycol does the boiler need?',
      seq: 2,
    });
    const [best] = sources;
    expect(best!.text).toContain('14 litres');
    expect(best!.text.length).toBeLessThan(700);
  });
});
