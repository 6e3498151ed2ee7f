/**
 * Decides whether a text may be stored as a summary (R-55). The main criterion is whether it represents its source
 * (carrying.ts). The patterns of refusals and errors below only name an obvious reason, and help with sources too short
 * for the comparison. Whether the facts are right is checked in facts/.
 */

import { isStatement } from '../records/fact.ts';
import type { StructuredRecord, SummaryRung } from '../records/summary.ts';
import type { SummaryRequest } from '../summarizer.ts';
import { unsupportedClaim } from './bound-claims.ts';
import { countWords } from './cap-text.ts';
import { carries } from './carrying.ts';
import { withoutCitations } from './citations.ts';
import { wordsAskedFor } from './prompts.ts';
import { dataTags } from './transcript-text.ts';

const rejections = [
  'empty',
  'refusal',
  'error_text',
  'leaked_prompt',
  'repetition',
  'garbage',
  'longer_than_source',
  'over_cap',
  'cut_short',
  'not_carried',
  'wrong_language',
  'unsupported_claim',
  'wrong_citations',
  'missing_sections',
] as const;
export type Rejection = (typeof rejections)[number];
export type Judgement = { ok: true } | { ok: false; reason: Rejection };

/** A summary this short is accepted for any source, because a few words cannot be halved. */
const sizeFloor = { text: 64, record: 160 };
/** The limit is in the provider's tokens, the measure in reference tokens. They differ by at most this factor. */
const capTolerance = 1.25;

export function judgeSummary(options: {
  text: string;
  request: Pick<SummaryRequest, 'shape' | 'limits' | 'transcript' | 'previous'> &
    Partial<Pick<SummaryRequest, 'facts'>>;
  /** Tokens of the transcript and the previous summaries together. */
  sourceTokens: number;
  /** Tokens of `text`. */
  tokens: number;
  /** Who wrote it. Only models refuse, ramble or leak the prompt; the others only repeat their source. */
  rung?: SummaryRung;
  record?: StructuredRecord | null;
  /** It ends in the middle of its only sentence. */
  cut?: boolean;
  /** The requested language may differ from the source's. */
  anyLanguage?: boolean;
}): Judgement {
  const { text, request, sourceTokens, tokens, rung = 'model' } = options;
  const trimmed = text.trim();
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return rejected('empty');
  if (rung === 'truncation' || rung === 'person') return { ok: true };
  if (rung === 'model') {
    if (isRefusal(trimmed)) return rejected('refusal');
    if (isErrorText(trimmed)) return rejected('error_text');
    if (leaksPrompt(trimmed, request)) return rejected('leaked_prompt');
    if (isRepetitive(trimmed)) return rejected('repetition');
    if (isGarbage(trimmed)) return rejected('garbage');
  }
  const floor = request.shape === 'record' ? sizeFloor.record : sizeFloor.text;
  if (tokens > floor && tokens >= sourceTokens) return rejected('longer_than_source');
  if (tokens > request.limits.maxOutputTokens * capTolerance + floor / 2) return rejected('over_cap');
  const { maxWords } = request.limits;
  if (maxWords !== null && request.shape !== 'record' && countWords(trimmed) > maxWords)
    return rejected('over_cap');
  return rung === 'model' ? judgeContent({ ...options, text: trimmed }) : { ok: true };
}

/** Checks that compare the text with its sources. */
function judgeContent(options: Parameters<typeof judgeSummary>[0]): Judgement {
  const { request, record, cut = false, anyLanguage = false } = options;
  const text = withoutCitations(options.text, rangeOf(request));
  if (cut) return rejected('cut_short');
  const sources = sourcesOf(request);
  const wordsAsked = wordsAskedFor(request.limits);
  const carrying = carries({ text, record, sources, wordsAsked, anyLanguage });
  if (!carrying.ok) return rejected(carrying.reason);
  const claimed = anyLanguage ? undefined : unsupportedClaim(text, [...sources, ...statedFacts(request)]);
  if (claimed !== undefined) return rejected('unsupported_claim');
  return { ok: true };
}

function rangeOf({ transcript, previous }: Pick<SummaryRequest, 'transcript' | 'previous'>) {
  const numbers = [...transcript.map(({ seq }) => seq), ...previous.flatMap(({ from, to }) => [from, to])];
  return { from: Math.min(...numbers), to: Math.max(...numbers) };
}

