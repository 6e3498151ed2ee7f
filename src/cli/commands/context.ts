/** `everthread context`: what would be sent to a model now. */
import type { Context } from '../../context/render.ts';
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { withEverthread } from '../open-everthread.ts';
import { readChoice } from '../read-argument.ts';
import { sanitize, terminalJson } from '../terminal/sanitize.ts';

const formats = ['text', 'past', 'openai', 'openai-responses', 'anthropic', 'ai-sdk'] as const;

export const context: Command = {
  name: 'context',
  summary: 'Show what would be sent to a model now, and where its tokens go.',
  usage: 'context [--query <text>] [--budget <tokens>] [--items] [--format <name>] [--thread <id>] [--json]',
  options: [
    { flag: '--query <text>', about: 'what old passages are recalled for, instead of the newest message' },
    { flag: '--items', about: 'everything in it, with its kind, its size and why it is there' },
    { flag: '--format <name>', about: `the context itself: ${formats.join(', ')}` },
    { flag: '--json', about: 'figures and items as JSON; with a format of text, the text' },
    ...settingRows(['thread', 'budget', 'system', 'recall', 'database']),
  ],
  examples: [
    { command: 'context', about: 'the budget and what takes it' },
    { command: 'context --items --budget 4000', about: 'each item at a smaller budget, and why it is there' },
    {
      command: 'context --format anthropic --query "which database?"',
      about: 'ready to send, with what is recalled for a question',
    },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'context',
      args,
      options: { query: { type: 'string' }, items: { type: 'boolean' }, format: { type: 'string' } },
    });
    const format = readChoice('--format', values.format, formats);
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const { thread } = await existingThread(opened);
      const { values: settings, sources } = opened.settings;
      const made = await thread.context({
        // A context in a provider's format is made to be sent; figures only need a preview.
        preview: format === undefined,
        ...(settings.system === undefined ? {} : { system: settings.system }),
        ...(values.query === undefined ? {} : { query: values.query }),
        // A budget given on the command line overrides the thread's own.
        ...(sources.budget.from === 'flag' && settings.budget !== undefined
          ? { budget: { tokens: settings.budget } }
          : {}),
      });
      if (json && (format === 'text' || format === 'past'))
        io.stdout.write(`${terminalJson({ threadId: thread.id, text: textIn(made, format) })}\n`);
      else if (format !== undefined) io.stdout.write(`${inFormat(made, format)}\n`);
      else if (json) io.stdout.write(`${terminalJson(figuresOf(thread.id, made))}\n`);
      else {
        const [{ contextMeter }, { viewOf }] = await Promise.all([
          import('../views/context-meter.ts'),
          import('../views/view.ts'),
        ]);
        io.stdout.write(contextMeter(made, viewOf(io), { items: values.items === true }));
      }
    });
    return exitCodes.ok;
  },
};

function figuresOf(threadId: string, { tokens, budget, sections, stable, forced, items }: Context) {
  return { threadId, tokens, budget, sections, stable, forced, items };
}

function textIn(made: Context, format: 'text' | 'past'): string {
  return made.toText({ past: format === 'past' });
}

function inFormat(made: Context, format: (typeof formats)[number]): string {
  switch (format) {
    case 'text':
    case 'past':
      return sanitize(textIn(made, format));
    case 'openai':
      return terminalJson(made.toOpenAI());
    case 'openai-responses':
      return terminalJson(made.toOpenAIResponses());
    case 'anthropic':
      return terminalJson(made.toAnthropic());
    case 'ai-sdk':
      return terminalJson(made.toAiSdk());
  }
}
