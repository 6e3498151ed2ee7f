/** `everthread chat`: the conversation itself. */

import { startChat } from '../chat/start.ts';
import type { Command } from '../command.ts';
import { settingRows } from '../config/flags.ts';

export const chat: Command = {
  name: 'chat',
  summary: 'Talk in a thread that never ends. Without a model it answers by quoting the thread.',
  usage: 'chat [message] [--thread <id>] [--pick] [--owner <name>] [--model <name>] [--json]',
  options: [
    { flag: '--json', about: 'one JSON object a line: everything that happens' },
    { flag: '--pick', about: 'choose the thread from a list; without a terminal, only list them' },
    { flag: '--timeout <seconds>', about: 'how long a model may be silent; default 90' },
    { flag: '--owner <name>', about: 'in a thread of this owner, whose profile the model is shown' },
    ...settingRows(),
  ],
  examples: [
    { command: 'chat', about: 'go on where you left off' },
    { command: 'chat --pick', about: 'choose a thread: arrows, or type a part of its title' },
    { command: 'chat --thread garden', about: 'another thread, or a new one' },
    { command: 'chat "what did we decide about the database?"', about: 'one question, one answer' },
    {
      command: 'chat --base-url http://localhost:8000/v1 --model qwen3',
      about: 'any server that speaks the OpenAI protocol',
    },
  ],
  run: startChat,
};
