/**
 * Shapes of lines that nobody types in conversation: logs, prompts, listings, tables, headers, headings. Each test
 * reads only the beginning of a line.
 */
import { looksLikeCode } from '../../text/code.ts';

const inspected = 400;

/** `$ npm test`, `bob@host:~/x$ ls`, `>>> print()`, `C:\> dir`, `❯ ls`. */
const prompt =
  /^\s{0,3}(?:[$%❯➜λ]\s+\S|>>>\s|\.\.\.\s\S|(?:\([\w.-]{1,30}\)\s)?[\w.-]{1,40}@[\w.-]{1,60}[\s:~][^\n]{0,80}[$#%>❯]\s|PS\s?[A-Z]:\\|[A-Z]:\\[^\n]{0,120}>|[\w~/.-]{1,60}\s?[$❯]\s\S)/u;

const logLevel = '(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|SEVERE)';
const log = new RegExp(
  [
    String.raw`^\s{0,3}[[(<]?\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ,]|\b)`,
    String.raw`^\s{0,3}[[(<]?\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}[,\s]`,
    String.raw`^\s{0,3}[[(<]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\s?(?:[AaPp]\.?[Mm]\.?)?[\])>]?\s`,
    String.raw`^\s{0,3}[[(<]?\p{L}{3,9}\.? \d{1,2},? (?:\d{4},? )?\d{1,2}:\d{2}`,
    String.raw`^\s{0,3}\d{9,19}(?:\.\d+)?\s`,
    String.raw`^\s{0,3}[[(<|]?${logLevel}\b[\])>|:]?`,
    String.raw`^\s{0,3}(?:[EWIDF]/?\d{0,4}|npm (?:ERR!|WARN|notice)|[\w./-]+:\d+(?::\d+)?:?|\w+Error\b|\w+Exception\b|error|warning|fatal|panic|exception|note|hint|info|debug|failed|fail|pass|ok|stdout|stderr|output|exit code|traceback[^:\n]*|caused by)(?:\[[^\]\n]{0,40}\])?:(?:\s|$)`,
    // Linters and compilers: a place, a code, a level, in columns or before a colon.
    String.raw`^\s{0,8}\d{1,6}:\d{1,5}\s+\S`,
    String.raw`^\s{0,3}\S+\(\d+(?:,\d+)?\):\s`,
    String.raw`^\s{0,3}(?:=\s)?(?:error|warning|hint|help|note|info|suggestion)\s?(?:[A-Z]{1,5}-?\d{2,5}|\[[^\]\n]{1,40}\])?:\s`,
    String.raw`^\s{0,3}\w*Warning:\s`,
    String.raw`^\s{0,3}[A-Z]{1,4}\d{3,5}:?\s`,
    String.raw`^\s{0,8}\S[^\n]{0,120}? {2,}(?:error|warning|warn|info|hint|note|ok|passed|failed|skipped)\b[^\n]{0,200}? {2,}\S`,
  ].join('|'),
  'u',
);

const listing =
  /^\s{0,3}(?:[-dlbcps][rwxsStT-]{9}[.@+]?\s|total \d+\s*$|(?:\.{0,2}\/|~\/|[A-Z]:\\)?[\w.@-]+(?:[/\\][\w.@ -]+)+\/?\s*$|[├└│]|[MADRCU?!]{1,2}\s{1,3}\S+\s*$|(?:modified|deleted|new file|renamed):\s)/u;
const numbered = /^\s{0,8}\d{1,6}\s?(?:[→|│┃:⋮]|\t)/u;
const table = /^\s{0,3}\|.*\||^\s{0,3}[+┌├└╔╠╚][-=─═+┬┼┴]{3,}|\t[^\t]{1,200}\t|\s\|\s.{0,200}\s\|\s/u;
const comment = /^\s{0,12}(?:\/\/|\/\*|\*\/|--\s|;;|#!|#[^\s#]|\+\+\+|@@|\+\s?\S|[*]\s@)/u;

/** Text printed by a machine. */
export function isOutput(line: string): boolean {
  const start = line.slice(0, inspected);
  return log.test(start) || listing.test(start) || numbered.test(start) || table.test(start);
}

export function isPrompt(line: string): boolean {
  return prompt.test(line.slice(0, inspected));
}

export function isCodeLine(line: string): boolean {
  const start = line.slice(0, inspected);
  if (comment.test(start)) return true;
  if (/^[\p{L}\p{M}\p{N}\s,'’.!?"“”:()-]+$/u.test(start)) return false;
  return looksLikeCode(start);
}

/** Columns before the first character; a tab counts as four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line.slice(0, 40)) {
    if (character === '\t') columns += 4;
    else if (character === ' ' || character === '\u00a0') columns += 1;
    else if (character === '\u3000') columns += 2;
    else break;
  }
  return columns;
}

/** `---`, `=====`, `--- BEGIN ---`, `***`: a line that separates texts. */
export function isSeparator(line: string): boolean {
  return /^\s{0,3}(?:([-=_*~#+·•—–])\1{2,}|[-=_*~#+]{3,}[^\p{L}\p{N}]{0,4}[\p{L}\p{N}][^\n]{0,80}?[-=_*~#+]{2,})\s*$/u.test(
    line.slice(0, 200),
  );
}

export function isHeading(line: string): boolean {
  const start = line.slice(0, 200).trim();
  return /^#{1,6}\s+\S/u.test(start) || /^(?:\*\*|__)[^*_\n]{1,100}(?:\*\*|__):?$/u.test(start);
}

/** "Warning! …", "NOTICE: …": notices on things, not said to anybody. */
export function isNotice(line: string): boolean {
  return /^\s{0,3}\W{0,4}(?:warning|notice|caution|attention|danger|beware|disclaimer|achtung|vorsicht|warnung|hinweis|avis|atención|aviso|attenzione|внимание|осторожно|注意|警告|주의|경고)\s?[!:.。！：]/iu.test(
    line.slice(0, 60),
  );
}

/** "1. … 2. …" in one line. */
export function isEnumeration(line: string): boolean {
  return /(?:^|\s)[(]?1[.)]\s.{2,300}?\s[(]?2[.)]\s/u.test(line.slice(0, 1_000));
}

/** A line with only a greeting, such as "Hello,". */
export function isGreeting(line: string): boolean {
  return /^\s{0,3}(?:hi|hello|hey|dear all|hi all|hello all|hallo|guten tag|bonjour|hola|olá|ciao|salve|здравствуйте|привет|您好|你好)(?: (?:all|there|everyone|team))?\s?[,!，！]?\s*$/iu.test(
    line.slice(0, 60),
  );
}

/** Lines that only occur on web pages. */
export function marksPage(line: string): boolean {
  return /©|\ball rights reserved\b|^\s*skip to (?:main )?content|\b(?:cookie|privacy) policy\b|\bterms of (?:use|service)\b|\bsubscribe to (?:our|the) newsletter\b|^\s*(?:read more|share this|published (?:on|by)|posted (?:on|by)|last updated|table of contents)\b|\b\d{1,2} min(?:ute)? read\b|^\s*by \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\s*$/iu.test(
    line.slice(0, inspected),
  );
}

export function isAddress(line: string): boolean {
  return /^\s{0,8}<?(?:https?|ftp|file):\/\/\S+\s*$/iu.test(line.slice(0, 2_000));
}

/** The text after such a line was written to somebody else. */
export function opensMail(line: string): boolean {
  const start = line.slice(0, 300);
  return (
    /^\W{0,12}(?:begin forwarded message|forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré|message d'origine|mensaje (?:reenviado|original)|mensagem (?:encaminhada|original)|messaggio (?:inoltrato|originale)|пересылаемое сообщение|转发的邮件|原始邮件)/iu.test(
      start,
    ) ||
    /^\s{0,3}(?:on|am|le|el|em|il|op)\s.{4,200}\b(?:wrote|schrieb|écrit|escribió|escreveu|ha scritto|schreef)\b.{0,80}[:：]\s*$/iu.test(
      start,
    ) ||
    /^\s{0,3}.{4,120}(?:пишет|написал[аи]?|写道|寫道|のメール)\s?[:：]\s*$/u.test(start)
  );
}

const assistants =
  /^(?:claude|chatgpt|gpt(?:-?\d\S*)?|gemini|copilot|assistant|bot|ai|everthread|there|again|all good|codex|model)$/iu;
const greeting =
  /^\s{0,3}(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|greetings|liebe[rs]?|hallo|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|moin|bonjour|salut|cher|chère|chers|hola|estimad[oa]s?|querid[oa]s?|buenos días|olá|oi|prezad[oa]s?|car[oaei]|ciao|buongiorno|gentile|здравствуйте|привет|уважаем\p{L}{2,4}|дорог\p{L}{2,4})\s+([^,!:\n]{1,60})[,!:]?\s*$/iu;

/** "Dear team," alone on its line begins a letter to others. "Hi Claude," addresses the assistant. */
export function isSalutation(line: string): boolean {
  const match = greeting.exec(line.slice(0, 120));
  return match !== null && !assistants.test(match[1]!.trim());
}

export function isSignOff(line: string): boolean {
  return /^\s{0,3}(?:(?:best|kind|warm|many)?\s?(?:regards|wishes)|best|cheers|sincerely(?: yours)?|yours(?: \w+)?|thanks(?: (?:again|a lot|in advance))?|thank you|many thanks|love|xoxo|(?:mit )?(?:freundlichen|besten|vielen|liebe|viele|beste|herzliche) (?:grüße[n]?|dank|gruß)|lg|mfg|vg|cordialement|bien à (?:toi|vous)|amicalement|merci|saludos(?: cordiales)?|un saludo|atentamente|gracias|abraços?|atenciosamente|obrigad[oa]|cordiali saluti|saluti|grazie|с уважением|спасибо|此致|敬具|よろしくお願いします)\s*[,!.]?\s*$/iu.test(
    line.slice(0, 80),
  );
}