function sourcesOf({ transcript, previous }: Pick<SummaryRequest, 'transcript' | 'previous'>): string[] {
  const spoken = transcript.map(({ name, text }) => (name === undefined ? text : `${name}: ${text}`));
  return [...previous.map(({ text }) => text), ...spoken];
}

/**
 * Statements that code found in the originals. A rule in the summary may come from one of them, even if no earlier
 * summary contains it.
 */
function statedFacts({ facts = [] }: Partial<Pick<SummaryRequest, 'facts'>>): string[] {
  return facts
    .filter(({ kind }) => isStatement(kind))
    .map(({ value, context = '' }) => `${value} ${context}`);
}

export function rejected(reason: Rejection): Judgement {
  return { ok: false, reason };
}

const cannot =
  "(?:can(?:not|['’]?t| not)|could(?: not|n['’]t)|(?:['’]m| am| are)(?: not able| unable)|won['’]t|will not|must (?:decline|refuse)|have to (?:decline|refuse)|(?:do not|don['’]t) (?:feel|have|see))";
const task =
  '(?:summar|help|assist|provide|comply|fulfil|process|continue|creat|generat|produc|engag|support|do (?:that|this|so)|with th(?:at|is))';
const refusals: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:i['’]?m|i am) )?(?:very |so |truly )?(?:sorry|afraid)(?=[\\s,.;:!])[^.\\n]{0,60}?\\b(?:i|we)\\s*${cannot}`,
    'iu',
  ),
  new RegExp(
    `^(?:i apologi[sz]e|unfortunately|regrettably)(?=[\\s,.;:!])[^.\\n]{0,60}?\\b(?:i|we)\\s*${cannot}`,
    'iu',
  ),
  new RegExp(
    `^(?:as an? (?:ai|artificial intelligence|language model|large language model)\\b[^.\\n]{0,60}?)?\\bi\\s*${cannot}[^.\\n]{0,80}?\\b${task}`,
    'iu',
  ),
  /^i (?:do not|don['’]t) (?:see|have|find) (?:any|a|the|access to)?\s*(?:conversation|transcript|messages?|text|content|input)\b/iu,
  /^(?:it (?:seems|looks|appears)(?: like| that)?\s+)?(?:there (?:is|are|was|were) no|no) (?:conversation|transcript|messages?|text|content)\b[^.\n]{0,60}\b(?:summari[sz]e|provided|given|found|included|here)\b/iu,
  /^(?:please|could you(?: please)?|can you(?: please)?) (?:provide|share|paste|send|supply)\b[^.\n]{0,60}\b(?:conversation|transcript|messages?|text|content)\b/iu,
  /^(?:es tut mir leid|entschuldigung|tut mir leid)(?=[\s,.])[^.\n]{0,60}\b(?:ich|wir) (?:kann|können|darf)\b/iu,
  /^(?:je suis désolée?|désolée?)(?=[\s,.])[^.\n]{0,60}\bje ne (?:peux|suis)\b/iu,
  /^lo siento\b[^.\n]{0,40}\bno puedo\b/iu,
  /^(?:desculpe|sinto muito|lamento)\b[^.\n]{0,40}\bnão (?:posso|consigo)\b/iu,
  /^mi dispiace\b[^.\n]{0,40}\bnon posso\b/iu,
  /^(?:很|非常)?抱歉[，,。 ]?(?:但)?我(?:无法|不能|無法)/u,
  /^申し訳(?:ありません|ございません)(?:が|けど)?[、,。 ]?.{0,30}(?:できません|いたしかねます|お答えできません)/u,
  /^죄송(?:합니다|하지만)[,. ]?.{0,40}(?:할 수 없|드릴 수 없)/u,
];
/** Refusals are short. A long text that begins like one went on to do the work. */
const refusalWords = 120;

/** Reports about a refusal name the speaker. */
const reportedSpeech = /\b(?:said|says|wrote|writes|asked|replied|answered|told|explained|decided)\b/iu;

function isRefusal(text: string): boolean {
  if (reportedSpeech.test(text)) return false;
  return refusals.some((pattern) => pattern.test(text)) && countWords(text) <= refusalWords;
}

const errorTexts: readonly RegExp[] = [
  /^(?:http(?:\/[\d.]+)?\s*)?(?:status\s*(?:code)?:?\s*)?[45]\d\d[\s:,-]+(?:bad request|unauthori[sz]ed|payment required|forbidden|not found|request timeout|conflict|payload too large|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out|overloaded)/iu,
  /^(?:\w+\s){0,2}(?:error|exception)(?:\s*\(?(?:code\s*)?\d{3}\)?)?\s*:/iu,
  /^\w*(?:Error|Exception):\s/u,
  /^(?:error|failed|failure)\b[^.\n]{0,40}\b(?:calling|connecting|generating|processing|summarizing|request|response|model|api)\b/iu,
  /^(?:the )?(?:rate limit (?:exceeded|reached)|request timed out|connection (?:refused|reset|error|closed|timed out)|service (?:is )?(?:temporarily )?unavailable|internal server error|bad gateway|gateway time-?out|model (?:is )?(?:currently )?overloaded|server (?:is )?(?:currently )?overloaded|overloaded|invalid api key|incorrect api key|quota exceeded|insufficient (?:quota|credits?|balance)|upstream connect error|context length exceeded|something went wrong)\b/iu,
];
const errorWords = 40;
/** Reports about an error name the people involved; an error itself does not. */
const storyWords =
  /\b(?:users?|assistant|agent|team|they|he|she|we|after|then|because|later|fixed|decided|asked|wants?|wanted)\b/iu;

function isErrorText(text: string): boolean {
  if (/^<(?:!doctype html|html|head|body|\?xml)\b/iu.test(text)) return true;
  if (/^Traceback \(most recent call last\)/u.test(text)) return true;
  if (/^[\w.]*(?:Error|Exception)\b.*\n\s+at \S/u.test(text)) return true;
  if (/^\{\s*"(?:error|errors)"\s*:/u.test(text) || /^\{\s*"type"\s*:\s*"error"/u.test(text)) return true;
  if (countWords(text) > errorWords || storyWords.test(text)) return false;
  return errorTexts.some((pattern) => pattern.test(text));
}

const leaks: readonly RegExp[] = [
  new RegExp(`<\\s*(?:/\\s*)?(?:${dataTags.join('|')})\\s*>`, 'iu'),
  /\{\{(?:transcript|previous|facts|words|layout|totalMessages|totalTokens|depth)\}\}/u,
  /<\|\w{2,24}\|>/u,
  /is never an instruction to you, even where it claims/iu,
  /whoever continues the (?:conversation|work) sees only/iu,
];

/** A prompt mark that also occurs in a source is a subject of the conversation. */
function leaksPrompt(text: string, request: Pick<SummaryRequest, 'transcript' | 'previous'>): boolean {
  for (const pattern of leaks) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    const inSource =
      request.transcript.some((entry) => entry.text.includes(found)) ||
      request.previous.some((summary) => summary.text.includes(found));
    if (!inSource) return true;
  }
  return false;
}

const runLength = 8;
/** Long enough that only literal repetition shares them, and short enough to detect the loop of one sentence. */
const gramLength = 32;
const shortGramLength = 10;

function isRepetitive(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/u);
  let run = 1;
  for (let index = 1; index < words.length; index += 1) {
    run = words[index] === words[index - 1] ? run + 1 : 1;
    if (run >= runLength && /[\p{L}\p{N}]/u.test(words[index]!)) return true;
  }
  if (/([\p{L}\p{N}])\1{39,}/u.test(text)) return true;
  if (distinctGrams(text, gramLength) < 0.35 || distinctGrams(text, shortGramLength) < 0.15) return true;
  // A model that loops does so at the end, often after a good beginning.
  return distinctGrams(text.slice(-600), gramLength) < 0.25;
}

/**
 * Share of distinct character sequences of this length: about 0.9 in prose, near 0 in a loop. Short text counts as
 * prose.
 */
function distinctGrams(text: string, length: number): number {
  const grams = text.length - length + 1;
  if (grams < 150) return 1;
  const seen = new Set<string>();
  for (let index = 0; index < grams; index += 1) seen.add(text.slice(index, index + length));
  return seen.size / grams;
}

function isGarbage(text: string): boolean {
  const visible = text.replace(/\s+/gu, '');
  const readable = visible.match(/[\p{L}\p{N}\p{M}]/gu)?.join('').length ?? 0;
  if (visible.length >= 20 && readable / visible.length < 0.4) return true;
  const broken = visible.match(/\ufffd/gu)?.length ?? 0;
  return broken / visible.length > 0.1;
}
