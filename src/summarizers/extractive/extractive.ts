/**
 * The built-in summarizer: chooses the sentences that matter and retells them in the third person. No model, no
 * network; the same request always gives the same summary. Reads input of any size, so it needs no splitting.
 */

import { checkOptions, readGiven } from '../../input/foreign-values.ts';
import { recordOfProse } from '../../records/summary.ts';
import { type Runtime, systemRuntime } from '../../runtime.ts';
import type { Summarizer, SummaryRequest } from '../../summarizer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import { type Composed, writtenByCode } from '../written-by-code.ts';
import { composeBullets } from './bullets.ts';
import { narrateSentence } from './candidates.ts';
import { composeProse } from './composition.ts';
import { type Material, materialOf } from './material.ts';
import { composeRecord } from './record.ts';
import { meterFor } from './size.ts';

export type ExtractiveOptions = { counter?: TokenCounter; runtime?: Pick<Runtime, 'now'> };

/** Does the work of one summary, here or in a worker thread. */
export type Compose = (request: SummaryRequest) => Promise<Composed>;

const name = 'extractive';
const promptVersion = 'extractive@1';
/** The longest that fits is used: a range of emptied messages leaves its summary room for a word. */
const nothingSaid = ['Nothing was said in this part of the conversation.', 'Nothing was said.', 'Nothing.'];

/** Summarizers that count with the built-in tokenizer, which every worker thread has. */
const portable = new WeakMap<Summarizer, ExtractiveOptions>();

export function extractive(options: ExtractiveOptions = {}): Summarizer {
  return readGiven('options', () => {
    checkOptions<ExtractiveOptions>(options, { counter: null, runtime: null });
    const summarizer = createExtractive(options);
    if (options.counter === undefined) portable.set(summarizer, { ...options });
    return summarizer;
  });
}

/** The same summarizer with its work done by `compose`. Any other summarizer is returned unchanged. */
export function composedBy(summarizer: Summarizer, compose: Compose): Summarizer {
  const options = portable.get(summarizer);
  return options ? createExtractive({ ...options, compose }) : summarizer;
}

export function createExtractive({
  counter = createTokenCounter(),
  runtime = systemRuntime,
  compose = (request) => composeExtract(request, counter),
}: ExtractiveOptions & { compose?: Compose }): Summarizer {
  return writtenByCode({ name, rung: 'extractive', promptVersion, runtime, compose });
}

export async function composeExtract(request: SummaryRequest, counter: TokenCounter): Promise<Composed> {
  const sources = [...request.previous, ...request.transcript];
  if (sources.every(({ text }) => !/\S/u.test(text))) return withoutSpeech(request, counter);
  const material = await materialOf(request, counter);
  request.signal.throwIfAborted();
  const { meter } = material;
  if (request.shape === 'record')
    return composeRecord(material, () => meter.cut(openingOf(material, sources)));
  const text = request.shape === 'bullets' ? composeBullets(material) : composeProse(material, request.shape);
  return { text: meter.cut(text === '' ? openingOf(material, sources) : text), record: null };
}

/** For sources without a sentence worth choosing (greetings, only code), or if none fits: the beginning, as written. */
function openingOf({ document, meter }: Material, sources: readonly { text: string }[]): string {
  const opening = document.sentences
    .slice(0, 50)
    .map((sentence) => narrateSentence(sentence, document)?.narrated ?? sentence.text)
    .join(' ');
  if (opening !== '' && meter.fits(opening)) return opening;
  const source =
    opening === '' ? sources.find(({ text }) => /\S/u.test(text))!.text : document.sentences[0]!.text;
  return source.slice(0, 4_000).toWellFormed().replace(/\s+/gu, ' ').trim();
}

function withoutSpeech({ limits, shape }: SummaryRequest, counter: TokenCounter): Composed {
  const limit = { tokens: limits.targetTokens, words: limits.maxWords ?? Number.POSITIVE_INFINITY };
  const meter = meterFor(counter, limit);
  const texts = nothingSaid.map((text) => (shape === 'bullets' ? `- ${text}` : text));
  const text = texts.find(meter.fits) ?? meter.cut(texts.at(-1)!);
  if (shape !== 'record') return { text, record: null };
  return { text, record: recordOfProse(text) };
}
