/**
 * The line one types on: draws it, takes keys, and lets other text appear above it without garbling it. Loads nothing
 * heavy, because it is on the screen before anything else is loaded. What a line means is its owner's business.
 */
import { createStyle } from '../../terminal/style.ts';
import {
  type Buffer,
  bufferOf,
  emptyBuffer,
  insert,
  left,
  lineDown,
  lineEnd,
  lineStart,
  lineUp,
  removeTo,
  right,
  wordLeft,
  wordRight,
} from './buffer.ts';
import { createKeyDecoder, type Key, type KeyName } from './keys.ts';
import { layOut } from './layout.ts';

/** A terminal that reads keys and writes signs; `process.stdin` and `process.stdout` make one. */
export type Terminal = {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
  readonly ascii: boolean;
  /** When it becomes narrower, it breaks the row the cursor is in, as most do. */
  readonly reflows: boolean;
  write(text: string): void;
  /** Starts raw mode; the result ends it. */
  open(on: { data(text: string): void; end(): void; resize(): void }): () => void;
  /** Stops the process as Ctrl-Z does; resolves when it goes on. */
  suspend(): Promise<void>;
};

/** Where the text to complete begins, and what may stand there instead. */
export type Completion = { start: number; options: readonly string[] };

export type PromptHandlers = {
  submit(text: string): void;
  /** Ctrl-C or Escape while the prompt is hidden. */
  interrupt(): void;
  /** Ctrl-D, Ctrl-C twice, or the terminal went away. */
  end(): void;
  complete(text: string): Promise<Completion | undefined>;
  /** What was sent before, oldest first. */
  history(): readonly string[];
};

export type Prompt = {
  show(): void;
  /** Takes it away while something else writes. Keys wait until it is back. */
  hide(): void;
  /** Whole lines, above the prompt where it is shown. */
  print(text: string): void;
  /** One grey line above the prompt while it is shown; undefined takes it away. */
  status(text: string | undefined): void;
  close(): void;
};

/** Shown grey while nothing is typed. */
const placeholder = 'Write a message, or /help';
const escapeDelayMs = 60;
const pasteOn = '\u001b[?2004h';
const pasteOff = '\u001b[?2004l';
const eraseBelow = '\u001b[J';
const eraseAll = '\u001b[2J\u001b[3J\u001b[H';
const leaveHint = 'Press Ctrl-C again, or Ctrl-D, to leave.';

