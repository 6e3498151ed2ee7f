/** Converts reasoning items of the Responses API, both ways. */
import type { JsonObject, Part } from './message.ts';
import {
  extraFor,
  readArray,
  readBlock,
  readString,
  remember,
  rememberedFields,
  restOf,
  type Source,
} from './provider-fields.ts';

const format = 'openai-responses';

export function fromReasoning(item: Source, field: string): Part[] {
  const summary = readArray(item.summary ?? [], `${field}.summary`);
  const content = Array.isArray(item.content) ? item.content : [];
  const own = restOf(item, ['type', 'summary', ...(Array.isArray(item.content) ? ['content'] : [])]) ?? {};
  const blocks = [
    ...summary.map((block, index) => ({ list: 'summary', block, place: `${field}.summary[${index}]` })),
    ...content.map((block, index) => ({ list: 'content', block, place: `${field}.content[${index}]` })),
  ];
  const lists = {
    summary: item.summary === undefined ? 'absent' : undefined,
    content: Array.isArray(item.content) ? true : undefined,
  };
  if (blocks.length === 0) {
    const notes = { item: own, empty: true, ...lists };
    return [{ type: 'reasoning', text: '', ...extraFor(format, remember({}, [], notes)) }];
  }
  return blocks.map(({ list, block, place }, index): Part => {
    const source = readBlock(block, place, ['summary_text', 'reasoning_text']);
    const usual = list === 'summary' ? 'summary_text' : 'reasoning_text';
    const notes = {
      ...(index === 0 ? { item: own, ...lists } : { same: true }),
      list: list === 'content' ? list : undefined,
      block: source.type === usual ? undefined : source.type,
    };
    return {
      type: 'reasoning',
      text: readString(source.text, `${place}.text`),
      ...extraFor(format, remember(source, ['type', 'text'], notes)),
    };
  });
}

export function startReasoning(notes: JsonObject): Record<string, unknown> {
  return {
    ...(notes.item as object | undefined),
    type: 'reasoning',
    ...(notes.summary !== 'absent' && { summary: [] }),
    ...(notes.content === true && { content: [] }),
  };
}

export function addReasoning(item: Record<string, unknown>, part: Part & { type: 'reasoning' }): void {
  const { fields, notes } = rememberedFields(part, format);
  const list = notes.list === 'content' ? 'content' : 'summary';
  const usual = list === 'summary' ? 'summary_text' : 'reasoning_text';
  const block = { ...fields, type: typeof notes.block === 'string' ? notes.block : usual, text: part.text };
  item[list] = [...((item[list] as Source[] | undefined) ?? []), block];
}
