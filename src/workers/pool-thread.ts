/** A worker thread of the pool: runs one task after the other and answers with the results. */
import { parentPort } from 'node:worker_threads';
import { yieldToEventLoop } from '../runtime.ts';
import type { ToolSettings } from './task.ts';
import { type TaskName, tasks } from './tasks.ts';
import { createToolbox } from './tools.ts';

export type Order =
  | { id: number; task: TaskName; input: unknown; settings: ToolSettings }
  | { id: number; cancel: true };
export type Answer = 'ready' | { id: number; output: unknown } | { id: number; failed: string };

const port = parentPort!;
const toolsFor = createToolbox();
const running = new Map<number, AbortController>();

async function carryOut(order: Extract<Order, { task: TaskName }>): Promise<Answer> {
  const { id, task, input, settings } = order;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const run = { tools: toolsFor(settings), signal: controller.signal, pause: yieldToEventLoop };
    return { id, output: await tasks[task](input as never, run) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.name : 'unknown' };
  } finally {
    running.delete(id);
  }
}

port.on('message', (order: Order) => {
  if ('cancel' in order) running.get(order.id)?.abort();
  else void carryOut(order).then((answer) => port.postMessage(answer));
});
port.postMessage('ready' satisfies Answer);
