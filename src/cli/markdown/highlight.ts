/** Colours code, by a library that is loaded with the first block of code that names its language. */
import type { Style } from '../terminal/style.ts';
import type { Paint } from './spans.ts';

/** Undefined if the language is not known or the code is too long. */
export type Highlight = (code: string, language: string) => string | undefined;

/** A variable, so that TypeScript does not load the library's types: they would add the browser's global types. */
const library: string = 'emphasize';
type Emphasize = {
  registered(language: string): boolean;
  highlight(language: string, code: string, sheet: { [name: string]: Paint }): { value: string };
};
type Library = { common: object; createEmphasize(grammars: object): Emphasize };

/** A longer block is shown without colours, because highlighting it would delay the reply. */
const longestCode = 50_000;

export async function loadHighlight(style: Style): Promise<Highlight> {
  const { common, createEmphasize }: Library = await import(library);
  const emphasize = createEmphasize(common);
  const sheet = {
    comment: style.dim,
    quote: style.dim,
    keyword: style.magenta,
    'selector-tag': style.magenta,
    number: style.cyan,
    literal: style.cyan,
    string: style.green,
    regexp: style.green,
    addition: style.green,
    deletion: style.red,
    title: style.blue,
    section: style.blue,
    name: style.blue,
    attr: style.yellow,
    attribute: style.yellow,
    variable: style.yellow,
    'template-variable': style.yellow,
    type: style.yellow,
    built_in: style.cyan,
    meta: style.dim,
    symbol: style.cyan,
    emphasis: style.italic,
    strong: style.bold,
  };
  return (code, language) => {
    if (code.length > longestCode || !emphasize.registered(language)) return undefined;
    return emphasize.highlight(language, code, sheet).value;
  };
}
