/**
 * A list to choose from: typed text filters it, arrow keys move in it. What a key does and what is drawn are pure; the
 * panel keeps the list that is open.
 */
import type { Style } from '../../terminal/style.ts';
import { displayWidth, padEnd, truncate } from '../../terminal/width.ts';
import type { Block, BlockRow } from './block.ts';
import type { Key } from './keys.ts';
import type { Terminal } from './prompt-parts.ts';

export type Choice = { name: string; about: string };
export type Chooser = { readonly filter: string; readonly place: number };
export type Pressed =
  | { done: false; chooser: Chooser }
  /** Undefined: left without choosing. */
  | { done: true; chosen: number | undefined };

export const firstChooser: Chooser = { filter: '', place: 0 };

/** Rows besides the list: the filter and the hint. */
const ownRows = 2;
const mostShown = 12;

export function pressChooser(chooser: Chooser, key: Key, choices: readonly Choice[]): Pressed {
  const { filter, place } = chooser;
  const found = matching(filter, choices);
  const move = (to: number): Pressed => ({
    done: false,
    chooser: { filter, place: Math.max(0, Math.min(found.length - 1, to)) },
  });
  const type = (text: string): Pressed => ({ done: false, chooser: { filter: text, place: 0 } });
  if (key.kind !== 'key') return type(filter + key.text.replaceAll(/\s+/gu, ' '));
  switch (key.name) {
    case 'enter':
    case 'newline':
      return { done: true, chosen: found[place] };
    case 'interrupt':
    case 'escape':
    case 'end-of-input':
      return { done: true, chosen: undefined };
    case 'up':
    case 'history-back':
      return move(place - 1);
    case 'down':
    case 'history-forward':
    case 'search-history':
    case 'tab':
      return move(place + 1);
    case 'home':
      return move(0);
    case 'end':
      return move(found.length - 1);
    case 'backspace':
      return type([...filter].slice(0, -1).join(''));
    case 'delete-to-start':
    case 'delete-word-left':
      return type('');
    default:
      return move(place);
  }
}

/** Indexes of the choices that contain every typed word, in their order. */
function matching(filter: string, choices: readonly Choice[]): number[] {
  const words = plain(filter)
    .split(' ')
    .filter((word) => word !== '');
  return choices.flatMap(({ name, about }, index) => {
    const text = plain(`${name} ${about}`);
    return words.every((word) => text.includes(word)) ? [index] : [];
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The cursor is in the first row, after the typed filter. */
export function chooserRows(
  chooser: Chooser,
  choices: readonly Choice[],
  view: { columns: number; rows: number; style: Style; ascii: boolean; title: string },
): { rows: BlockRow[]; column: number } {
  const { rows: height, style, ascii, title } = view;
  const columns = Math.max(10, view.columns - 1);
  const found = matching(chooser.filter, choices);
  const shown = Math.max(1, Math.min(mostShown, height - ownRows - 1));
  const from = Math.min(Math.max(0, chooser.place - shown + 1), Math.max(0, found.length - shown));
  const page = found.slice(from, from + shown).map((index) => choices[index]!);
  const widest = Math.max(0, ...choices.map(({ name }) => displayWidth(name)));
  const nameColumns = Math.min(widest, Math.floor(columns / 2));
  const typed = truncate(`${title} ${chooser.filter}`, columns - 1);
  const lines = page.map(({ name, about }, index) => {
    const chosen = from + index === chooser.place;
    const sign = chosen ? (ascii ? '> ' : '› ') : '  ';
    const head = padEnd(truncate(name, nameColumns), nameColumns);
    const text = truncate(about === '' ? `${sign}${name}` : `${sign}${head}  ${about}`, columns);
    return { text: chosen ? style.bold(style.cyan(text)) : text, width: displayWidth(text) };
  });
  const none = 'Nothing matches; Backspace removes letters.';
  const keys = `${found.length} of ${choices.length}. Enter chooses, Esc leaves; type to filter.`;
  const hint = truncate(found.length === 0 ? none : keys, columns);
  return {
    rows: [
      { text: style.bold(typed), width: displayWidth(typed) },
      ...lines,
      { text: style.dim(hint), width: displayWidth(hint) },
    ],
    column: displayWidth(typed) + (chooser.filter === '' ? 1 : 0),
  };
}

export type Choosing = { title: string; choices: readonly Choice[] };

export type ChooserPanel = {
  readonly isOpen: boolean;
  /** Resolves to the index of the chosen entry; undefined if none was chosen. */
  open(choosing: Choosing): Promise<number | undefined>;
  press(key: Key): void;
  draw(): void;
};

export function createChooserPanel(ports: {
  terminal: Pick<Terminal, 'columns' | 'rows' | 'ascii' | 'write'>;
  style: Style;
  block: Block;
}): ChooserPanel {
  const { terminal, style, block } = ports;
  let opened: (Choosing & { chooser: Chooser; done(place?: number): void }) | undefined;

  function draw(): void {
    if (opened === undefined) return;
    const { chooser, choices, title } = opened;
    const { columns, rows: height, ascii } = terminal;
    const { rows, column } = chooserRows(chooser, choices, { columns, rows: height, style, ascii, title });
    block.draw(rows, { row: 0, column });
  }

  return {
    get isOpen() {
      return opened !== undefined;
    },
    open: (choosing) =>
      new Promise((resolve) => {
        terminal.write(block.erase());
        opened = { ...choosing, chooser: firstChooser, done: resolve };
        draw();
      }),
    press(key) {
      if (opened === undefined) return;
      const { chooser, choices, done } = opened;
      const pressed = pressChooser(chooser, key, choices);
      if (pressed.done) {
        terminal.write(block.erase());
        opened = undefined;
        done(pressed.chosen);
      } else {
        opened = { ...opened, chooser: pressed.chooser };
        draw();
      }
    },
    draw,
  };
}
