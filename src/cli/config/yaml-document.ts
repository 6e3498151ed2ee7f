/** Parses YAML and JSON, with the line of every key. Loaded only if there is such a file. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type ConfigDocument, SyntaxProblem } from './document.ts';

export function parseYamlDocument(text: string): ConfigDocument {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number | undefined) =>
    offset === undefined ? undefined : lineCounter.linePos(offset).line;
  let value: unknown;
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const [start, end] = problem.pos;
    const twice = problem.code === 'DUPLICATE_KEY' && /^[^\s:]+/u.exec(text.slice(start, end + 60))?.[0];
    throw new SyntaxProblem(twice ? `${twice} is there twice.` : sentence(problem.message), lineAt(start));
  }
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new SyntaxProblem(sentence(error instanceof Error ? error.message : String(error)));
  }
  return {
    value,
    lineOf(path) {
      let node: unknown = document.contents;
      let line: number | undefined;
      for (const key of path) {
        if (isMap(node)) {
          const pair = node.items.find(
            (item) => (isScalar(item.key) ? String(item.key.value) : item.key) === key,
          );
          line = isScalar(pair?.key) ? lineAt(pair.key.range?.[0]) : undefined;
          node = pair?.value;
        } else if (isSeq(node)) {
          node = node.items[Number(key)];
          line = lineAt((node as { range?: [number, number, number] } | undefined)?.range?.[0]);
        } else return line;
      }
      return line;
    },
  };
}

function sentence(message: string): string {
  return `${message.split('\n')[0]!.replace(/[.:]$/u, '')}.`;
}
