/** Colours and weights for a terminal. Without colour, styling returns the text unchanged, for files and pipes. */
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

/** Decides as the C library does. Without any locale, as in many containers, terminals still speak UTF-8. */
export function speaksUtf8(env: { readonly [name: string]: string | undefined }): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === '' || /utf-?8/iu.test(locale);
}

export function createStyle({ colour }: { colour: boolean }): Style {
  const entries = styleNames.map((name) => {
    const [on, off] = codes[name];
    return [name, (text: string) => (colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text)];
  });
  return Object.fromEntries(entries) as Style;
}

/** True on a terminal, unless NO_COLOR is set or TERM says that the terminal is dumb. */
export function wantsColour(options: {
  isTerminal: boolean;
  env: { readonly [name: string]: string | undefined };
}): boolean {
  const { isTerminal, env } = options;
  return isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
