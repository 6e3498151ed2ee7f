/** What clients write around the output of a program: its exit code, labels, and that it still runs. */

export type Unwrapped = {
  /** What the program itself printed. */
  text: string;
  exit: number | undefined;
  /** The program still runs: the client's name for it, empty if it has none. */
  running?: string;
};

const exitCode =
  /(?:exit(?:ed)?(?: with)?(?: status| code)?|exit_code|exitCode|returned? code|status)["']?\s?[:=]?\s{0,2}(?:code )?(-?\d{1,3})\b/i;
/** A line that only reports how the program ended. */
const exitLine =
  /^\W{0,3}(?:(?:command|process|script|shell)\b.{0,30}?\s)?(?:failed |finished |ended )?(?:error: )?(?:with )?exit(?:ed)?(?: with)?(?: status| code)*\s?[:=]?\s{0,2}(?:code )?-?\d{1,3}\W{0,3}$/i;
const codexHeader =
  /^(?:(?:Chunk ID|Wall time|Process (?:exited|running)|Original token count|Total output lines|Exit code)\b[^\n]*\n)+Output:(?:\n|$)/;
const labels =
  /^(?:Command|Directory|Output|Stdout|Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): /gm;
const emptyLabels = /^[A-Z][\w ]{1,20}: \((?:none|empty)\)\n?/gm;
const statusLabels = /^(?:Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*\n?/gm;
const stillRuns =
  /\b(?:running in (?:the )?background|still running|process running|moved to (?:the )?background|started in (?:the )?background)\b(?:[^\n]{0,40}?\b(?:id|session(?! id))\b:?\s?([\w-]{1,60}))?/i;
const ofTags = /^\s*(?:<(?:retrieval_)?status>|<(?:task_id|shell_id)>)/;

export function unwrap(output: string): Unwrapped {
  const json = inJson(output);
  if (json !== undefined) return json;
  const header = codexHeader.exec(output)?.[0];
  if (header !== undefined) return withHeader(header, output.slice(header.length));
  if (ofTags.test(output)) return inTags(output);
  if (
    new Set(output.slice(0, 4_000).match(labels)).size + new Set(output.slice(-400).match(labels)).size >=
    3
  )
    return labelled(output);
  return unlabelled(output);
}

/** Codex in JSON with the exit code. */
function inJson(output: string): Unwrapped | undefined {
  if (!/^\s*\{/.test(output) || !/"(?:output|stdout)"/.test(output.slice(0, 2_000) + output.slice(-200)))
    return undefined;
  try {
    const value = JSON.parse(output) as Record<string, unknown>;
    const metadata = (value.metadata ?? value) as Record<string, unknown>;
    const exit = metadata.exit_code ?? metadata.exitCode;
    const inner = [value.output, value.stdout, value.stderr].filter((one) => typeof one === 'string');
    return inner.length === 0
      ? undefined
      : { text: inner.join('\n'), exit: typeof exit === 'number' ? exit : undefined };
  } catch {
    // Not JSON after all, or truncated.
    return undefined;
  }
}

function withHeader(header: string, text: string): Unwrapped {
  const running = stillRuns.exec(header);
  const exit = /^(?:Process exited with code|Exit code:) (-?\d{1,3})$/m.exec(header)?.[1];
  return { text, exit: toNumber(exit), ...(running !== null && { running: running[1] ?? '' }) };
}

/** `<status>completed</status><exit_code>1</exit_code><stdout>…</stdout>`. */
function inTags(output: string): Unwrapped {
  const tag = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(output)?.[1]?.trim();
  const parts = ['stdout', 'stderr', 'output'].map(tag).filter((part) => part !== undefined);
  const exit = toNumber(tag('exit_code'));
  const runs = exit === undefined && /^(?:running|pending)$/.test(tag('status') ?? '');
  return { text: parts.join('\n'), exit, ...(runs && { running: tag('task_id') ?? '' }) };
}

/** Gemini CLI: `Command: …`, `Output: …`, `Error: (none)`, `Exit Code: 0`. */
function labelled(output: string): Unwrapped {
  const exit = /^Exit Code: (-?\d{1,3})\s*$/m.exec(output.slice(-600))?.[1];
  const failed = /^Error: (?!\(none\))/m.test(output.slice(-4_000));
  const text = output
    .replace(/^Command: [\s\S]*?\nDirectory: [^\n]*\n/, '')
    .replace(emptyLabels, '')
    .replace(statusLabels, '')
    .replace(/^(?:Output|Stdout|Stderr): /gm, '');
  return { text, exit: toNumber(exit) ?? (failed ? undefined : 0) };
}

function unlabelled(output: string): Unwrapped {
  const ends = `${output.slice(0, 300)}\n${output.slice(-300)}`.split('\n');
  const code = ends
    .map((line) =>
      /^\W{0,3}(?:command|process|script|exit|error: exit|shell)/i.test(line) ? exitCode.exec(line) : null,
    )
    .find((match) => match !== null);
  const running = output.length < 1_000 ? stillRuns.exec(output.split('\n', 1)[0]!) : null;
  return {
    text: code === undefined ? output : withoutExit(output),
    exit: toNumber(code?.[1]),
    ...(running !== null && { running: running[1] ?? '' }),
  };
}

function withoutExit(output: string): string {
  const lines = output.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.filter((line, index) => !((index === 0 || index === last) && exitLine.test(line))).join('\n');
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}
