/** `everthread verify`: computes every hash, number and reference again and reports what differs. Repairs nothing. */
import type { VerifyReport } from '../../verify/verify-everthread.ts';
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import type { Io } from '../io.ts';
import { withUnopenedStore } from '../open-everthread.ts';
import { createProgress } from '../progress.ts';
import { counted } from '../terminal/figures.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import { wrap } from '../terminal/width.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Check every hash, number and reference of the database, and name any damage.',
  usage: 'verify [--thread <id>] [--json]',
  options: [
    { flag: '--json', about: 'the report as one JSON object' },
    ...settingRows(['database', 'thread']),
  ],
  examples: [
    { command: 'verify', about: 'check everything; exit code 1 when there is damage' },
    { command: 'verify --thread work --json', about: 'one thread, for a program to read' },
  ],
  async run(args, io) {
    const { flags, json } = parseCommandLine({ command: 'verify', args });
    const { verifyAll } = await import('../../verify/verify-everthread.ts');
    return withUnopenedStore({ flags, io, existing: true }, async ({ store, settings }) => {
      const progress = createProgress(io);
      const report = await verifyAll({
        store,
        ...(typeof flags.thread === 'string' ? { threadId: flags.thread } : {}),
        onProgress: ({ threads, messages, damages }) =>
          progress.show({
            label: 'checking',
            detail: [
              counted(threads, 'thread'),
              counted(messages, 'message'),
              counted(damages, 'damage'),
            ].join(', '),
          }),
      }).finally(() => progress.clear());
      const ok = report.damages.length + report.fileDamages.length === 0;
      const { database } = settings.values;
      io.stdout.write(
        json ? `${terminalJson({ database, ok, ...report })}\n` : account(report, { ok, database, io }),
      );
      return ok ? exitCodes.ok : exitCodes.failed;
    });
  },
};

function account(
  report: VerifyReport,
  { ok, database, io }: { ok: boolean; database: string; io: Io },
): string {
  const style = createStyle(io);
  const columns = io.isTerminal ? io.columns : Number.MAX_SAFE_INTEGER;
  const looked = `${counted(report.threads, 'thread')}, ${counted(report.messages, 'message')}, ${counted(report.summaries, 'summary', 'summaries')}`;
  const found = [
    ...report.fileDamages.map((damage) => `file: ${damage}`),
    ...report.damages.map(
      ({ threadId, kind, where, message }) => `${threadId || 'database'}, ${where} (${kind}): ${message}`,
    ),
  ];
  const unhashed =
    report.unhashed === 0
      ? []
      : wrap(
          `${counted(report.unhashed, 'record')} of an earlier version have no hash yet, so changes to them cannot be detected.`,
          columns,
        );
  const verdict = ok
    ? wrap(`No damage: ${looked}.`, columns).map(style.green)
    : wrap(`${counted(found.length, 'damage')} in ${sanitizeLine(database)}:`, columns).map(style.red);
  const rest = ok
    ? []
    : [
        ...found.flatMap((line) => wrap(`  ${sanitizeLine(line)}`, columns)),
        ...wrap(
          `Checked ${looked}. Keep a copy of the file; \`everthread repair --output <file>\` saves every message that can still be read.`,
          columns,
        ),
      ];
  return `${[...verdict, ...rest, ...unhashed].join('\n')}\n`;
}
