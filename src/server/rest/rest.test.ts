import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harbourTalk, readEvents, startTestServer, type TestServer } from '../test-server.suite.ts';

let server: TestServer;
const thread = '/api/threads/harbour';

beforeAll(async () => {
  server = await startTestServer();
  await server.call('POST', '/api/threads', {
    id: 'harbour',
    title: 'The harbour',
    owner: 'ada',
    labels: ['sea'],
  });
  for (let at = 0; at < harbourTalk.length; at += 20) {
    await server.call('POST', `${thread}/messages`, { messages: harbourTalk.slice(at, at + 20) });
    await server.everthread.idle();
  }
  await server.call('POST', `${thread}/context`, {});
});
afterAll(() => server.close());

const get = (path: string) => server.call('GET', path);
const ok = async (path: string) => {
  const { status, body } = await get(path);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body;
};

describe('R-60 threads over HTTP', () => {
  it('R-60 are made, read, changed and deleted', async () => {
    const made = await server.call('POST', '/api/threads', { title: 'Short' });
    expect(made.status).toBe(201);
    const path = `/api/threads/${made.body.id}`;
    expect((await ok(path)).title).toBe('Short');
    const changed = await server.call('PATCH', path, { title: 'Longer', labels: ['x'], budgetTokens: 900 });
    expect(changed.body).toMatchObject({ title: 'Longer', labels: ['x'], budgetTokens: 900 });
    const refused = await server.call('PATCH', path, { title: 'Never', budgetTokens: 1 });
    expect(refused.status).toBe(400);
    expect((await ok(path)).title).toBe('Longer');
    expect((await server.call('DELETE', path)).body).toMatchObject({ deleted: true, messages: 0 });
    expect((await get(path)).status).toBe(404);
  });

  it('R-71 are listed by owner, label, title, time and content, page by page', async () => {
    for (const id of ['a', 'b', 'c'])
      await server.call('POST', '/api/threads', { id: `list-${id}`, title: `List ${id}`, owner: 'bob' });
    const ids = async (query: string) =>
      (await ok(`/api/threads?${query}`)).threads.map(({ id }: { id: string }) => id);
    expect(await ids('owner=ada')).toEqual(['harbour']);
    expect(await ids('label=sea')).toEqual(['harbour']);
    expect(await ids('title=LIST&order=title')).toEqual(['list-a', 'list-b', 'list-c']);
    expect(await ids('query=Albatros')).toEqual(['harbour']);
    expect(await ids('query=Albatros&owner=bob')).toEqual([]);
    const first = await ok('/api/threads?owner=bob&limit=2');
    const second = await ok(`/api/threads?owner=bob&limit=2&cursor=${first.next}`);
    const paged = [...first.threads, ...second.threads].map(({ id }: { id: string }) => id);
    expect(paged.toSorted()).toEqual(['list-a', 'list-b', 'list-c']);
    expect(second.next).toBeNull();
    const [newest] = first.threads;
    const time = encodeURIComponent(newest.updatedAt);
    expect(await ids(`owner=bob&updatedAfter=${time}`)).toEqual([]);
    expect(await ids(`owner=bob&updatedBefore=${time}`)).not.toContain(newest.id);
    expect((await get(`/api/threads?order=title&updatedAfter=${time}`)).body.error.field).toBe('order');
    expect((await get('/api/threads?cursor=nonsense')).body.error.field).toBe('cursor');
  });

  it('R-71 R-78 have the time of their newest message, and are listed by it', async () => {
    for (const [id, month] of [
      ['past-a', '03'],
      ['past-b', '01'],
      ['past-c', '02'],
    ]) {
      await server.call('POST', '/api/threads', { id, owner: 'cleo' });
      const said = (day: string) => ({
        role: 'user',
        content: day,
        createdAt: `2024-${month}-${day}T09:00:00Z`,
      });
      for (const day of ['05', '07']) await server.call('POST', `/api/threads/${id}/messages`, said(day));
    }
    for (const order of ['created', 'updated']) {
      const { threads } = await ok(`/api/threads?owner=cleo&order=${order}`);
      expect(threads).toMatchObject(
        [
          ['past-a', '03'],
          ['past-c', '02'],
          ['past-b', '01'],
        ].map(([id, month]) => ({
          ...{ id, createdAt: `2024-${month}-05T09:00:00.000Z`, updatedAt: `2024-${month}-07T09:00:00.000Z` },
        })),
      );
    }
  });

  it('R-60 messages are paged both ways', async () => {
    const numbers = async (query: string) => {
      const page = await ok(`${thread}/messages?${query}`);
      return {
        seqs: page.messages.map(({ seq }: { seq: number }) => seq),
        before: page.before,
        after: page.after,
      };
    };
    expect(await numbers('after=0&limit=3')).toEqual({ seqs: [1, 2, 3], before: null, after: 3 });
    expect(await numbers('after=3&limit=2')).toEqual({ seqs: [4, 5], before: 4, after: 5 });
    expect(await numbers('before=4&limit=2')).toEqual({ seqs: [2, 3], before: 2, after: 3 });
    expect(await numbers('limit=2')).toEqual({ seqs: [59, 60], before: 59, after: null });
    expect(await numbers('after=60')).toEqual({ seqs: [], before: 61, after: null });
  });

  it('R-41 a message is edited and forgotten, with receipts', async () => {
    await server.call('POST', '/api/threads', { id: 'mending' });
    const path = '/api/threads/mending/messages';
    await server.call('POST', path, { role: 'user', content: 'The key is under the mat.' });
    await server.call('POST', path, { role: 'user', content: 'Something else.' });
    const edited = await server.call('PATCH', `${path}/2`, {
      message: { role: 'user', content: 'Something better.' },
      note: 'typo',
    });
    expect(edited.body.message.parts[0].text).toBe('Something better.');
    const forgotten = await server.call('DELETE', `${path}/1`);
    expect(forgotten.body.messages).toEqual([{ id: expect.any(String), seq: 1 }]);
    expect(await ok(`${path}/1`)).toMatchObject({ removed: 'forgotten', parts: [] });
    const { entries } = await ok('/api/threads/mending/audit');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['forget', 'edit-message']);
    const several = await server.call('POST', '/api/threads/mending/forget', { messages: [2] });
    expect(several.body.messages).toHaveLength(1);
  });
});

