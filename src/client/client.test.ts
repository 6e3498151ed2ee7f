import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, type Client, createClient } from '../client.ts';
import { endpoints } from '../server/rest/create-rest.ts';
import { harbourTalk, startTestServer, type TestServer } from '../server/test-server.suite.ts';

let server: TestServer;
let client: Client;
/** Requests as `GET /threads/harbour/messages`, in their order. */
const requests: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    features: {
      async *answer({ thread, text }) {
        const message = await thread.append({ role: 'user', content: text });
        yield { type: 'message', thread: thread.id, seq: message.seq, role: 'user', id: message.id };
        yield { type: 'text', text: 'At quay ' };
        yield { type: 'text', text: 'three.' };
      },
      importTranscript: async ({ name = '', text }) => ({
        threads: [{ threadId: name, added: text.length, known: 0 }],
        skipped: {},
        problems: [],
      }),
      async loadDemo({ everthread }) {
        return (await everthread.thread('demo')).id;
      },
    },
  });
  client = createClient({
    baseUrl: `${server.url}/`,
    fetch(input, init) {
      requests.push(`${init?.method} ${new URL(String(input)).pathname.replace(/^\/api/u, '')}`);
      return fetch(input, init);
    },
  });
});
afterAll(() => server.close());

describe('R-60 the typed client', () => {
  it('R-60 reaches every address of the API', async () => {
    const { id } = await client.createThread({ id: 'har/bour', owner: 'ada' });
    const thread = client.thread(id);
    const { messages } = await thread.append(harbourTalk);
    expect(messages).toHaveLength(60);
    await thread.append({ role: 'user', content: 'And I live in Bergen.' });
    await server.everthread.idle();
    expect((await thread.get()).messages).toBe(61);
    expect((await thread.update({ title: 'Quays' })).title).toBe('Quays');
    expect((await client.threads({ owner: 'ada', limit: 5 })).threads).toHaveLength(1);
    expect((await thread.messages({ after: 2, limit: 2 })).messages.map(({ seq }) => seq)).toEqual([3, 4]);
    expect((await thread.message(2)).role).toBe('assistant');
    expect((await thread.strata()).messages).toBe(61);
    const [first] = (await thread.summaries({ statuses: ['live'] })).summaries;
    expect((await thread.summary(first!.id)).facts.length).toBeGreaterThan(0);
    expect((await thread.updateSummary(first!.id, { pinned: true })).pinned).toBe(true);
    expect((await thread.expand(first!.id, { limit: 1 })).messages).toHaveLength(1);
    expect((await thread.compact({ detail: 'short' })).compacted).toBeTypeOf('boolean');
    expect((await thread.context({ shape: 'anthropic' })).prompt).toHaveProperty('messages');
    expect((await thread.lookAtContext({ budget: 700 })).tokens).toBeLessThanOrEqual(700);
    expect((await thread.explain({ at: 10 })).at).toBe(10);
    expect((await thread.requests({ limit: 1 })).requests).toHaveLength(1);
    expect((await thread.search('port 8443', { roles: ['user'], limit: 1 })).hits).toHaveLength(1);
    expect((await client.search('port 8443', { owner: 'ada' })).hits[0]?.threadId).toBe(id);
    expect((await thread.brief({ tokens: 200 })).text).toContain('#');
    const [fact] = (await thread.facts()).facts;
    const corrected = await thread.correctFact(fact!.id, { value: 'quay nine', note: 'wrong' });
    expect(corrected).toMatchObject({ value: 'quay nine', corrected: { value: fact!.value } });
    const [rule] = (await thread.rules()).rules;
    expect((await thread.endRule(rule!.id, { note: 'enough' })).ended).toBe('removed');
    expect((await thread.receipts({ limit: 1 })).receipts).toHaveLength(1);
    expect((await thread.stats({ model: 'gpt-5' })).messages).toBe(61);
    expect((await client.stats()).sent.requests).toBeGreaterThan(0);
    const edited = await thread.editMessage(2, { message: { role: 'assistant', content: 'Quay nine.' } });
    expect(edited.message.seq).toBe(2);
    expect((await thread.copies(4)).complete).toBe(true);
    expect((await thread.forgetMessage(4, { note: 'asked for' })).messages[0]?.seq).toBe(4);
    expect((await thread.forget({ messages: [6, 8] })).messages).toHaveLength(2);
    expect((await thread.audit()).entries).toHaveLength(6);
    expect((await client.owners()).owners).toEqual([{ owner: 'ada', threads: 1 }]);
    const [entry] = (await client.profile('ada')).entries;
    expect((await client.correctProfile('ada', entry!.id, { text: null })).id).toBe(entry!.id);
    expect((await client.settings()).tenant).toBe('default');
    expect((await client.importTranscript({ text: 'abc', name: 'file' })).threads[0]?.added).toBe(3);
    expect((await client.loadDemo()).threadId).toBe('demo');
    const received = [];
    for await (const event of thread.chat('Where is it?'))
      received.push(event.type === 'text' ? event.text : event.type);
    expect(received).toEqual(['message', 'At quay ', 'three.', 'end']);
    for (const events of [await client.events(), await thread.events()]) {
      await thread.update({ title: 'Again' });
      const { value } = await events.next();
      expect(value?.data.event.threadId).toBe(id);
      await events.return(undefined);
    }
    expect((await thread.delete()).deleted).toBe(true);
    expect((await client.forgetOwner('ada')).threads).toBe(0);

    const reached = ({ method, path }: { method: string; path: string }) => {
      const pattern = new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u');
      return requests.some((call) => pattern.test(call));
    };
    expect(
      endpoints.filter((endpoint) => !reached(endpoint)).map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
  });

  it("R-60 rejects with the server's own error", async () => {
    const refused = await client
      .thread('nobody')
      .get()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 404, code: 'unknown_thread', field: 'threadId' });
    const wrong = client.threads({ limit: 0 });
    await expect(wrong).rejects.toMatchObject({ status: 400, field: 'limit', accepted: 'at least 1' });
  });
});
