/**
 * Paths, identifiers, addresses and versions in the sources, each with the short forms that people use: a file by the
 * end of its path, a commit by its first characters, a package by its name.
 */
const token =
  /[^\s"'`<>()[\]{},;|“”‘’«»„「」『』《》、。，！？：；（）\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const longestToken = 300;

export type SourceTokens = {
  add(text: string): void;
  /** A word that is a token by itself, such as an acronym. */
  addWhole(word: string): void;
  /** Whether this exact token occurs. */
  holds(token: string): boolean;
  /** Whether the token occurs in one of its possible spellings. */
  has(value: string): boolean;
};

export function tokensIn(text: string): string[] {
  return Array.from(text.matchAll(token), ([found]) => found);
}

export function createSourceTokens(): SourceTokens {
  const tokens = new Set<string>();

  function addToken(raw: string): void {
    // A tool's input is JSON, in which a line break is two characters.
    if (/\\[nrt"]/.test(raw)) for (const piece of raw.split(/\\+[nrt"]/)) if (piece !== '') addToken(piece);
    const value = raw.toLowerCase().replace(/^[*:!=+…?~-]+(?=[^/])|[*:!?.…=&#-]+$/g, '');
    if (value === '') return;
    tokens.add(value);
    if (!/[^\p{L}]/u.test(value)) return;
    const bare = value
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/$/, '');
    tokens.add(bare);
    for (const piece of bare.split(/[^\p{L}\p{N}_$@.-]+/u))
      if (piece.length > 1) tokens.add(piece.replace(/^[.-]+|[.-]+$/g, ''));
    for (const piece of bare.split(/[^\p{L}\p{N}_$]+/u)) if (piece.length > 1) tokens.add(piece);
    const release = /@v?(\d[\w.+-]*)$/.exec(bare)?.[1];
    if (release !== undefined) tokens.add(release);
    if (bare.includes('/')) addPathParts(bare.replace(/:\d+(?::\d+)?$/, '').replace(/^(?:\.{1,2}\/)+/, ''));
    if (/^[0-9a-f]{12,64}$/.test(bare))
      for (let length = 7; length <= 12; length += 1) tokens.add(bare.slice(0, length));
    const version = /^v?(\d+(?:\.\d+)+)/.exec(bare)?.[1];
    if (version !== undefined)
      for (let dot = version.indexOf('.'); dot !== -1; dot = version.indexOf('.', dot + 1))
        tokens.add(version.slice(0, dot));
  }

  /** Every beginning and every end of a path, at its slashes. */
  function addPathParts(path: string): void {
    let count = 0;
    for (let slash = path.indexOf('/'); slash !== -1 && count < 24; slash = path.indexOf('/', slash + 1)) {
      count += 1;
      if (slash > 0) tokens.add(path.slice(0, slash));
      tokens.add(path.slice(slash + 1));
      // Folders in the middle: "src/facts" of "/home/me/src/facts/fact.ts".
      const next = path.indexOf('/', slash + 1);
      const afterNext = next === -1 ? -1 : path.indexOf('/', next + 1);
      if (afterNext !== -1) tokens.add(path.slice(slash + 1, afterNext));
    }
    tokens.add(path);
  }

  return {
    add(text) {
      for (const [raw] of text.matchAll(token)) if (raw.length <= longestToken) addToken(raw);
    },
    addWhole: (word) => tokens.add(word),
    holds: (value) => tokens.has(value),
    has(value) {
      const lower = inLowerCase(value);
      const bare = bareToken(value);
      const candidates = [
        lower,
        bare,
        lower.replace(/^[@#v]/, ''),
        `v${bare}`,
        bare.replace(/:\d+(?::\d+)?$/, ''),
        bare.replace(/^\//, ''),
        bare.replace(/s$/, ''),
      ];
      return candidates.some((candidate) => candidate !== '' && tokens.has(candidate));
    },
  };
}

/** The token without protocol, leading dots, dashes of a flag, and brackets of a call. */
export function bareToken(value: string): string {
  return inLowerCase(value)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^www\./, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/\/$/, '')
    .replace(/^--?(?=\w)/, '');
}

function inLowerCase(value: string): string {
  return value.toLowerCase().trim().replace(/\(\)$/, '');
}