describe('R-60 what became of a thread', () => {
  it('R-60 the strata of a thread cover every message once', async () => {
    const { summaries, tail, messages } = await ok(`${thread}/strata`);
    expect(summaries.length).toBeGreaterThan(0);
    let next = 1;
    for (const { from, to, messages: covered } of summaries) {
      expect(from).toBe(next);
      expect(covered).toBe(to - from + 1);
      next = to + 1;
    }
    expect(tail).toMatchObject({ from: next, to: messages });
  });

  it('R-42 a summary is read with its facts, edited and pinned, and expanded', async () => {
    const { summaries } = await ok(`${thread}/summaries`);
    const path = `${thread}/summaries/${summaries[0].id}`;
    const whole = await ok(path);
    expect(whole.facts.length).toBeGreaterThan(0);
    expect(
      whole.facts.every(({ survivesIn }: { survivesIn: string }) => /prose|ledger/u.test(survivesIn)),
    ).toBe(true);
    const { messages, next } = await ok(`${path}/messages?limit=2`);
    expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2]);
    expect((await ok(`${path}/messages?after=${next}&limit=1`)).messages[0].seq).toBe(3);
    const edited = await server.call('PATCH', path, {
      text: 'They spoke of quays.',
      pinned: true,
      note: 'shorter',
    });
    expect(edited.body).toMatchObject({ text: 'They spoke of quays.', pinned: true, edited: { version: 2 } });
    const { versions } = await ok(path);
    expect(versions.map(({ action }: { action: string }) => action)).toEqual(['pin-summary', 'edit-summary']);
    expect((await server.call('PATCH', path, {})).status).toBe(400);
  });

  it('R-43 contexts and past turns are explained, with reasons', async () => {
    const now = await ok(`${thread}/context?shape=openai-chat`);
    expect(now.tokens).toBeLessThanOrEqual(1_500);
    expect(now.items.every(({ reason }: { reason: string }) => reason !== '')).toBe(true);
    expect(now.prompt.length).toBeGreaterThan(1);
    expect(now.request).toMatchObject({ seq: 60, cache: { readTokens: expect.any(Number) } });
    const small = await ok(`${thread}/context?budget=600`);
    expect(small.tokens).toBeLessThanOrEqual(600);
    const then = await ok(`${thread}/explain?at=20`);
    expect(then.at).toBe(20);
    expect(then.ranges.at(-1).to).toBe(20);
    const { requests } = await ok(`${thread}/requests`);
    expect(requests[0]).toMatchObject({ seq: 60 });
  });

  it('R-49 R-68 is searched, summarized in a brief, and listed in facts, rules and receipts', async () => {
    const { hits } = await ok(`${thread}/search?query=${encodeURIComponent('which port')}&limit=3`);
    expect(hits[0].message.parts[0].text).toContain('8443');
    const everywhere = await ok('/api/search?query=8443&owner=ada');
    expect(everywhere.hits[0].threadId).toBe('harbour');
    expect((await ok(`${thread}/brief?tokens=300`)).tokens).toBeLessThanOrEqual(300);
    expect((await ok(`${thread}/facts`)).facts.length).toBeGreaterThan(3);
    const { rules } = await ok(`${thread}/rules`);
    expect(rules[0].text).toContain('quay first');
    const ended = await server.call('DELETE', `${thread}/rules/${rules[0].id}`);
    expect(ended.body.ended).toBe('removed');
    const { receipts } = await ok(`${thread}/receipts?limit=1`);
    expect(receipts[0].messagesCompressed).toBeGreaterThan(0);
    const stats = await ok(`${thread}/stats?model=claude-sonnet-4-5`);
    expect(stats.cost.uncached.historyUsd).toBeGreaterThan(0);
    expect((await ok('/api/stats')).days).toHaveLength(1);
    expect((await server.call('POST', `${thread}/compact`, { detail: 'short' })).status).toBe(200);
  });

  it('R-69 owners have a profile that can be corrected, and are forgotten', async () => {
    await server.call('POST', '/api/threads', { id: 'grace', owner: 'grace' });
    await server.call('POST', '/api/threads/grace/messages', {
      role: 'user',
      content: 'My name is Grace. I live in Bergen. I prefer short answers.',
    });
    expect((await ok('/api/owners')).owners).toContainEqual({ owner: 'grace', threads: 1 });
    const { entries } = await ok('/api/owners/grace/profile');
    expect(entries.length).toBeGreaterThan(0);
    const corrected = await server.call('PATCH', `/api/owners/grace/profile/${entries[0].id}`, {
      text: null,
    });
    expect(corrected.body.id).toBe(entries[0].id);
    expect((await server.call('DELETE', '/api/owners/grace')).body).toMatchObject({
      threads: 1,
      messages: 1,
    });
  });
});

