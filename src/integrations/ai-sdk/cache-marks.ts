/**
 * Sets cache marks in prompts for models that cache by marks: on the newest message, on the system prompt, at the
 * end of the stable part, and on a message shortly before the newest one, which covers a step of many calls. The
 * caller's marks on system prompt and tools are kept and counted. Marks inside older messages belonged to earlier
 * requests and are removed.
 */
import { mostCacheMarks } from '../../context/cache-marks.ts';
import type { CallOptions, Model, Prompt, PromptMessage } from './model-types.ts';

type Options = { [provider: string]: { [option: string]: unknown } | undefined } | undefined;

const provider = 'anthropic';
const names = ['cacheControl', 'cache_control'];
/** Distance of the earlier mark from the newest message. */
const bridge = 3;

export function withCacheMarks(options: {
  prompt: Prompt;
  model: Pick<Model, 'provider' | 'modelId'>;
  tools: CallOptions['tools'];
  /** Text of the message that ends the stable part before the tail. */
  stableEnd?: string | undefined;
}): Prompt {
  const { prompt, model, tools = [], stableEnd } = options;
  if (!/anthropic|claude/iu.test(`${model.provider} ${model.modelId}`)) return prompt;
  const bare = prompt.map((message) => (message.role === 'system' ? message : withoutMarks(message)));
  const system = bare.filter(({ role }) => role === 'system');
  const existing = [...system, ...tools].filter((one) =>
    isMarked((one as { providerOptions?: Options }).providerOptions),
  );
  const ends = [
    bare.length - 1,
    ...(existing.length > 0 ? [] : [system.length - 1]),
    stableEnd === undefined ? -1 : bare.findIndex((message) => endsWith(message, stableEnd)),
    bare.length - 1 - bridge,
  ];
  const free = Math.max(0, mostCacheMarks - existing.length);
  const marked = new Set([...new Set(ends)].filter((end) => end >= 0).slice(0, free));
  return bare.map((message, index) => (marked.has(index) ? withMark(message) : message));
}

function endsWith({ role, content }: PromptMessage, text: string): boolean {
  if (role !== 'user') return false;
  const last = content.at(-1);
  return last?.type === 'text' && last.text === text;
}

function isMarked(options: Options): boolean {
  return names.some((name) => options?.[provider]?.[name] != null);
}

function withMark(message: PromptMessage): PromptMessage {
  const options = message.providerOptions as Options;
  const own = { ...options?.[provider], cacheControl: { type: 'ephemeral' } };
  return { ...message, providerOptions: { ...options, [provider]: own } } as PromptMessage;
}

/** Returns the same object if there is no mark to remove. */
function withoutMarks(message: PromptMessage): PromptMessage {
  if (message.role === 'system') return message;
  const content = (message.content as readonly { providerOptions?: Options }[]).map(withoutMark);
  const changed = content.some((part, index) => part !== message.content[index]);
  const bare = changed ? ({ ...message, content } as PromptMessage) : message;
  return withoutMark(bare as { providerOptions?: Options }) as PromptMessage;
}

function withoutMark<Holder extends { providerOptions?: Options }>(holder: Holder): Holder {
  if (!isMarked(holder.providerOptions)) return holder;
  const { providerOptions, ...rest } = holder;
  const remainingOptions = Object.entries(providerOptions?.[provider] ?? {}).filter(
    ([name]) => !names.includes(name),
  );
  const { [provider]: _own, ...others } = providerOptions ?? {};
  const options = {
    ...others,
    ...(remainingOptions.length > 0 && { [provider]: Object.fromEntries(remainingOptions) }),
  };
  return { ...rest, ...(Object.keys(options).length > 0 && { providerOptions: options }) } as Holder;
}
