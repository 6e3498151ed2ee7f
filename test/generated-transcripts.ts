/** Transcripts of any size, generated while they are read, for tests and benchmarks. They are the same every time. */

const words =
  'the migration of the orders runs at night because nobody writes then and the index on customer_id is built before the foreign key is checked'.split(
    ' ',
  );

function createWriter(): (count: number) => string {
  let seed = 1;
  return (count) => {
    const text: string[] = [];
    for (let index = 0; index < count; index += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      text.push(words[seed % words.length]!);
    }
    return text.join(' ');
  };
}

export type Size = { messages?: number; characters?: number; longText?: boolean };

/** A session of Claude Code, where every third answer is spread over two lines. */
export function* claudeLines({
  messages = Number.POSITIVE_INFINITY,
  characters = Number.POSITIVE_INFINITY,
  longText = false,
}: Size): Generator<string> {
  const write = createWriter();
  const long = longText ? 20 : 1;
  let written = 0;
  for (let number = 1; number <= messages && written < characters; number += 1) {
    const isUser = number % 2 === 1;
    const line = (uuid: string, text: string) => {
      const message = isUser
        ? { role: 'user', content: text }
        : { role: 'assistant', id: `msg_${number}`, content: [{ type: 'text', text }] };
      return `${JSON.stringify({
        uuid,
        sessionId: 'generated',
        type: message.role,
        isSidechain: false,
        timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
        message,
      })}\n`;
    };
    const lines = [line(`u${number}`, write((isUser ? 12 : 30) * long))];
    if (!isUser && number % 3 === 0) lines.push(line(`u${number}b`, write(10 * long)));
    for (const text of lines) {
      written += text.length;
      yield text;
    }
  }
}

/** An export of ChatGPT: one JSON document of many conversations. */
export function* chatgptExport({ characters }: { characters: number }): Generator<string> {
  const write = createWriter();
  let written = 0;
  yield '[';
  for (let number = 1; written < characters; number += 1) {
    const mapping: { [id: string]: object } = {};
    for (let turn = 0; turn < 20; turn += 1) {
      const author = { role: turn % 2 === 0 ? 'user' : 'assistant' };
      const content = { content_type: 'text', parts: [write(turn % 2 === 0 ? 40 : 300)] };
      mapping[`n${turn}`] = {
        id: `n${turn}`,
        parent: turn === 0 ? null : `n${turn - 1}`,
        children: turn === 19 ? [] : [`n${turn + 1}`],
        message: { id: `c${number}-n${turn}`, author, content, create_time: 1_700_000_000 + turn },
      };
    }
    const conversation = {
      title: `Conversation ${number}`,
      conversation_id: `c${number}`,
      mapping,
      current_node: 'n19',
    };
    const text = `${number === 1 ? '' : ','}${JSON.stringify(conversation)}`;
    written += text.length;
    yield text;
  }
  yield ']';
}
