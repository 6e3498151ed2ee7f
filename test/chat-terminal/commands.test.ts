import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../pty.ts';
import {
  directory,
  openChat,
  send,
  startProvider,
  storedMessages,
  storedReceipts,
  texts,
  useChats,
} from './chat-terminal.suite.ts';

useChats();

describe('without a model', () => {
  it('R-59 answers from message 3 after 200 messages, with number and date, and says how', async () => {
    const pty = await openChat();
    expect(pty.screen()).toContain('No model is configured, so I answer by quoting this thread.');
    await send(pty, '/demo', 'A bookshop moves its database');
    await send(
      pty,
      'what did we decide about the database?',
      'Quoted from this thread; no model is configured',
    );
    expect(pty.everything()).toMatch(
      /about the database\?\n#3 user 2026-03-02 08:43\n│ It is settled: we decided on PostgreSQL, not MySQL/u,
    );
    await send(pty, 'The lamps were delivered twice.', 'Noted as #203.');
    await send(pty, '/model', 'set ANTHROPIC_API_KEY');
    await send(pty, '/demo', /Thread demo “[^”]+”: 203\s+messages/u);
    const stored = await storedMessages('demo');
    expect(stored[201]).toMatchObject({ role: 'assistant', name: 'everthread' });
  });

  it('R-14 each automatic compaction is told above what is being typed: what, how small, what was kept', async () => {
    const pty = await openChat({ args: ['--budget', '3000'] });
    pty.send(`/demo${keys.enter}`);
    await pty.until('A bookshop moves');
    pty.send('half a sentence');
    await pty.until(/↻ compacted [\d–]+ → \d+ summar/u);
    await pty.until(() => /^› half a sentence$/mu.test(pty.screen()));
    expect(pty.everything().match(/half a sentence/gu)).toHaveLength(1);
    const lines = pty
      .everything()
      .split('\n')
      .filter((row) => row.startsWith('↻'));
    expect(pty.everything()).toMatch(/^ {2}kept topics \S.*$/mu);
    pty.send(`${keys.ctrlU}${keys.ctrlD}`);
    await pty.exited;
    const receipts = (await storedReceipts('demo')).slice(0, lines.length);
    expect(receipts.length).toBeGreaterThan(0);
    expect(receipts.every(({ trigger }) => trigger === 'append')).toBe(true);
    for (const [index, receipt] of receipts.entries()) {
      const line = lines[index]!;
      expect(line.length).toBeLessThanOrEqual(80);
      expect(line).toContain(`–${receipt.to} `);
      const figure = (count: number) => count.toLocaleString('en-US');
      expect(line).toContain(`, ${figure(receipt.tokensBefore)} → ${figure(receipt.tokensAfter)} tokens`);
      expect(receipt.factsKept).toBeGreaterThan(0);
      expect(line).toMatch(new RegExp(`, ${figure(receipt.factsKept)} facts? kept`, 'u'));
    }
  });

  it('R-58 an Ollama that listens is found by itself, and is not looked for where a provider is named', async () => {
    const provider = await startProvider({ ollamaModels: ['nomic-embed-text:latest', 'llama9:8b'] });
    const pty = await openChat({ env: { EVERTHREAD_PROVIDER: 'auto', OLLAMA_HOST: provider.url } });
    await send(pty, 'hello', /^ok$/mu);
    expect(provider.requests[0]!.body.model).toBe('llama9:8b');
    expect(pty.screen()).toContain('(ollama)');
  });
});

