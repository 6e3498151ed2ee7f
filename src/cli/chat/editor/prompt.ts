/**
 * The prompt: takes keys, draws the line, and lets other text appear above it. Imports nothing heavy, because it is on
 * the screen before anything else is loaded. The handlers decide what a line means.
 */
import { createStyle } from '../../terminal/style.ts';
import { createBlock } from './block.ts';
import type { ChooserPanel } from './chooser.ts';
import { createInputLine } from './input-line.ts';
import { createKeyDecoder, type Key } from './keys.ts';
import { createKeyPress } from './press-key.ts';
import type { Prompt, PromptHandlers, Terminal } from './prompt-parts.ts';

const escapeDelayMs = 60;
const paste = { on: '\u001b[?2004h', off: '\u001b[?2004l' };

export function openPrompt(terminal: Terminal, handlers: PromptHandlers): Prompt {
  const style = createStyle(terminal);
  const decoder = createKeyDecoder();
  const block = createBlock(terminal);
  let chooser: ChooserPanel | undefined;
  const input = createInputLine({ terminal, style, block, drawInstead: drawChooser });
  const press = createKeyPress({ input, style, handlers, holdingKeys, choose, suspend });
  let closed = false;
  /** Keys that were typed while the line was hidden. */
  let waiting: Key[] = [];
  /** Keys that were typed while something is done that they are to follow. */
  let held: Key[] | undefined;
  let escapeTimer: NodeJS.Timeout | undefined;

  const listeners = {
    data(text: string) {
      clearTimeout(escapeTimer);
      take(decoder.push(text));
      if (decoder.pending) escapeTimer = setTimeout(() => take(decoder.flush()), escapeDelayMs);
    },
    end: () => handlers.end(),
    resize() {
      if (input.isShown || chooser?.isOpen === true) input.draw();
    },
  };
  let endRawMode = terminal.open(listeners);
  terminal.write(paste.on);

  function drawChooser(): boolean {
    if (chooser?.isOpen !== true) return false;
    chooser.draw();
    return true;
  }

  function take(keys: readonly Key[]): void {
    for (const key of keys) {
      if (closed) return;
      if (chooser?.isOpen === true) chooser.press(key);
      else if (held !== undefined) held.push(key);
      else if (input.isShown) press(key);
      else wait(key);
    }
  }

  /** Enter among the waiting keys hides the line again; the keys after it then wait once more. */
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

  async function holdingKeys<Result>(work: () => Promise<Result>): Promise<Result> {
    const keys: Key[] = [];
    held = keys;
    try {
      return await work();
    } finally {
      held = undefined;
      take(keys);
    }
  }

  /** The chooser is loaded on first use. */
  async function choose(choosing: Parameters<Prompt['choose']>[0]): Promise<number | undefined> {
    const { chosen } = await holdingKeys(async () => {
      const { createChooserPanel } = await import('./chooser.ts');
      chooser ??= createChooserPanel({ terminal, style, block });
      return { chosen: closed ? undefined : chooser.open(choosing) };
    });
    return chosen;
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

  async function suspend(): Promise<void> {
    terminal.write(`${block.erase()}${paste.off}`);
    await terminal.suspend();
    terminal.write(paste.on);
    if (input.isShown) input.draw();
  }

  return {
    show() {
      if (input.isShown || closed) return;
      input.show();
      takeWaiting();
    },
    hide: input.hide,
    print: input.print,
    status: input.status,
    choose,
    lend,
    put: input.put,
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(escapeTimer);
      terminal.write(`${block.erase()}${paste.off}`);
      endRawMode();
    },
  };
}
