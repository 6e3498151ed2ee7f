/** Editing, forgetting, correcting, explaining and verifying the past, and the effect on summaries. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEverthread, memoryStore } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import type { BuiltInStrategy } from '../src/strategies/registry.ts';
import { chatMessages } from './chat-messages.ts';
import { faultySummarizer } from './faulty-summarizer.ts';
import { checkContext, checkTiling } from './properties/invariants.ts';
import { strategyNames } from './properties/operations.ts';
import { testRuntime } from './test-runtime.ts';

type Options = Parameters<typeof createEverthread>[0];

async function filledThread(options: Options = {}, exchanges = 40) {
  const runtime = testRuntime();
  const ever = createEverthread({ store: memoryStore(), runtime, budget: { tokens: 2_500 }, ...options });
  const thread = await ever.thread('t');
  await thread.append(chatMessages(exchanges, 20, 0));
  await ever.idle();
  await thread.compact();
  return { ever, thread, runtime };
}

describe.each(strategyNames)('%s', (strategy) => {
  it('R-41 forgetting a message takes its words out of summaries, ledger and contexts, and summaries are rebuilt', async () => {
    const runtime = testRuntime();
    const ever = createEverthread({ store: memoryStore(), runtime, strategy, budget: { tokens: 2_500 } });
    const thread = await ever.thread('t');
    const secretWord = 'Xanthippe';
    await thread.append({
      role: 'user',
      content: `We decided to call the project ${secretWord}, budget $7,777,777.`,
    });
    await thread.append(chatMessages(60, 20, 1));
    await ever.idle();
    await thread.compact();
    const before = await thread.summaries();
    expect(before.length).toBeGreaterThan(0);
    const receipt = await thread.forget(1, { note: 'asked for by the customer' });
    expect(receipt.messages).toEqual([{ id: expect.any(String), seq: 1 }]);
    expect(receipt.erasedSummaryIds.length).toBeGreaterThan(0);
    const atOnce = await thread.context();
    expect(JSON.stringify(atOnce.content)).not.toContain(secretWord);
    checkContext(atOnce, 121);
    await ever.idle();
    const after = await thread.summaries({ statuses: ['live', 'replaced', 'prepared', 'partial'] });
    expect(JSON.stringify(after)).not.toContain(secretWord);
    expect(JSON.stringify(await thread.facts())).not.toContain('7,777,777');
    const live = await thread.summaries();
    expect(live.some(({ stale }) => stale)).toBe(false);
    checkTiling(await thread.state(), live);
    expect((await ever.verify()).damages).toEqual([]);
    await ever.close();
  });

  it('R-42 a text a person wrote survives the next compactions, word for word, and is versioned', async () => {
    const { ever, thread } = await filledThread({ strategy });
    const before = (await thread.state()).compactions;
    const [summary] = await thread.summaries();
    const words = 'Corrected by Ines: the harbour master is called Oluwaseun, not Oliver.';
    const edited = await thread.editSummary(summary!.id, words, { note: 'Ines' });
    expect(edited).toMatchObject({ text: words, rung: 'person', edited: { version: 2 } });
    for (let round = 0; round < 6; round += 1) {
      await thread.append(chatMessages(12, 20, 80 + round * 24));
      await ever.idle();
      await thread.compact();
    }
    expect((await thread.state()).compactions - before).toBeGreaterThanOrEqual(6);
    const texts = (await thread.summaries()).map(({ text }) => text).join('\n');
    expect(texts.split(words)).toHaveLength(2);
    expect((await thread.context({ budget: { tokens: 20_000 } })).toText()).toContain(words);
    const [entry] = await thread.audit();
    expect(entry).toMatchObject({ action: 'edit-summary', note: 'Ines', summaryId: summary!.id });
    expect(entry!.before).toContain(JSON.stringify(summary!.text).slice(1, 40));
    await ever.close();
  });
});

describe('editing', () => {
  it('R-41 an edited message keeps its place, its old version is in the audit trail, its summaries are made anew', async () => {
    const { ever, thread } = await filledThread({ strategy: 'rolling' });
    const receipt = await thread.edit(
      3,
      { role: 'user', content: 'The order number is 4242, not 1182.' },
      { note: 'typo' },
    );
    expect(receipt.message).toMatchObject({ seq: 3, editedAt: expect.any(String) });
    expect(receipt.invalidatedSummaryIds).toHaveLength(
      (await thread.summaries({ statuses: ['live', 'replaced'] })).filter(
        ({ from, to }) => from <= 3 && to >= 3,
      ).length,
    );
    const context = await thread.context();
    expect(context.items.some(({ kind, section }) => kind === 'stand-in' && section === 'summaries')).toBe(
      true,
    );
    await ever.idle();
    expect((await thread.summaries()).every(({ stale }) => !stale)).toBe(true);
    const [entry] = await thread.audit();
    expect(entry).toMatchObject({ action: 'edit-message', from: 3, to: 3, note: 'typo' });
    expect(entry!.before).toContain('Message 3 about');
    expect((await ever.verify()).damages).toEqual([]);
    await ever.close();
  });

  it('R-41 unknown messages and other roles are refused, and nothing changes', async () => {
    const { ever, thread } = await filledThread();
    const before = await thread.state();
    await expect(thread.edit('nobody', { role: 'user', content: 'x' })).rejects.toMatchObject({
      code: 'unknown_message',
    });
    await expect(thread.edit(1, { role: 'assistant', content: 'x' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'message.role',
    });
    await expect(thread.forget([])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(thread.editSummary('none', 'text')).rejects.toMatchObject({ code: 'unknown_summary' });
    expect(await thread.state()).toEqual(before);
    await ever.close();
  });

  it('R-41 after forget and vacuum no byte of the text is left in the database files', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'everthread-forget-')), 'chat.db');
    const ever = createEverthread({ store: sqliteStore({ path }), budget: { tokens: 1_500 } });
    const thread = await ever.thread('t');
    const words = ['Quetzalcoatlus', 'Brobdingnagian', '918273645'];
    await thread.append({
      role: 'user',
      content: `We decided: the ${words[0]} ${words[1]} costs $${words[2]}.`,
    });
    await thread.append(chatMessages(40, 20, 1));
    await ever.idle();
    await thread.compact();
    expect(JSON.stringify(await thread.summaries({ statuses: ['live', 'replaced'] }))).toContain(words[0]);
    await thread.forget(1);
    await ever.idle();
    await ever.close();
    const bytes = ['', '-wal', '-shm']
      .filter((suffix) => existsSync(path + suffix))
      .map((suffix) => readFileSync(path + suffix).toString('latin1'))
      .join('');
    expect(bytes).toContain('Message 2 about');
    for (const word of words) expect(bytes).not.toContain(word);
  });

  it('R-15 deleteOriginals empties covered messages once they are summarized, with an audit entry; off by default', async () => {
    const strategy: BuiltInStrategy = { name: 'session', deleteOriginals: true };
    const { ever, thread } = await filledThread({ strategy, budget: { tokens: 8_000 } });
    const { coveredTo } = await thread.state();
    expect(coveredTo).toBeGreaterThan(0);
    for await (const message of thread.history()) {
      expect(message.removed).toBe(message.seq <= coveredTo ? 'deleted' : undefined);
      expect(message.parts.length > 0).toBe(message.seq > coveredTo);
    }
    expect((await thread.audit()).map(({ action }) => action)).toContain('delete-originals');
    await thread.append(chatMessages(60, 20, 80));
    await ever.idle();
    checkContext(await thread.context(), 200);
    expect((await ever.verify()).damages).toEqual([]);
    const kept = await filledThread({ strategy: 'session' });
    for await (const message of kept.thread.history()) expect(message.removed).toBeUndefined();
    await kept.ever.close();
    await ever.close();
  });

  it('R-15 the audit trail says what was summarized when, by which model, from which messages', async () => {
    const { ever, thread } = await filledThread({ strategy: 'session', summarizer: faultySummarizer() });
    const receipts = await thread.receipts();
    expect(receipts.length).toBeGreaterThan(0);
    for (const receipt of receipts) {
      expect(receipt).toMatchObject({ createdAt: expect.any(String), models: ['faulty-model'] });
      expect(receipt.to).toBeGreaterThanOrEqual(receipt.from);
    }
    await ever.close();
  });

  it('R-41 a client that sends its history again does not bring back what was forgotten', async () => {
    const ever = createEverthread({ store: memoryStore(), runtime: testRuntime() });
    const thread = await ever.thread('t');
    const message = { id: 'm1', role: 'user' as const, content: 'My pin is 4711.' };
    await thread.append(message);
    await thread.forget('m1');
    expect(await thread.append(message)).toMatchObject({ seq: 1, removed: 'forgotten', parts: [] });
    expect((await thread.state()).messages).toBe(1);
    await ever.close();
  });

  it('I-10 with redaction.archive not even the original holds the secret; personal data on request', async () => {
    const ever = createEverthread({
      store: memoryStore(),
      runtime: testRuntime(),
      redaction: { archive: true, personalData: true, transform: (text) => text.replaceAll('Zorro', 'Z.') },
    });
    const thread = await ever.thread('t');
    const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const stored = await thread.append({
      role: 'user',
      content: `Zorro uses ${key}, mail zorro@example.org`,
    });
    const text = JSON.stringify(stored.parts);
    expect(text).not.toContain(key);
    expect(text).not.toContain('zorro@example.org');
    expect(text).toContain('Z. uses [secret:');
    await ever.close();
  });

  it('R-42 a pinned summary keeps its text until it is unpinned', async () => {
    const { ever, thread } = await filledThread({ strategy: 'rolling' });
    const [summary] = await thread.summaries();
    await thread.pinSummary(summary!.id);
    await thread.append(chatMessages(30, 20, 80));
    await ever.idle();
    await thread.compact();
    const [next] = await thread.summaries();
    expect(next!.id).not.toBe(summary!.id);
    expect(next!.text).toContain(summary!.text);
    expect((await thread.audit()).map(({ action }) => action)).toEqual(['pin-summary']);
    await ever.close();
  });
});

describe('rules', () => {
  it('R-40 a standing rule is pinned verbatim once its message is summarized, until it is revoked', async () => {
    const runtime = testRuntime();
    const ever = createEverthread({ store: memoryStore(), runtime, budget: { tokens: 2_500 } });
    const thread = await ever.thread('t');
    const rule = 'From now on always indent with tabs.';
    await thread.append({ role: 'user', content: rule });
    await thread.append(chatMessages(60, 20, 1));
    await ever.idle();
    await thread.compact();
    const context = await thread.context();
    expect(context.items.some(({ section }) => section === 'pinned')).toBe(true);
    expect(context.toText()).toContain(rule);
    await thread.append({ role: 'user', content: 'From now on use spaces instead of tabs for indentation.' });
    const changed = await thread.context();
    expect(changed.items.some(({ section }) => section === 'pinned')).toBe(false);
    const rules = await thread.rules();
    expect(rules.find(({ text }) => text === rule)?.revokedBy).toBe(122);
    expect(
      rules
        .filter(({ revokedBy }) => revokedBy === undefined)
        .map(({ text }) => text)
        .join(),
    ).toContain('spaces');
    await ever.close();
  });

  it('R-40 an updated fact replaces its old value, with the history one call away', async () => {
    const { ever, thread } = await filledThread();
    await thread.append({ role: 'user', content: 'The deadline is 2026-03-01.' });
    await thread.append(chatMessages(40, 20, 81));
    await ever.idle();
    await thread.append({ role: 'user', content: 'The deadline is 2026-04-15.' });
    const deadline = (await thread.facts()).find(
      ({ subject, kind }) => kind === 'date' && subject?.includes('deadline'),
    );
    expect(deadline).toMatchObject({ value: '2026-04-15' });
    expect(deadline!.valueHistory?.map(({ value }) => value)).toContain('2026-03-01');
    await ever.close();
  });
});

describe('explain', () => {
  it('R-43 the context of every past turn is rebuilt byte for byte, with a reason for each item', async () => {
    const runtime = testRuntime();
    const ever = createEverthread({ store: memoryStore(), runtime, budget: { tokens: 2_500 } });
    const thread = await ever.thread('t');
    const sent = new Map<number, string>();
    for (let turn = 0; turn < 50; turn += 1) {
      const [question, answer] = chatMessages(1, 25, turn * 2);
      const { seq } = await thread.append(question!);
      sent.set(seq, JSON.stringify((await thread.context({ system: 'Be kind.' })).content));
      await thread.append(answer!);
      await ever.idle();
    }
    expect((await thread.state()).compactions).toBeGreaterThan(2);
    for (const [seq, content] of sent) {
      const turn = await thread.explain({ at: seq, system: 'Be kind.' });
      expect(JSON.stringify(turn.context.content), `turn ${seq}`).toBe(content);
      expect(turn.ranges.every(({ reason }) => reason !== '')).toBe(true);
      let next = 1;
      for (const range of turn.ranges) {
        expect(range.from).toBe(next);
        next = range.to + 1;
      }
      expect(next - 1).toBe(seq);
    }
    const summarized = (await thread.explain()).ranges.find(({ fate }) => fate === 'summarized');
    expect(summarized?.summary).toMatchObject({ model: 'extractive', strategy: 'eternal' });
    await expect(thread.explain({ at: 999 })).rejects.toMatchObject({ code: 'invalid_input', field: 'at' });
    await ever.close();
  });
});

describe('events and verification', () => {
  it('R-56 thread.events() yields what happens to this thread and no other', async () => {
    const runtime = testRuntime();
    const ever = createEverthread({ store: memoryStore(), runtime, strategy: 'rolling' });
    const thread = await ever.thread('t');
    const other = await ever.thread('other');
    const stop = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { name, event } of thread.events({ signal: stop.signal }))
        seen.push(`${name} ${event.threadId}`);
    })();
    await other.append(chatMessages(20, 5, 0));
    await thread.append(chatMessages(20, 5, 0));
    await ever.idle();
    stop.abort();
    await reading;
    expect(seen).toContain('summarization t');
    expect(seen.every((line) => line.endsWith(' t'))).toBe(true);
    await ever.close();
  });

  it('I-9 verify finds no damage in a healthy store and names it in a damaged one', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'everthread-verify-')), 'chat.db');
    const ever = createEverthread({ store: sqliteStore({ path }), budget: { tokens: 1_500 } });
    const thread = await ever.thread('t');
    await thread.append(chatMessages(40, 20, 0));
    await ever.idle();
    expect(await ever.verify()).toMatchObject({ threads: 1, messages: 80, damages: [], fileDamages: [] });
    await ever.close();
    const { DatabaseSync } = await import('node:sqlite');
    const raw = new DatabaseSync(path);
    raw.exec("update messages set content = replace(content, 'about', 'abort') where seq = 2");
    raw.close();
    const again = createEverthread({ store: sqliteStore({ path }) });
    const { damages } = await again.verify();
    expect(damages.length).toBeGreaterThan(0);
    expect(damages.map(({ message }) => message).join(' ')).toMatch(/message 2/i);
    await again.close();
  });
});
