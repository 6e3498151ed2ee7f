import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys, openPty } from '../pty.ts';
import {
  directory,
  hint,
  openChat,
  ptys,
  ready,
  send,
  storedMessages,
  texts,
  useChats,
} from './chat-terminal.suite.ts';

useChats();

describe('typing', () => {
  it('R-58 lines, words and the cursor; several lines by Alt-Enter, Ctrl-J, a backslash and paste', async () => {
    const pty = await openChat();
    pty.send('hello wurld');
    await pty.until('› hello wurld');
    pty.send(`${keys.left.repeat(3)}${keys.backspace}o`);
    await pty.until('› hello world');
    expect(pty.cursor().column).toBe(2 + 'hello wo'.length);
    pty.send(`${keys.ctrlA}Oh, \u0005${keys.altEnter}second${keys.ctrlJ}third\\${keys.enter}`);
    await pty.until(/› Oh, hello world\n {2}second\n {2}third$/u);
    pty.paste('fourth\r\nfifth /exit\r\n\u001b[2Jsixth');
    await pty.until(/fourth\n {2}fifth \/exit\n {2}␛\[2Jsixth$/u);
    pty.send(keys.enter);
    await pty.until('Noted as #1.');
    await ready(pty);
    expect(texts(await storedMessages())).toEqual([
      'Oh, hello world\nsecond\nthird\nfourth\nfifth /exit\n\u001b[2Jsixth',
    ]);
    pty.send(`one two${keys.ctrlW}`);
    await pty.until(/› one$/u);
    pty.send(keys.ctrlU);
    await ready(pty);
  });

  it('R-58 what was written before comes back with Up, also in the next run, and is readable by its owner alone', async () => {
    const first = await openChat();
    await send(first, 'The port is 8443.', 'Noted as #1.');
    first.send(`a draft${keys.up}`);
    await first.until(/› The port is 8443\.$/u);
    first.send(keys.down);
    await first.until(/› a draft$/u);
    first.send(`${keys.ctrlU}${keys.ctrlD}`);
    expect(await first.exited).toMatchObject({ exitCode: 0 });
    const file = join(directory, 'chat.db.chat-history');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await openChat();
    expect(second.screen()).toMatch(
      /^Thread main “The port is 8443”: 1 message, the last on \d{4}-\d\d-\d\d at \d\d:\d\d\.$/mu,
    );
    second.send(keys.up);
    await second.until(/› The port is 8443\.$/u);
    second.send(`${keys.ctrlU}${keys.ctrlC}`);
    await second.until('Press Ctrl-C again');
    second.send(keys.ctrlC);
    expect(await second.exited).toMatchObject({ exitCode: 0 });
  });

  it('R-58 Tab completes commands, their arguments and the names of threads', async () => {
    const pty = await openChat();
    await send(pty, '/thread garden-plans --new', 'New thread garden-plans.');
    pty.send(`/thread gar${keys.tab}`);
    await pty.until(/› \/thread garden-plans$/u);
    pty.send(`${keys.ctrlU}/hi${keys.tab}${keys.tab}`);
    await pty.until(/› \/history --full$/u);
    pty.send(`${keys.ctrlU}/su${keys.tab}`);
    await pty.until(/› \/summari$/u);
    pty.send(keys.tab);
    await pty.until('/summarize  /summaries');
    pty.send(`${keys.ctrlU}hello${keys.tab}`);
    await pty.until(/› hello$/u);
  });

  it('R-58 works at 40 columns, and goes on when the terminal becomes narrow', async () => {
    const pty = await openChat({ columns: 100 });
    const long = 'The quick brown fox jumps over the lazy dog and runs into the wood.';
    pty.send(long);
    await pty.until(`› ${long}`);
    pty.resize(40, 30);
    await pty.until(/› The quick brown fox jumps over the la\n {2}zy dog and runs into the wood\.$/u);
    pty.send(keys.enter);
    await pty.until('Noted as #1.');
    await ready(pty);
    await send(pty, 'where does the fox run?', 'Quoted from this thread');
    for (const row of pty.screen().split('\n')) expect(row.length).toBeLessThanOrEqual(40);
    expect(pty.screen()).toContain('│ The quick brown fox jumps over the');
  });

  it('R-58 without colour there is none, and a terminal that cannot move its cursor gets plain lines', async () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
    const colour = /\u001b\[[0-9;]*m/u;
    const coloured = await openChat();
    expect(coloured.raw()).toMatch(colour);
    const plain = await openChat({ env: { NO_COLOR: '1' } });
    expect(plain.raw()).not.toMatch(colour);
    const dumb = openPty(['chat', '--database', join(directory, 'dumb.db')], {
      directory,
      env: { TERM: 'dumb', EVERTHREAD_PROVIDER: 'none' },
    });
    ptys.push(dumb);
    await dumb.until(/^> $|^>$/mu);
    dumb.send('The port is 8443.\r');
    await dumb.until('Noted as #1.');
    dumb.send('/exit\r');
    expect(await dumb.exited).toMatchObject({ exitCode: 0 });
    expect(dumb.raw()).not.toContain('\u001b');
  });

  it('R-58 wrong options are told and nothing is left of the prompt', async () => {
    const pty = openPty(['chat', '--modle', 'x'], { directory });
    ptys.push(pty);
    expect(await pty.exited).toMatchObject({ exitCode: 2 });
    expect(pty.screen()).toContain('There is no option --modle of chat. Did you mean --model?');
    expect(pty.screen()).not.toContain(hint);
  });
});
