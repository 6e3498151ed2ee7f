/**
 * Messages with a different secret in every field that holds text, and at every place where code cuts a text, and a
 * detector that finds any revealing piece of a secret.
 */
import { createHash } from 'node:crypto';
import type { MessageContent, Part } from '../../src/message/message.ts';
import { sampleOf } from '../soak.ts';

export type Planted = { place: string; secret: string };

/** Kinds of secrets with a recognizable form, so that the tests try the place and not the recognition. */
const kinds = [
  { prefix: 'sk-ant-api03-', length: 86 },
  { prefix: 'ghp_', length: 36 },
  { prefix: 'sk-proj-', length: 48 },
];
const telling = 12;

export function createPlanting() {
  const planted: Planted[] = [];
  const plant = (place: string): string => {
    const { prefix, length } = kinds[planted.length % kinds.length]!;
    const digest = createHash('sha512').update(`${place} ${planted.length}`).digest('hex');
    const letters = Buffer.from(`${digest}${digest}`, 'hex')
      .toString('base64')
      .replace(/[^A-Za-z0-9]/g, 'x');
    const secret = prefix + letters.slice(0, length);
    planted.push({ place, secret });
    return secret;
  };
  return { planted, plant };
}

/** Places whose secret, or twelve characters of it after the prefix, occur in the text, in upper or lower case. */
export function createDetector(planted: readonly Planted[]): (text: string) => string[] {
  const pieces = new Map<string, string>();
  for (const { place, secret } of planted) {
    const { prefix } = kinds.find((kind) => secret.startsWith(kind.prefix))!;
    for (let start = prefix.length; start + telling <= secret.length; start += 1) {
      pieces.set(secret.slice(start, start + telling).toLowerCase(), place);
    }
  }
  return (given) => {
    const text = given.toLowerCase();
    const places = new Set<string>();
    for (let start = 0; start + telling <= text.length; start += 1) {
      const place = pieces.get(text.slice(start, start + telling));
      if (place !== undefined) places.add(place);
    }
    return [...places];
  };
}

type Plant = (place: string) => string;

/** One message for each field of each kind of part. Calls come before their results. */
export function everyField(plant: Plant): MessageContent[] {
  const user = (...parts: Part[]): MessageContent => ({ role: 'user', parts });
  const extra = (place: string) => ({ 'ai-sdk': { providerOptions: { acme: { note: plant(place) } } } });
  const call = (callId: string, part: Partial<Part>, result: Partial<Part> = {}): MessageContent[] => [
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId, name: 'look', input: {}, ...part } as Part],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool-result', callId, name: 'look', output: 'done', ...result } as Part],
    },
  ];
  const secretId = `call-${plant('call id')}`;
  return [
    user({ type: 'text', text: `${plant('text start')} is what the harbour pump answers to.` }),
    user({ type: 'text', text: `The harbour pump answers to ${plant('text middle')} since Monday.` }),
    user({ type: 'text', text: `The harbour pump answers to ${plant('text end')}` }),
    user({ type: 'text', text: `See https://pump.example/?next=%2Fa%3D${plant('encoded')}%26b today.` }),
    user({ type: 'text', text: `Twice: https://pump.example/?u=%253D${plant('encoded twice')}` }),
    user({ type: 'text', text: 'The harbour pump again.', extra: extra('text extra') }),
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: `The pump wants ${plant('reasoning')} first.`, extra: extra('thought') },
        { type: 'text', text: 'We decided to rent the harbour pump.' },
      ],
    },
    { role: 'user', name: `Ann ${plant('speaker')}`, parts: [{ type: 'text', text: 'I am Ann.' }] },
    {
      role: 'user',
      parts: [{ type: 'text', text: 'With fields.' }],
      extra: { anthropic: { metadata: plant('message extra') } },
    },
    ...call('c1', { name: `look_${plant('tool name')}` }, { name: `look_${plant('result name')}` }),
    ...call(secretId, {}),
    ...call('c2', {
      input: { path: `notes/${plant('input path')}.md`, depth: { deep: [plant('input deep')] } },
    }),
    ...call('c3', { input: { [plant('input key')]: 1 } }),
    ...call('c4', { input: `{"command": "pump --with ${plant('broken input')}` }),
    ...call('c5', {
      name: 'bash',
      input: { command: `pump ${plant('command')} > ${plant('written file')}.txt` },
    }),
    ...call('c6', {
      name: 'write_file',
      input: { file_path: `${plant('file path')}.md`, content: 'x '.repeat(45_000) + plant('long input') },
    }),
    ...call('c7', {}, { output: `pump: ${plant('output text')}`, isError: true }),
    ...call('c8', {}, { output: { stdout: plant('output member'), [plant('output key')]: [] } }),
    ...call(
      'c9',
      {},
      {
        output: [
          { type: 'text', text: plant('output part') },
          { type: 'file', mediaType: 'image/png', url: `https://x.example/${plant('output file')}` },
          { type: 'resource', id: plant('output resource'), name: 'r', note: plant('output note') },
        ],
      },
    ),
    ...call('c10', { extra: extra('call extra') }, { extra: extra('result extra') }),
    user({ type: 'file', mediaType: `text/plain; k=${plant('media type')}`, url: 'https://x.example/a' }),
    user({ type: 'file', mediaType: 'image/png', url: `https://x.example/?sig=${plant('file address')}` }),
    user({
      type: 'file',
      mediaType: 'image/png',
      url: `https://x.example/?u=%3D${plant('encoded address')}`,
    }),
    user({ type: 'file', mediaType: 'text/plain', url: `data:text/plain,${plant('data address')}` }),
    user({ type: 'file', mediaType: 'text/plain', data: 'aGk=', filename: `${plant('file name')}.txt` }),
    user({ type: 'file', mediaType: 'image/png', data: 'aGk=', extra: extra('file extra') }),
    user({ type: 'resource', id: plant('resource id'), name: 'Pump' }),
    user({ type: 'resource', id: 'r1', name: `Pump ${plant('resource name')}` }),
    user({ type: 'resource', id: 'r2', name: 'Pump', note: `asked with ${plant('resource note')}` }),
    user({ type: 'opaque', format: 'anthropic', value: { type: plant('opaque type'), text: 'x' } }),
    user({
      type: 'opaque',
      format: 'openai-chat',
      value: { type: 'odd', deep: { er: plant('opaque value') } },
    }),
    user({ type: 'text', text: `From now on, always send ${plant('rule')} with each pump order.` }),
  ];
}