describe('commands', () => {
  it('R-58 R-12 R-13 R-30 R-41 R-42 each does its work in the thread', async () => {
    const pty = await openChat({ rows: 50, args: ['--strategy', '{"name":"tiered","autoSummarize":false}'] });
    await send(pty, '/summarize', 'Nothing to summarize');
    await send(pty, '/demo', 'A bookshop moves');
    await send(pty, '/summarize', /│ messages {3}200 → 22 \(−89 %\)/u);
    await send(pty, '/resummarize', /╭─ Summarized[\s\S]*╭─ Summarized/u);
    await send(pty, '/history --full', 'Summarized: messages 1–180 in 2 summaries');
    await send(pty, '/context', /Context: [\d,]+ of 10,300 tokens/u);
    await send(pty, '/search Kinderbuch', /messages? for “Kinderbuch”/u);
    await send(pty, '/summaries', 'To read the originals: /expand <id>');
    const [, id = ''] = /(sum_\w+) · by extractive/u.exec(pty.everything())!;
    await send(pty, `/expand ${id}`, /Messages 1–20 behind summary/u);
    await send(pty, '/expand 3', 'It is settled: we decided on PostgreSQL');
    await send(pty, '/edit 5 The export has 9 orders.', /Message 5 was changed\. \d summar/u);
    await send(pty, `/edit ${id} All was decided.`, 'now has your text, and keeps it.');
    await send(pty, '/forget 8', /This erases 1 message for good[\s\S]*Forget\? y\/N/u);
    await send(pty, 'nope', 'Nothing was forgotten.');
    await send(pty, '/forget 7', /This erases 1 message for good[\s\S]*Forget\? y\/N[\s\S]*Forget\? y\/N/u);
    await send(pty, 'y', '1 message forgotten');
    await send(pty, '/stats', /Thread demo/u);
    await send(pty, '/strategy', '→ tiered');
    await send(pty, '/strategy rolling', 'summarized by rolling from now on');
    await send(pty, '/threads', /→ demo {2}Move everything [\s\S]*200 messages/u);
    await send(pty, '/help edit', '/edit 12 TEXT | ID TEXT');
    const stored = await storedMessages('demo');
    expect(texts(stored)[4]).toBe('The export has 9 orders.');
    expect(stored[6]).toMatchObject({ removed: 'forgotten', parts: [] });
    expect(stored[7]!.removed).toBeUndefined();
    expect(stored).toHaveLength(200);
    pty.send(`/exit${keys.enter}`);
    expect(await pty.exited).toMatchObject({ exitCode: 0 });
  });

  it('R-58 what is wrong is told with what is accepted, and the chat goes on', async () => {
    const pty = await openChat({ rows: 60 });
    await send(pty, '/sumarize', 'There is no command /sumarize. Did you mean /summarize?');
    await send(pty, '/history all', '/history takes --full or nothing. Usage: /history [--full]');
    await send(pty, '/strategy rollin', 'There is no strategy "rollin". Did you mean rolling?');
    await send(pty, '/edit 99 text', 'This thread has no message 99: it is empty.');
    await send(pty, '/expand sum_none', 'There is no summary "sum_none" in this thread');
    await send(pty, '/search', '/search needs words to look for.');
    await send(pty, '/retry', 'The last message has its answer already.');
    await send(pty, `/thread ${'x'.repeat(300)}`, 'at most 256 characters');
    await send(pty, '/thread mian', 'There is no thread "mian" (nearest: main). Begin a new one? y/N');
    await send(pty, 'n', 'Still in thread main.');
    await send(pty, '/thread garden', 'There is no thread "garden". Begin a new one? y/N');
    await send(pty, 'y', 'New thread garden.');
    await send(pty, '/etc/hosts has a new line', 'Noted as #1.');
  });

  it('R-41 what is forgotten is no longer in the history of what was typed', async () => {
    const pty = await openChat();
    await send(pty, 'The code of the door is 9-4-2-7.', 'Noted as #1.');
    const file = join(directory, 'chat.db.chat-history');
    expect(readFileSync(file, 'utf8')).toContain('9-4-2-7');
    await send(pty, '/forget 1 --yes', '1 message forgotten');
    expect(readFileSync(file, 'utf8')).not.toContain('9-4-2-7');
  });

  it('R-58 escape sequences in messages and names never reach the terminal raw', async () => {
    const pty = await openChat({ rows: 50 });
    const before = pty.raw().length;
    pty.paste('The secret \u001b]0;owned\u0007 of \u001b[31mred\u001b[0m \u009b2J ink \u202e is oak gall.');
    pty.send(keys.enter);
    await pty.until('Noted as #1.');
    await send(pty, 'what is the red ink made of?', 'Quoted from this thread');
    await send(pty, '/history', '#1');
    await send(pty, '/search ink', 'best first');
    const written = pty.raw().slice(before);
    for (const raw of ['\u001b]', '\u0007', '\u001b[31mred', '\u009b', '\u202e'])
      expect(written).not.toContain(raw);
    expect(pty.everything()).toContain('␛[31mred␛[0m');
  });
});
