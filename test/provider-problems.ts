/**
 * Checks for the rules of the providers: each returns the problems a provider would find in messages, or none. They
 * were written from the providers' documentation, independently of the code that makes the messages, so that tests can
 * compare the two.
 */
type Fields = { readonly [field: string]: unknown };
type Turn = { role: string; at: string };

/** OpenAI chat completions. */
export function openAIProblems(messages: readonly unknown[]): string[] {
  const problems: string[] = [];
  /** Calls that need their results before any other message. */
  let open = new Set<string>();
  let openFunction: string | undefined;
  messages.forEach((value, index) => {
    const message = value as Fields;
    const at = `messages[${index}]`;
    const calls = list(message.tool_calls);
    if (message.role === 'tool') {
      if (!open.delete(String(message.tool_call_id)))
        problems.push(`${at} answers no open call (${String(message.tool_call_id)})`);
      if (message.content === undefined || message.content === null) problems.push(`${at} has no content`);
      return;
    }
    if (message.role === 'function') {
      if (openFunction !== message.name) problems.push(`${at} answers no open function call`);
      openFunction = undefined;
      return;
    }
    for (const id of open) problems.push(`${at} comes before the result of call ${id}`);
    open = new Set();
    if (!['system', 'developer', 'user', 'assistant'].includes(String(message.role)))
      problems.push(`${at}.role is ${String(message.role)}`);
    const called = message.function_call as Fields | undefined;
    const says = hasContent(message.content) || hasContent(message.refusal);
    if (message.role === 'assistant') {
      if (
        !says &&
        calls.length === 0 &&
        called === undefined &&
        !hasContent(message.reasoning_content) &&
        !hasContent(message.reasoning)
      )
        problems.push(`${at} is empty`);
      for (const call of calls) {
        if (!hasContent(call.id)) problems.push(`${at} has a call without an id`);
        if (open.has(String(call.id))) problems.push(`${at} calls ${String(call.id)} twice`);
        open.add(String(call.id));
      }
      openFunction = called === undefined ? undefined : String(called.name);
    } else {
      if (!says) problems.push(`${at} is empty`);
      if (calls.length > 0) problems.push(`${at} calls a tool but is not the assistant's`);
    }
  });
  for (const id of open) problems.push(`call ${id} has no result`);
  return problems;
}

/** Anthropic messages. An empty list is accepted, because the caller will add messages. */
export function anthropicProblems(prompt: { system?: unknown; messages: readonly unknown[] }): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  let open = new Set<string>();
  let previous: Turn | undefined;
  for (const block of list(prompt.system)) checkText(block, 'system');
  prompt.messages.forEach((value, index) => {
    const message = value as Fields;
    const at = `messages[${index}]`;
    const role = String(message.role);
    if (role !== 'user' && role !== 'assistant') problems.push(`${at}.role is ${role}`);
    if (previous === undefined && role !== 'user') problems.push(`${at} is first and not the user's`);
    if (previous?.role === role) problems.push(`${at} has the role of ${previous.at}`);
    previous = { role, at };
    if (!hasContent(message.content)) problems.push(`${at} is empty`);
    const blocks = list(message.content);
    checkResults(blocks, role, at);
    for (const block of blocks) {
      checkText(block, at);
      if (block.type === 'thinking' && typeof block.signature !== 'string')
        problems.push(`${at} has thinking without a signature`);
      if (block.type !== 'tool_use') continue;
      const id = String(block.id);
      if (role !== 'assistant') problems.push(`${at} uses a tool but is not the assistant's`);
      if (!/^[a-zA-Z0-9_-]+$/.test(id)) problems.push(`${at} has an id with characters the API refuses`);
      if (ids.has(id)) problems.push(`${at} uses the id ${id} again`);
      if (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
        problems.push(`${at} has an input that is no object`);
      ids.add(id);
      open.add(id);
    }
  });
  for (const id of open) problems.push(`tool use ${id} has no result`);
  const last = prompt.messages.at(-1) as Fields | undefined;
  if (last?.role === 'assistant' && /\s$/u.test(endOf(last.content)))
    problems.push('the last message ends in white space');
  return problems;

  /** A user message must begin with all results of the message before it, and hold no others. */
  function checkResults(blocks: readonly Fields[], role: string, at: string): void {
    let spoken = false;
    for (const block of blocks) {
      if (block.type !== 'tool_result') {
        spoken = true;
        continue;
      }
      if (role !== 'user') problems.push(`${at} has a result but is not the user's`);
      if (spoken) problems.push(`${at} has a result behind other content`);
      if (!open.delete(String(block.tool_use_id)))
        problems.push(`${at} has a result for ${String(block.tool_use_id)}, which is not open`);
      for (const inner of list(block.content)) checkText(inner, `${at} result`);
    }
    for (const id of open) problems.push(`${at} lacks the result of ${id}`);
    open = new Set();
  }

  function checkText(block: Fields, at: string): void {
    if (block.type === 'text' && String(block.text).trim() === '') problems.push(`${at} has an empty text`);
  }
}

/** AI SDK model messages, strict enough for every provider package. */
export function aiSdkProblems(messages: readonly unknown[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  messages.forEach((value, index) => {
    const message = value as Fields;
    const at = `messages[${index}]`;
    const role = String(message.role);
    const parts = list(message.content);
    if (role !== 'tool') {
      for (const id of open) problems.push(`${at} comes before the result of call ${id}`);
      open = new Set();
    }
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) problems.push(`${at}.role is ${role}`);
    if (role === 'system' && typeof message.content !== 'string') problems.push(`${at} must be a string`);
    if (!hasContent(message.content)) problems.push(`${at} is empty`);
    for (const part of parts) {
      const id = String(part.toolCallId);
      if (part.type === 'tool-call') {
        if (role !== 'assistant') problems.push(`${at} calls a tool but is not the assistant's`);
        if (open.has(id)) problems.push(`${at} calls ${id} twice`);
        open.add(id);
      } else if (part.type === 'tool-result') {
        if (role !== 'tool' && role !== 'assistant') problems.push(`${at} has a result in a ${role} message`);
        if (!open.delete(id)) problems.push(`${at} answers no open call (${id})`);
      } else if (role === 'tool' && part.type !== 'tool-approval-response') {
        problems.push(`${at} has ${String(part.type)} in a tool message`);
      }
    }
  });
  for (const id of open) problems.push(`call ${id} has no result`);
  return problems;
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : [];
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : false;
}

function endOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const last = list(content).at(-1);
  return last?.type === 'text' ? String(last.text) : '';
}
