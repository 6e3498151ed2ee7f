/** The input of the ranking: the sentences of a request in order, each with speaker, act and terms. */

import { whoseWords } from '../../facts/own-words/own-words.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import type { SummaryRequest } from '../../summarizer.ts';
import { isProse } from '../../text/code.ts';
import { detectLanguage } from '../../text/language.ts';
import { stopWordsOf } from '../../text/stop-words.ts';
import { type Act, actOf } from './acts.ts';
import { cleanSpeech, type SpeechHabits, speechHabits, withoutMarks } from './cleaning.ts';
import { type Exchanges, exchangesOf } from './exchanges.ts';
import type { Earlier } from './previous.ts';
import { isLowSurrogate, sentencesOf } from './sentences.ts';
import { type TermOptions, termsOf } from './terms.ts';
import { conversationOf, type Speaker, type Turn } from './turns.ts';

export type Sentence = {
  index: number;
  turn: number;
  speaker: Speaker | null;
  /** The person meant by "you": the other one of two, otherwise nobody in particular. */
  addressee: Speaker | null;
  text: string;
  kind: 'prose' | 'report' | 'previous';
  /** A heading, or a piece of a longer quotation, which is not reworded. */
  verbatim: boolean;
  act: Act;
  /** Its heading in an older summary. */
  label: string | null;
  /** Distinct terms. */
  terms: string[];
};

export type Document = {
  sentences: Sentence[];
  speakers: Speaker[];
  /** Names of the speakers who have one; empty for a crowd. */
  names: string[];
  language: string;
  english: boolean;
  /** Whether there is a stop list for the language. */
  listedLanguage: boolean;
  /** Spoken rather than written, with the hesitations of speech. */
  spoken: boolean;
  /** Words that also occur in lower case inside sentences, so they are not names. */
  commonWords: Set<string>;
  exchanges: Exchanges;
};

const sampleLength = 60_000;
/** Longer turns are worked on in parts of this size. */
const sliceCharacters = 30_000;
/** Characters between two pauses: a few milliseconds of work, the first time some ten. */
const pauseCharacters = 3_000;

/** The acts that lines of output and fenced text can have. They have no speaker, so they cannot ask, decide or promise. */
const reported: ReadonlySet<Act> = new Set(['statement', 'finding', 'problem', 'smalltalk']);

/** The sentences read so far, and what every further one is read with. */
type Reading = {
  english: boolean;
  habits: SpeechHabits;
  termOptions: TermOptions;
  sentences: Sentence[];
  commonWords: Set<string>;
};

export async function documentOf(
  request: Pick<SummaryRequest, 'previous' | 'transcript' | 'signal'>,
  earlier: Pick<Earlier, 'sentences'>,
): Promise<Document> {
  const { turns, speakers } = conversationOf(request.transcript);
  const previousText = request.previous.map(({ text }) => text).join('\n');
  const sample = sampleOf(turns, previousText);
  const language = detectLanguage(sample);
  const english = language === 'en';
  const habits = speechHabits(sample, { english });
  const termOptions = { stopWords: stopWordsOf(language), english };
  const reading: Reading = { english, habits, termOptions, sentences: [], commonWords: new Set() };
  for (const { text, act, label } of earlier.sentences) {
    const kind = 'previous';
    addSentence(
      reading,
      { turn: -1, speaker: null, addressee: null, text, kind, verbatim: true, label },
      act,
    );
  }
  const wordless = await readTurns(reading, { turns, speakers, signal: request.signal });
  const { sentences, commonWords } = reading;
  const persons = speakers.filter(({ kind }) => kind === 'person').map(({ name }) => name);
  const names = persons.length <= 12 ? persons : [];
  return {
    sentences,
    speakers,
    names,
    language,
    english,
    listedLanguage: language !== 'other',
    spoken: habits.spoken,
    commonWords,
    exchanges: exchangesOf(sentences, wordless),
  };
}

