/** Commands that run another one: in an environment (`uv run pytest`), or in another place (`docker compose exec app pytest`). */

type Word = { text: string };
export type InnerCommand<One> = {
  words: One[];
  /** It runs in a container or on another machine, so its files are not those here. */
  elsewhere: boolean;
};

const environments = /^(?:uv|poetry|pipenv|pdm|hatch|rye|pixi|conda|bundle|mise|direnv|doppler|op|dotenv)$/;
const environmentVerb = /^(?:run|exec|x)$/;
const containers = /^(?:docker|docker-compose|podman|podman-compose|nerdctl)$/;
const clusters = /^(?:kubectl|oc|k)$/;
/** Options that are followed by their value. */
const takesValue =
  /^(?:-(?:[euwvpnfclih]|it?e)|--(?:env|env-file|user|workdir|volume|publish|name|entrypoint|file|project-name|profile|network|mount|platform|with|extra|group|python|package|namespace|container|context|index|add-host|label|memory|cpus))$/;

/** Undefined if the command runs no other one. */
export function innerCommand<One extends Word>(words: readonly One[]): InnerCommand<One> | undefined {
  const name = words[0]?.text.split('/').at(-1) ?? '';
  const at = (index: number) => words[index]?.text ?? '';
  if (environments.test(name)) {
    const verb = behindOptions(words, 1);
    return environmentVerb.test(at(verb)) ? found(words, behindOptions(words, verb + 1), false) : undefined;
  }
  if (containers.test(name)) {
    let verb = behindOptions(words, 1);
    if (/^(?:compose|container)$/.test(at(verb))) verb = behindOptions(words, verb + 1);
    if (!/^(?:exec|run)$/.test(at(verb))) return undefined;
    return found(words, behindOptions(words, verb + 1) + 1, true);
  }
  if (clusters.test(name) && words.some(({ text }) => text === 'exec')) {
    const dashes = words.findIndex(({ text }) => text === '--');
    return dashes === -1 ? undefined : found(words, dashes + 1, true);
  }
  return name === 'ssh' ? found(words, behindOptions(words, 1) + 1, true) : undefined;
}

/** The command itself, out of the environments that it runs in here. */
export function withoutRunner<One extends Word>(words: readonly One[]): readonly One[] {
  const inner = innerCommand(words);
  return inner === undefined || inner.elsewhere ? words : withoutRunner(inner.words);
}

/** The place of the first word from here on that is no option and no option's value. */
export function behindOptions(words: readonly Word[], from: number): number {
  let index = from;
  while (words[index]?.text.startsWith('-') === true) index += takesValue.test(words[index]!.text) ? 2 : 1;
  return index;
}

function found<One>(words: readonly One[], from: number, elsewhere: boolean): InnerCommand<One> | undefined {
  const inner = words.slice(from);
  return inner.length === 0 ? undefined : { words: inner, elsewhere };
}
