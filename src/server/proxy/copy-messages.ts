/** Copies the messages of a thread into a branch, up to the message where the branch leaves it. */
import type { Everthread } from '../../everthread.ts';
import type { Thread } from '../../thread.ts';

const copiedAtOnce = 200;

/** Resolves to the number of copied messages; 0 if the source thread is gone. */
export async function copyMessages(options: {
  everthread: Pick<Everthread, 'findThread'>;
  from: string;
  to: number;
  branch: Thread;
}): Promise<number> {
  const { everthread, from, to, branch } = options;
  const source = await everthread.findThread(from);
  if (source === undefined) return 0;
  let copied = 0;
  for (let first = 1; first <= to; first += copiedAtOnce) {
    const range = { from: first, to: Math.min(to, first + copiedAtOnce - 1) };
    const messages = await Array.fromAsync(source.history(range));
    await branch.append(messages.map(({ role, parts, createdAt }) => ({ role, parts, createdAt })));
    copied += messages.length;
  }
  return copied;
}