describe('R-60 what happens, as it happens', () => {
  it('R-64 events have numbers, and a stream continues after the last one that the client received', async () => {
    const follow = async (headers: { [name: string]: string }, count: number) => {
      const gone = new AbortController();
      const response = await fetch(`${server.url}${thread}/events`, { headers, signal: gone.signal });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const events = [];
      const said = server.call('POST', `${thread}/messages`, { role: 'user', content: 'And quay 77?' });
      for await (const event of readEvents(response)) {
        events.push(event);
        if (events.length === count) break;
      }
      await said;
      gone.abort();
      return events;
    };
    const [first] = await follow({}, 1);
    expect(first).toMatchObject({
      event: 'change',
      data: { event: { threadId: 'harbour', kind: 'append' } },
    });
    expect(JSON.stringify(first)).not.toContain('quay 77');
    await server.call('POST', `${thread}/messages`, { role: 'assistant', content: 'Quay 77: empty.' });
    const [missed] = await follow({ 'last-event-id': first!.id! }, 1);
    expect(missed).toMatchObject({ event: 'change', data: { event: { from: expect.any(Number) } } });
  });

  it('R-60 the route of a feature that the server lacks says so', async () => {
    for (const path of ['/api/demo', '/api/import'])
      expect(await server.call('POST', path, { text: 'x' })).toMatchObject({
        status: 501,
      });
    const chat = await server.call('POST', `${thread}/chat`, { text: 'hello' });
    expect(chat).toMatchObject({ status: 501, body: { error: { field: 'answer' } } });
    expect((await ok('/api/settings')).features).toEqual([]);
  });
});

describe('bad input over HTTP', () => {
  const cases: [what: string, method: string, path: string, body: unknown, status: number, field: string][] =
    [
      ['an unknown thread', 'GET', '/api/threads/nobody', undefined, 404, 'threadId'],
      ['an unknown message', 'GET', `${thread}/messages/999`, undefined, 404, 'seq'],
      ['an unknown summary', 'GET', `${thread}/summaries/none`, undefined, 404, 'summaryId'],
      ['an unknown rule', 'DELETE', `${thread}/rules/none`, undefined, 404, 'ruleId'],
      ['an unknown parameter', 'GET', '/api/threads?sort=up', undefined, 400, 'sort'],
      ['a limit that is none', 'GET', '/api/threads?limit=many', undefined, 400, 'limit'],
      ['an order that is none', 'GET', '/api/threads?order=size', undefined, 400, 'order'],
      ['a time that is none', 'GET', `${thread}/search?query=a&after=soon`, undefined, 400, 'after'],
      ['a search for nothing', 'GET', `${thread}/search`, undefined, 400, 'query'],
      ['a message without a role', 'POST', `${thread}/messages`, { content: 'x' }, 400, 'messages[0].role'],
      ['a member nobody knows', 'POST', '/api/threads', { name: 'x' }, 400, 'name'],
      ['a budget that is too small', 'POST', `${thread}/context`, { budget: 5 }, 400, 'budget.tokens'],
      ['a detail that is none', 'POST', `${thread}/compact`, { detail: 'huge' }, 400, 'detail'],
      ['a turn that never was', 'GET', `${thread}/explain?at=5000`, undefined, 400, 'at'],
    ];
  it.each(cases)('%s is refused by name', async (_what, method, path, body, status, field) => {
    const answer = await server.call(method, path, body);
    expect(answer.body.error).toMatchObject({ field });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error.accepted ?? answer.body.error.message).toBeTruthy();
  });

  it('a wrong method and an unknown address get different errors', async () => {
    const wrong = await server.call('DELETE', '/api/settings');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET');
    expect((await get('/api/nothing')).status).toBe(404);
    const { body } = await server.call('POST', '/api/threads', undefined, {
      'content-type': 'application/json',
    });
    expect(body.id).toMatch(/^thread_/u);
  });

  it('a body that is no JSON is refused, whatever its content type', async () => {
    const post = async (body: string, type: string) => {
      const response = await fetch(`${server.url}/api/threads`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await post('{"title": ', 'application/json')).toMatchObject({ status: 400 });
    const text = await post('{"title":"x"}', 'text/plain');
    expect(text).toMatchObject({ status: 400, body: { error: { field: 'content-type' } } });
  });
});
