/** What each key does while the line is shown. */
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { Style } from '../../terminal/style.ts';
import { bufferOf, insert } from './buffer.ts';
import type { InputLine } from './input-line.ts';
import type { Key } from './keys.ts';
import { completedBuffer, continuedLine, editedLine, emptyLine } from './line.ts';
import type { Completion, Prompt, PromptHandlers } from './prompt-parts.ts';

const leaveHint = 'Press Ctrl-C again, or Ctrl-D, to leave.';

export function createKeyPress(ports: {
  input: InputLine;
  style: Style;
  handlers: PromptHandlers;
  /** Keys that are typed during the work follow it. */
  holdingKeys: (work: () => Promise<void>) => Promise<void>;
  choose: Prompt['choose'];
  suspend: () => Promise<void>;
}): (key: Key) => void {
  const { input, style, handlers, holdingKeys, choose, suspend } = ports;
  let prefixed = false;
  let listed = false;
  let askedToLeave = false;

  function pressInterrupt(): void {
    if (input.current.buffer.text !== '') input.change(emptyLine);
    else if (askedToLeave) handlers.end();
    else {
      askedToLeave = true;
      input.print(`${style.dim(leaveHint)}\n`);
    }
  }

  function pressEnter(): void {
    const continued = continuedLine(input.current);
    if (continued !== undefined) {
      input.change(continued);
      return;
    }
    const { text } = input.current.buffer;
    if (text.trim() === '') return;
    input.send();
    handlers.submit(text);
  }

  /** Offers earlier lines, the newest first, each once. */
  async function searchHistory(): Promise<void> {
    const entries = [...new Set(handlers.history().toReversed())];
    const choices = entries.map((text) => ({ name: sanitizeLine(text), about: '' }));
    const place = await choose({ title: 'Search:', choices });
    input.type(place === undefined ? input.current.buffer : bufferOf(entries[place]!));
  }

  async function editElsewhere(): Promise<void> {
    const text = await handlers.edit(input.current.buffer.text);
    if (text !== undefined) input.put(text);
    else if (input.isShown) input.draw();
  }

  async function complete(): Promise<void> {
    const { text, cursor } = input.current.buffer;
    const found = await handlers.complete(text.slice(0, cursor)).catch(() => undefined);
    if (found !== undefined && found.options.length > 0) apply(found);
  }

  function apply(completion: Completion): void {
    const completed = completedBuffer(input.current.buffer, completion);
    if (completed !== undefined) input.type(completed);
    else if (completion.options.length > 1) {
      // Printed once, so that pressing Tab again does not repeat the list.
      if (!listed) input.print(`${style.dim(completion.options.join('  '))}\n`);
      listed = true;
    }
  }

  return (key) => {
    if (key.kind === 'key' && key.name === 'interrupt') {
      pressInterrupt();
      return;
    }
    askedToLeave = false;
    if (key.kind === 'key' && key.name === 'tab') {
      void holdingKeys(complete);
      return;
    }
    listed = false;
    const isSecond = prefixed;
    prefixed = key.kind === 'key' && key.name === 'prefix';
    if (key.kind !== 'key') input.type(insert(input.current.buffer, key.text));
    else if (isSecond && key.name === 'end') void editElsewhere();
    else if (key.name === 'search-history') void searchHistory();
    else if (key.name === 'enter') pressEnter();
    else if (key.name === 'end-of-input' && input.current.buffer.text === '') handlers.end();
    else if (key.name === 'suspend') void suspend();
    else if (key.name === 'clear-screen') input.clearScreen();
    else {
      const edited = editedLine(input.current, key.name, handlers.history);
      if (edited !== undefined) input.change(edited);
    }
  };
}
