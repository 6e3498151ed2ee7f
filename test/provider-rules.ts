/**
 * Rules of the providers' APIs for a list of messages, used to prove that all rendered messages would be accepted
 * (I-8). Each function returns complaints; none means valid.
 */
type Loose = Record<string, unknown>;

export function anthropicProblems(prompt: { system?: unknown; messages: readonly object[] }): string[] {
  const problems: string[] = [];
  const messages = prompt.messages as Loose[];
  messages.forEach((message, index) => {
    const blocks = blocksOf(message.content);
    const previous = messages[index - 1];
    if (message.role !== 'user' && message.role !== 'assistant')
      problems.push(`${index}: role ${message.role}`);
    if (previous !== undefined && previous.role === message.role)
      problems.push(`${index}: roles do not alternate`);
    const results = blocks.filter((block) => block.type === 'tool_result');
    if (results.length > 0 && message.role !== 'user')
      problems.push(`${index}: result outside of a user message`);
    if (blocks.slice(0, results.length).some((block) => block.type !== 'tool_result')) {
      problems.push(`${index}: results do not stand first`);
    }
    const calls = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id);
    if (calls.length > 0 && message.role !== 'assistant')
      problems.push(`${index}: call outside of the assistant`);
    for (const block of blocks) {
      if (block.type === 'tool_use' && !isPlainObject(block.input))
        problems.push(`${index}: input is no object`);
    }
    const following = blocksOf(messages[index + 1]?.content);
    const answered = following
      .filter((block) => block.type === 'tool_result')
      .map((block) => block.tool_use_id);
    for (const id of calls)
      if (!answered.includes(id)) problems.push(`${index}: call ${id} without its result next`);
    const called = blocksOf(previous?.content).filter((block) => block.type === 'tool_use');
    const seen = new Set<unknown>();
    for (const { tool_use_id: id } of results) {
      if (!called.some((block) => block.id === id))
        problems.push(`${index}: result ${id} without its call before`);
      if (seen.has(id)) problems.push(`${index}: two results for ${id}`);
      seen.add(id);
    }
  });
  return problems;
}

export function chatProblems(messages: readonly object[]): string[] {
  const problems: string[] = [];
  let open: unknown[] = [];
  (messages as readonly Loose[]).forEach((message, index) => {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id))
        problems.push(`${index}: result without its call right before`);
      open = open.filter((id) => id !== message.tool_call_id);
      return;
    }
    if (open.length > 0) problems.push(`${index}: calls without results: ${open.join(', ')}`);
    const calls = (message.tool_calls ?? []) as { id: unknown; function: { arguments: string } }[];
    open = calls.map((call) => call.id);
    for (const call of calls)
      if (!isPlainObject(JSON.parse(call.function.arguments))) problems.push(`${index}: arguments`);
    if (message.content === null && calls.length === 0 && message.refusal === undefined) {
      problems.push(`${index}: neither content nor calls`);
    }
    for (const block of blocksOf(message.content)) {
      if (block.type !== 'text' && message.role !== 'user')
        problems.push(`${index}: ${block.type} of ${message.role}`);
    }
  });
  if (open.length > 0) problems.push(`end: calls without results: ${open.join(', ')}`);
  return problems;
}

export function responsesProblems({ input }: { input: readonly object[] }): string[] {
  const problems: string[] = [];
  const open = new Set<unknown>();
  (input as readonly Loose[]).forEach((item, index) => {
    const type = String(item.type ?? 'message');
    if (type.endsWith('_call_output')) {
      if (!open.delete(item.call_id)) problems.push(`${index}: output without its call`);
    } else if (type.endsWith('_call')) open.add(item.call_id);
    else if (item.role === 'user' && open.size > 0) problems.push(`${index}: calls without outputs`);
  });
  if (open.size > 0) problems.push(`end: calls without outputs: ${[...open].join(', ')}`);
  return problems;
}

export function modelMessageProblems(messages: readonly object[]): string[] {
  const problems: string[] = [];
  let open: unknown[] = [];
  (messages as readonly Loose[]).forEach((message, index) => {
    const parts = blocksOf(message.content);
    const results = parts.filter((part) => part.type === 'tool-result');
    if (message.role === 'tool') {
      for (const { toolCallId } of results) {
        if (!open.includes(toolCallId)) problems.push(`${index}: result without its call before`);
        open = open.filter((id) => id !== toolCallId);
      }
      return;
    }
    if (open.length > 0) problems.push(`${index}: calls without results: ${open.join(', ')}`);
    const inline = results.map((part) => part.toolCallId);
    open = parts
      .filter((part) => part.type === 'tool-call' && !inline.includes(part.toolCallId))
      .map((part) => part.toolCallId);
  });
  if (open.length > 0) problems.push(`end: calls without results: ${open.join(', ')}`);
  return problems;
}

function blocksOf(content: unknown): Loose[] {
  return Array.isArray(content) ? content : [];
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
