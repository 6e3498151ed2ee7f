/** Colours and weights, or none of them: styling text that goes into a file or a pipe leaves it as it is. */
const styleNames = [
  ...(['bold', 'dim', 'italic', 'underline', 'strike'] as const),
  ...(['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const),
] as const;
export type StyleName = (typeof styleNames)[number];
export type Style = { readonly [name in StyleName]: (text: string) => string };

const codes: { [name in StyleName]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

export function createStyle({ colour }: { colour: boolean }): Style {
  const entries = styleNames.map((name) => {
    const [on, off] = codes[name];
    return [name, (text: string) => (colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text)];
  });
  return Object.fromEntries(entries) as Style;
}

/** On a terminal only, and not where NO_COLOR is set to anything, or the terminal says it can do nothing. */
export function wantsColour(options: {
  isTerminal: boolean;
  env: { readonly [name: string]: string | undefined };
}): boolean {
  const { isTerminal, env } = options;
  return isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