export function openPrompt(terminal: Terminal, handlers: PromptHandlers): Prompt {
  const style = createStyle(terminal);
  const sign = terminal.ascii ? '>' : '›';
  const promptWidth = 2;
  const decoder = createKeyDecoder();
  let buffer: Buffer = emptyBuffer;
  let shown = false;
  let closed = false;
  let waiting: Key[] = [];
  /** Widths of the drawn rows and the cursor's place among them, to take them away again. */
  let drawn: { widths: number[]; row: number; column: number } | undefined;
  /** Place in the history while one walks through it, and what was typed before. */
  let walk: { index: number; draft: string } | undefined;
  let status: string | undefined;
  let listed = false;
  let completing = false;
  let askedToLeave = false;
  let escapeTimer: NodeJS.Timeout | undefined;

  const endRawMode = terminal.open({
    data(text) {
      clearTimeout(escapeTimer);
      take(decoder.push(text));
      if (decoder.pending) escapeTimer = setTimeout(() => take(decoder.flush()), escapeDelayMs);
    },
    end: () => handlers.end(),
    resize() {
      if (shown) draw();
    },
  });
  terminal.write(pasteOn);

  function erase(): string {
    if (drawn === undefined) return '';
    const { widths, row, column } = drawn;
    drawn = undefined;
    // A terminal that became narrower has broken the rows that no longer fit.
    const height = (width: number) => Math.max(1, Math.ceil(width / terminal.columns));
    const ownRows = terminal.reflows ? Math.floor(column / terminal.columns) : 0;
    const above = widths.slice(0, row).reduce((sum, width) => sum + height(width), ownRows);
    return `${above > 0 ? `\u001b[${above}A` : ''}\r${eraseBelow}`;
  }

  /** `bare`: what stays on the screen once the line is sent. */
  function draw({ bare = false }: { bare?: boolean } = {}): void {
    const above = status === undefined || bare ? [] : [status.slice(0, Math.max(1, terminal.columns - 1))];
    const most = Math.max(1, terminal.rows - 1 - above.length);
    const { rows, cursor } = layOut({ buffer, promptWidth, columns: terminal.columns, most });
    const lines = rows.map(({ text, first }) => `${first ? style.bold(style.cyan(sign)) : ' '} ${text}`);
    const grey = buffer.text === '' && !bare ? placeholder.slice(0, Math.max(0, terminal.columns - 4)) : '';
    const below = rows.length - 1 - cursor.row;
    terminal.write(
      `${erase()}${[...above.map(style.dim), ...lines].join('\r\n')}${style.dim(grey)}${below > 0 ? `\u001b[${below}A` : ''}\r\u001b[${cursor.column}C`,
    );
    const widths = [...above.map(({ length }) => length), ...rows.map(({ width }) => width + grey.length)];
    drawn = { widths, row: above.length + cursor.row, column: cursor.column };
  }

  function take(keys: readonly Key[]): void {
    for (const key of keys) {
      if (closed) return;
      if (completing) waiting.push(key);
      else if (shown) press(key);
      else wait(key);
    }
  }

  /** A line among the waiting keys hides the prompt again; the keys behind it go on waiting. */
  function takeWaiting(): void {
    const keys = waiting;
    waiting = [];
    take(keys);
  }

  function wait(key: Key): void {
    const name = key.kind === 'key' ? key.name : undefined;
    if (name === 'suspend') void suspend();
    else if (name === 'interrupt' || name === 'escape') {
      // What was typed ahead stays on the line, but is not sent by itself any more.
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
    if (key.kind !== 'key') change(insert(buffer, key.text));
    else if (key.name === 'enter') pressEnter();
    else if (key.name === 'end-of-input' && buffer.text === '') handlers.end();
    else if (key.name === 'suspend') void suspend();
    else if (key.name === 'clear-screen') {
      drawn = undefined;
      terminal.write(eraseAll);
      draw();
    } else if (key.name === 'up' || key.name === 'history-back') {
      const above = key.name === 'up' ? lineUp(buffer) : undefined;
      if (above === undefined) stepThroughHistory(-1);
      else change(above);
    } else if (key.name === 'down' || key.name === 'history-forward') {
      const below = key.name === 'down' ? lineDown(buffer) : undefined;
      if (below === undefined) stepThroughHistory(1);
      else change(below);
    } else {
      const edited = edits[key.name]?.(buffer);
      if (edited !== undefined) change(edited);
    }
  }

  function change(next: Buffer): void {
    buffer = next;
    draw();
  }

  function pressInterrupt(): void {
    if (buffer.text !== '') {
      walk = undefined;
      change(emptyBuffer);
    } else if (askedToLeave) handlers.end();
    else {
      askedToLeave = true;
      print(`${style.dim(leaveHint)}\n`);
    }
  }

  function pressEnter(): void {
    const { text } = buffer;
    if (text.endsWith('\\') && buffer.cursor === text.length) {
      change(bufferOf(`${text.slice(0, -1)}\n`));
      return;
    }
    if (text.trim() === '') return;
    buffer = bufferOf(text);
    draw({ bare: true });
    terminal.write('\n');
    drawn = undefined;
    buffer = emptyBuffer;
    walk = undefined;
    shown = false;
    handlers.submit(text);
  }

  function stepThroughHistory(step: -1 | 1): void {
    const entries = handlers.history();
    const { index, draft } = walk ?? { index: entries.length, draft: buffer.text };
    const next = index + step;
    if (next < 0 || next > entries.length || (walk === undefined && step === 1)) return;
    walk = next === entries.length ? undefined : { index: next, draft };
    change(bufferOf(entries[next] ?? draft));
  }

  async function complete(): Promise<void> {
    // What is typed meanwhile belongs behind what is completed.
    completing = true;
    const found = await handlers.complete(buffer.text.slice(0, buffer.cursor)).catch(() => undefined);
    completing = false;
    if (found !== undefined && found.options.length > 0) apply(found);
    takeWaiting();
  }

  function apply({ start, options }: Completion): void {
    const { text, cursor } = buffer;
    const before = text.slice(0, cursor);
    const common = commonStart(options);
    if (common.length > before.length - start) {
      const rest = text.slice(cursor);
      const whole = options.length === 1 && !rest.startsWith(' ') ? `${common} ` : common;
      change({ text: before.slice(0, start) + whole + rest, cursor: start + whole.length });
    } else if (options.length > 1) {
      // Once is enough; the list does not scroll by with every further press.
      if (!listed) print(`${style.dim(options.join('  '))}\n`);
      listed = true;
    }
  }

  async function suspend(): Promise<void> {
    terminal.write(`${erase()}${pasteOff}`);
    await terminal.suspend();
    terminal.write(pasteOn);
    if (shown) draw();
  }

  function print(text: string): void {
    terminal.write(erase() + text);
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
      terminal.write(erase());
      shown = false;
    },
    print,
    status(text) {
      if (status === text) return;
      status = text;
      if (shown) draw();
    },
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(escapeTimer);
      terminal.write(`${erase()}${pasteOff}`);
      endRawMode();
    },
  };
}

const edits: { readonly [name in KeyName]?: (buffer: Buffer) => Buffer } = {
  newline: (buffer) => insert(buffer, '\n'),
  left,
  right,
  home: lineStart,
  end: lineEnd,
  'word-left': wordLeft,
  'word-right': wordRight,
  backspace: (buffer) => removeTo(buffer, left),
  delete: (buffer) => removeTo(buffer, right),
  'end-of-input': (buffer) => removeTo(buffer, right),
  'delete-word-left': (buffer) => removeTo(buffer, wordLeft),
  'delete-word-right': (buffer) => removeTo(buffer, wordRight),
  'delete-to-start': (buffer) => removeTo(buffer, lineStart),
  'delete-to-end': (buffer) => removeTo(buffer, lineEnd),
};

function commonStart(options: readonly string[]): string {
  let common = options[0] ?? '';
  for (const option of options) {
    while (!option.startsWith(common)) common = common.slice(0, -1);
  }
  return common;
}
