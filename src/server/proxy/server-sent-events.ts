/** Reads a stream of server-sent events and reports the data of each, however the bytes are divided. */
export function createEventReader(onData: (data: string) => void): {
  add(bytes: Uint8Array): void;
  end(): void;
} {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];

  const readLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) {
      data.push(line.startsWith('data: ') ? line.slice(6) : line.slice(5));
    }
  };
  const read = (text: string): void => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/u);
    rest = lines.pop()!;
    for (const line of lines) readLine(line);
  };

  return {
    add: (bytes) => read(decoder.decode(bytes, { stream: true })),
    end() {
      read(decoder.decode());
      readLine(rest.replace(/\r$/u, ''));
      readLine('');
      rest = '';
    },
  };
}
