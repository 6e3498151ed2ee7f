/** Logs one JSON object a line, escaped so that no text can begin another line or move a terminal's cursor. */
import type { Logger } from '../../options.ts';
import { terminalJson } from '../terminal/sanitize.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

export function createLineLogger(options: { level: LogLevel; write(line: string): unknown }): Logger {
  const { level, write } = options;
  const log = (own: LogLevel) => (message: string) => {
    if (levels.indexOf(own) < levels.indexOf(level)) return;
    write(`${terminalJson({ time: new Date().toISOString(), level: own, message }, { indent: 0 })}\n`);
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
