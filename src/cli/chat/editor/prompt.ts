/**
 * The input line: draws itself, takes keys, and lets other text appear above it. Imports nothing heavy, because it is
 * on the screen before anything else is loaded. The handlers decide what a line means.
 */
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { createStyle } from '../../terminal/style.ts';
import { createBlock } from './block.ts';
import { type Buffer, bufferOf, insert } from './buffer.ts';
import { createChooserPanel } from './chooser.ts';
import { inputRows } from './input-rows.ts';
import { createKeyDecoder, type Key } from './keys.ts';
import { completedBuffer, continuedLine, editedLine, emptyLine, type Line } from './line.ts';
import type { Completion, Prompt, PromptHandlers, Terminal } from './prompt-parts.ts';

const placeholder = 'Write a message, or /help';
const escapeDelayMs = 60;
const paste = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const eraseAll = '\u001b[2J\u001b[3J\u001b[H';
const leaveHint = 'Press Ctrl-C again, or Ctrl-D, to leave.';

export function openPrompt(terminal: Terminal, handlers: PromptHandlers): Prompt {
  const style = createStyle(terminal);
  const decoder = createKeyDecoder();
  let line: Line = emptyLine;
  let shown = false;
  let closed = false;
  let waiting: Key[] = [];
  const block = createBlock(terminal);
  const chooser = createChooserPanel({ terminal, style, block });
  let prefixed = false;
  let status: string | undefined;
  let listed = false;
  let completing = false;
  let askedToLeave = false;
  let escapeTimer: NodeJS.Timeout | undefined;

  const listeners = {
    data(text: string) {
      clearTimeout(escapeTimer);
      take(decoder.push(text));
      if (decoder.pending) escapeTimer = setTimeout(() => take(decoder.flush()), escapeDelayMs);
    },
    end: () => handlers.end(),
    resize() {
      if (shown || chooser.isOpen) draw();
    },
  };
  let endRawMode = terminal.open(listeners);
  terminal.write(paste.on);

  /** `bare` draws only what stays on the screen once the line is sent. */
  function draw({ bare = false }: { bare?: boolean } = {}): void {
    if (chooser.isOpen) {
      chooser.draw();
      return;
    }
    const statusLine = status === undefined || bare ? undefined : status;
    const { rows, cursor } = inputRows({
      buffer: line.buffer,
      statusLine,
      hint: bare ? '' : placeholder,
      terminal,
      style,
    });
    block.draw(rows, cursor);
  }

  function take(keys: readonly Key[]): void {
    for (const key of keys) {
      if (closed) return;
      if (chooser.isOpen) chooser.press(key);
      else if (completing) waiting.push(key);
      else if (shown) press(key);
      else wait(key);
    }
  }

  /** Enter among the waiting keys hides the prompt again; the keys after it then wait once more. */
  function takeWaiting(): void {
    const keys = waiting;
    waiting = [];
    take(keys);
  }

  function wait(key: Key): void {
    const name = key.kind === 'key' ? key.name : undefined;
    if (name === 'suspend') void suspend();
    else if (name === 'interrupt' || name === 'escape') {
      // Text that was typed ahead stays on the line, but is no longer sent automatically.
      waiting = waiting.map((typed) =>
        typed.kind === 'key' && typed.name === 'enter' ? { kind: 'key', name: 'newline' } : typed,
      );
      handlers.interrupt();
    } else waiting.push(key);
  }

  function press(key: Key): void {
    if (key.kind === 'key' && key.name === 'interrupt') {
      pressInterrupt();
      return;
    }
    askedToLeave = false;
    if (key.kind === 'key' && key.name === 'tab') {
      void complete();
      return;
    }
    listed = false;
    const isSecond = prefixed;
    prefixed = key.kind === 'key' && key.name === 'prefix';
    if (key.kind !== 'key') type(insert(line.buffer, key.text));
    else if (isSecond && key.name === 'end') void editElsewhere();
    else if (key.name === 'search-history') void searchHistory();
    else if (key.name === 'enter') pressEnter();
    else if (key.name === 'end-of-input' && line.buffer.text === '') handlers.end();
    else if (key.name === 'suspend') void suspend();
    else if (key.name === 'clear-screen') {
      block.leave();
      terminal.write(eraseAll);
      draw();
    } else {
      const edited = editedLine(line, key.name, handlers.history);
      if (edited !== undefined) change(edited);
    }
  }

  function change(next: Line): void {
    line = next;
    draw();
  }

  /** Where the user is in the history stays the same. */
  function type(buffer: Buffer): void {
    change({ ...line, buffer });
  }

  function pressInterrupt(): void {
    if (line.buffer.text !== '') change(emptyLine);
    else if (askedToLeave) handlers.end();
    else {
      askedToLeave = true;
      print(`${style.dim(leaveHint)}\n`);
    }
  }

  function pressEnter(): void {
    const continued = continuedLine(line);
    if (continued !== undefined) {
      change(continued);
      return;
    }
    const { text } = line.buffer;
    if (text.trim() === '') return;
    line = { buffer: bufferOf(text) };
    draw({ bare: true });
    terminal.write('\n');
    block.leave();
    line = emptyLine;
    shown = false;
    handlers.submit(text);
  }

  /** Offers earlier lines, the newest first, each once. */
  async function searchHistory(): Promise<void> {
    const entries = [...new Set(handlers.history().toReversed())];
    const choices = entries.map((text) => ({ name: sanitizeLine(text), about: '' }));
    const place = await chooser.open({ title: 'Search:', choices });
    type(place === undefined ? line.buffer : bufferOf(entries[place]!));
  }

  async function editElsewhere(): Promise<void> {
    const text = await handlers.edit(line.buffer.text);
    if (text !== undefined) line = { ...line, buffer: bufferOf(text) };
    if (shown) draw();
  }

  async function lend<Result>(work: () => Promise<Result>): Promise<Result> {
    terminal.write(`${block.erase()}${paste.off}`);
    endRawMode({ lent: true });
    try {
      return await work();
    } finally {
      endRawMode = terminal.open(listeners);
      terminal.write(paste.on);
    }
  }

  async function complete(): Promise<void> {
    // Keys typed meanwhile belong after the completed text.
    completing = true;
    const found = await handlers
      .complete(line.buffer.text.slice(0, line.buffer.cursor))
      .catch(() => undefined);
    completing = false;
    if (found !== undefined && found.options.length > 0) apply(found);
    takeWaiting();
  }

  function apply(completion: Completion): void {
    const completed = completedBuffer(line.buffer, completion);
    if (completed !== undefined) type(completed);
    else if (completion.options.length > 1) {
      // Printed once, so that pressing Tab again does not repeat the list.
      if (!listed) print(`${style.dim(completion.options.join('  '))}\n`);
      listed = true;
    }
  }

  async function suspend(): Promise<void> {
    terminal.write(`${block.erase()}${paste.off}`);
    await terminal.suspend();
    terminal.write(paste.on);
    if (shown) draw();
  }

  function print(text: string): void {
    terminal.write(block.erase() + text);
    if (shown) draw();
  }

  return {
    show() {
      if (shown || closed) return;
      shown = true;
      draw();
      takeWaiting();
    },
    hide() {
      terminal.write(block.erase());
      shown = false;
    },
    print,
    status(text) {
      if (status === text) return;
      status = text;
      if (shown) draw();
    },
    choose: chooser.open,
    lend,
    put(text) {
      line = { ...line, buffer: bufferOf(text) };
      if (shown) draw();
    },
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(escapeTimer);
      terminal.write(`${block.erase()}${paste.off}`);
      endRawMode();
    },
  };
}
