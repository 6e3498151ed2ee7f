/** Interpreters that were given a script in the command itself, or on their input. */

const interpreter =
  /^(?:python\d?(?:\.\d+)?|ipython|node|nodejs|deno|bun|tsx|ts-node|ruby|php|perl|elixir|julia|rscript)$/i;
const scriptOption = /^(?:-[a-z]{0,4}[ceE]|-r|-p|-pe|--eval|--print)$/;

export function isInterpreter(name: string): boolean {
  return interpreter.test(name);
}

/** Null if the script is on the input; undefined if the command runs a file or a module, or is no interpreter. */
export function inlineScript(name: string, words: readonly string[]): string | null | undefined {
  if (!interpreter.test(name)) return undefined;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === '-') return null;
    if (word === '-m' || word === 'eval') return word === '-m' ? undefined : words[index + 1];
    if (scriptOption.test(word) && !(name === 'php' ? /^-[ce]$/ : /^-r$/).test(word)) return words[index + 1];
    if (!word.startsWith('-')) return undefined;
  }
  return null;
}