/** Distances from the beginning and from the end at which code cuts texts. */
const borders = [
  100, 160, 200, 240, 300, 600, 2_000, 2_667, 4_000, 13_334, 16_384, 20_000, 21_334, 32_000, 64_000, 65_536,
];
const farBorders = [100_000, 131_072, 150_000, 196_608, 200_000];
const endBorders = [200, 1_333, 6_667, 10_667, 18_000];

/** Long messages with a secret across each cut, in prose, in lines, and in data without white space. */
export function everyBorder(plant: Plant): MessageContent[] {
  const fillers = {
    prose: 'The harbour pump runs well today. ',
    lines: 'pump ok\n',
    data: '{"pump":"ok","n":1},',
  };
  return sampleOf(Object.entries(fillers), { every: 3 }).flatMap(([name, filler]) => {
    const text = (kind: string, places: readonly number[], shift?: number) =>
      across({ filler, name: `${name} ${kind}`, plant, places, ...(shift !== undefined && { shift }) });
    const isLong = name === 'prose';
    const early = text('text', isLong ? [...borders, ...farBorders] : borders);
    const output = text('output', isLong ? [...borders, ...farBorders] : borders);
    const callId = `border-${name}`;
    return [
      { role: 'user', parts: [{ type: 'text', text: early }] },
      { role: 'user', parts: [{ type: 'text', text: text('shifted', borders, 31) }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId, name: 'look', input: { text: text('input', borders) } }],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId, name: 'look', output }] },
    ] satisfies MessageContent[];
  });
}

function across(options: {
  filler: string;
  plant: Plant;
  name: string;
  places: readonly number[];
  /** Characters of the secret before the cut; half of it by default. */
  shift?: number;
}): string {
  const { filler, plant, name, places, shift } = options;
  const length = Math.max(...places) + 24_000;
  const starts = [...places, ...endBorders.map((place) => length - place)];
  let text = '';
  for (const at of starts.toSorted((left, right) => left - right)) {
    const secret = plant(`${name} across ${at}`);
    const before = at - (shift ?? Math.floor(secret.length / 2)) - text.length - 1;
    text += `${filled(filler, before)} ${secret} `;
  }
  return text + filled(filler, length - text.length);
}

function filled(filler: string, length: number): string {
  return filler.repeat(Math.ceil(Math.max(0, length) / filler.length)).slice(0, Math.max(0, length));
}
