/** Reports an error, in words for a person or as JSON for a program, and returns the exit code. */
import { isEverthreadError } from '../errors.ts';
import { exitCodes, UsageError } from './command.ts';
import { commandNames } from './commands/all-commands.ts';
import type { Io } from './io.ts';
import { sanitize, terminalJson } from './terminal/sanitize.ts';
import { wrap } from './terminal/width.ts';

export type ErrorReport = {
  error: {
    /** `usage`, a code of the library such as `unknown_thread`, or `failed`. */
    code: string;
    message: string;
    /** The option, argument or setting at fault. */
    field?: string;
    /** The configuration file at fault. */
    file?: string;
    line?: number;
    exitCode: number;
  };
};

export function reportError(error: unknown, { args, io }: { args: readonly string[]; io: Io }): number {
  const report = describeError(error);
  if (wantsJson(args)) {
    io.stderr.write(`${terminalJson(report, { indent: 0 })}\n`);
    return report.error.exitCode;
  }
  const { message, exitCode, file } = report.error;
  const remedy =
    exitCode === exitCodes.usage && file === undefined
      ? `\nRun \`everthread${commandIn(args)} --help\` to see what there is.`
      : '';
  const text = `everthread: ${sanitize(message)}${remedy}`;
  io.stderr.write(`${io.isTerminal ? wrap(text, io.columns).join('\n') : text}\n`);
  if (io.env.EVERTHREAD_DEBUG && error instanceof Error) io.stderr.write(`${sanitize(error.stack ?? '')}\n`);
  return exitCode;
}

function describeError(error: unknown): ErrorReport {
  const message = sanitize(error instanceof Error ? error.message : String(error));
  if (isEverthreadError(error)) {
    const { code, field, details } = error;
    const exitCode = /^(?:invalid|unknown)_/u.test(code) ? exitCodes.usage : exitCodes.failed;
    const place = {
      ...text('file', details.file),
      ...(typeof details.line === 'number' ? { line: details.line } : {}),
    };
    return { error: { code, message, ...text('field', field), ...place, exitCode } };
  }
  return error instanceof UsageError
    ? { error: { code: 'usage', message, exitCode: exitCodes.usage } }
    : { error: { code: 'failed', message, exitCode: exitCodes.failed } };
}

function text<Name extends string>(name: Name, value: unknown): { [name in Name]?: string } {
  return (typeof value === 'string' ? { [name]: value } : {}) as { [name in Name]?: string };
}

function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

function commandIn([first = '']: readonly string[]): string {
  return /^[a-z]+$/u.test(first) && commandNames.includes(first) ? ` ${first}` : '';
}
