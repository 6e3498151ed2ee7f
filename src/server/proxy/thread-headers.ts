/**
 * Reads the client's headers about its thread: the name, and whether it sends the whole history or only new messages.
 */
import { invalidInput } from '../../errors.ts';
import { fromHeaderText } from '../../integrations/http/header-text.ts';
import type { PromptMode } from '../../integrations/resent/align-thread.ts';
import { checkThreadId } from '../../turn/prepare-messages.ts';
import type { HeaderReader } from './exchange.ts';

export function readThreadHeaders(headers: HeaderReader): { named: string | undefined; mode: PromptMode } {
  const headerValue = headers.get('x-everthread-thread')?.trim();
  const named = headerValue === undefined || headerValue === '' ? undefined : fromHeaderText(headerValue);
  if (named !== undefined) checkThreadId(named);
  const mode = headers.get('x-everthread-mode')?.trim() ?? 'history';
  if (mode !== 'history' && mode !== 'append')
    throw invalidInput('x-everthread-mode', "'history' or 'append'", mode);
  if (mode === 'append' && named === undefined)
    throw invalidInput('x-everthread-thread', "the id of the thread where the mode is 'append'", undefined);
  return { named, mode };
}