/** Adds the sentences of all turns. Returns the speakers of turns without a sentence but with a figure or a name. */
async function readTurns(
  reading: Reading,
  { turns, speakers, signal }: { turns: readonly Turn[]; speakers: readonly Speaker[]; signal: AbortSignal },
): Promise<Map<number, Speaker>> {
  const { sentences } = reading;
  const wordless = new Map<number, Speaker>();
  let sincePause = 0;
  for (const [index, turn] of turns.entries()) {
    if (turn.speaker.kind === 'system') continue;
    const before = sentences.length;
    const addressee = otherOf(speakers, turn.speaker);
    for (const part of partsOf(turn.text)) {
      addPart(reading, withoutMarks(part), { turn: index, speaker: turn.speaker, addressee, label: null });
      sincePause += part.length;
      if (sincePause < pauseCharacters) continue;
      sincePause = 0;
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    if (sentences.length === before && turn.speaker.kind !== 'tool' && isShortAnswer(turn.text))
      wordless.set(index, turn.speaker);
  }
  return wordless;
}

/** Adds the sentences of one part of a turn. */
function addPart(
  reading: Reading,
  part: string,
  { speaker, ...place }: Pick<Sentence, 'turn' | 'addressee' | 'label'> & { speaker: Speaker },
): void {
  const { english, habits, commonWords } = reading;
  const whose = speaker.kind === 'user' ? whoseWords(part) : undefined;
  const options = {
    tool: speaker.kind === 'tool',
    ordinalDots: !english,
    ...(whose && { isForeign: (start: number) => whose(start) === 'foreign' }),
  };
  for (const { text, ...sentence } of sentencesOf(part, options)) {
    const isProseSentence = sentence.kind === 'prose';
    const clean = isProseSentence ? cleanSpeech(text, habits) : text;
    if (!/[\p{L}\p{N}]/u.test(clean) || (isProseSentence && !isProse(clean))) continue;
    for (const word of clean.matchAll(/(?<=\s)\p{Ll}\p{L}+/gu)) commonWords.add(word[0]);
    addSentence(reading, { ...place, ...sentence, speaker, text: clean });
  }
}

function addSentence(
  { english, termOptions, sentences }: Reading,
  { foreign = false, ...sentence }: Omit<Sentence, 'index' | 'act' | 'terms'> & { foreign?: boolean },
  knownAct: Act | null = null,
): void {
  const terms = [...new Set(termsOf(sentence.text, termOptions))];
  const likelyAct =
    knownAct ?? actOf(sentence.text, terms.length, { english, role: roleOf(sentence.speaker) });
  const isReported = foreign || sentence.kind === 'report';
  const act = isReported && !reported.has(likelyAct) ? 'statement' : likelyAct;
  sentences.push({ ...sentence, index: sentences.length, act, terms });
}

/** A short answer such as "31 euros.", but not a tool call or code. */
function isShortAnswer(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && /^[^\n()[\]{}<>=]{1,120}$/u.test(text.trim());
}

function roleOf(speaker: Speaker | null): 'user' | 'assistant' {
  return speaker?.kind === 'assistant' || speaker?.kind === 'tool' ? 'assistant' : 'user';
}

function otherOf(speakers: readonly Speaker[], speaker: Speaker): Speaker | null {
  if (speakers.length !== 2) return null;
  return speakers.find(({ id }) => id !== speaker.id) ?? null;
}

/** Splits very long turns into parts, at the end of a line if possible. */
function* partsOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > sliceCharacters) {
    const line = text.lastIndexOf('\n', start + sliceCharacters);
    const space = line > start ? line : text.lastIndexOf(' ', start + sliceCharacters);
    const cut = start + sliceCharacters;
    const end = space > start ? space : cut - (isLowSurrogate(text.charCodeAt(cut)) ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/** Samples the whole text, because a conversation may change its language. */
function sampleOf(turns: readonly Turn[], previousText: string): string {
  const pieces = [previousText.slice(0, sampleLength / 4)];
  const step = Math.max(1, Math.floor(turns.length / 200));
  let size = 0;
  for (let index = 0; index < turns.length && size < sampleLength; index += step) {
    const turn = turns[index]!;
    if (turn.speaker.kind === 'tool' || turn.speaker.kind === 'system') continue;
    const start = Math.max(0, turn.text.search(/\S/u));
    const piece = turn.text.slice(start, start + 2_000);
    pieces.push(piece.split('\n').filter(isProse).join('\n'));
    size += piece.length;
  }
  return pieces.join('\n');
}
