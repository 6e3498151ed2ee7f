import { EventEmitter } from 'node:events';
import type { ReadStream, WriteStream } from 'node:tty';
import { expect, it } from 'vitest';
import { processTerminal } from './terminal.ts';

it('R-58 opening the terminal again, after a pager or an editor, adds no listeners', () => {
  const input = Object.assign(new EventEmitter(), {
    setRawMode() {},
    setEncoding() {},
    resume() {},
    pause() {},
  });
  const terminal = processTerminal({
    input: input as unknown as ReadStream,
    output: new EventEmitter() as unknown as WriteStream,
    colour: false,
    ascii: false,
    env: {},
  });
  let ended = 0;
  const listeners = { data() {}, end: () => (ended += 1), resize() {} };
  for (let time = 0; time < 20; time += 1) terminal.open(listeners)();
  expect(input.listenerCount('error')).toBe(1);
  input.emit('error', new Error('read EIO'));
  expect(ended).toBe(1);
});

it('R-58 what is written while a pager or an editor has the screen appears after it', () => {
  const input = Object.assign(new EventEmitter(), {
    setRawMode() {},
    setEncoding() {},
    resume() {},
    pause() {},
  });
  const written: string[] = [];
  const output = Object.assign(new EventEmitter(), { write: (text: string) => written.push(text) });
  const terminal = processTerminal({
    input: input as unknown as ReadStream,
    output: output as unknown as WriteStream,
    colour: false,
    ascii: false,
    env: {},
  });
  const listeners = { data() {}, end() {}, resize() {} };
  const end = terminal.open(listeners);
  terminal.write('before');
  end({ lent: true });
  terminal.write('compacted');
  expect(written).toEqual(['before']);
  const last = terminal.open(listeners);
  expect(written).toEqual(['before', 'compacted']);
  last();
  terminal.write('bye');
  expect(written).toEqual(['before', 'compacted', 'bye']);
});
