/**
 * Revocations of rules, only in the user's own words, and read at least as strictly as rules. The sentence begins with
 * the revocation, says that it is about a rule or about what the user said, or is about the same thing as a rule.
 */
import { createPatternIndex } from '../../text/pattern-index.ts';
import { foreignCharacter } from '../own-words/marks.ts';
import type { OwnSentence } from '../own-words/own-words.ts';
import { noLonger } from './no-longer.ts';
import { dismiss, noun, pattern, tail, undo } from './revocation-words.ts';
import { takenBack } from './taken-back.ts';

export type Revocation = {
  /** The number of the rule among those that hold, the oldest being 0; negative numbers count from the newest. */
  place?: number;
  /** `matching`: rules about the text in `about`. */
  scope: 'last' | 'all' | 'matching';
  about: string;
  /** Only rules that forbid something. */
  onlyForbidding: boolean;
  /** The sentence may also be a new rule. */
  alsoRule: boolean;
  /** The sentence does not mention a rule as such, so more of the rule's words must match. */
  loose: boolean;
};

/** Marks rules as those the user gave the assistant. */
const mine =
  "(?:my|your standing|standing|(?:the|these|those|all|any|every|previous|earlier|prior|other|old)\\s(?=[^.]{0,60}\\b(?:i|we)(?:'ve| have)? (?:gave|given|set|told|made|said|asked)))";
const given =
  "(?:\\s(?:that\\s)?(?:i|we)(?:'ve| have)? (?:gave|given|set|told|made|said|asked)(?: you)?(?: for| before| earlier| so far)?)?";
const about = '(?:about|on|regarding|concerning|for|with|of|to|that says?|that you)';

export type RevocationReader = { pattern: RegExp; read: (match: RegExpExecArray) => Partial<Revocation> };

const readers: RevocationReader[] = [
  ...noLonger,
  ...takenBack,
  // "Forget all my rules."
  {
    pattern: pattern(
      `${undo}\\s+(?:about\\s+)?(?:(?:all|any|every one|everything)\\s+(?:of\\s+)?)?(?:the\\s+)?${mine}\\s*(?:(?:of|the|previous|earlier|prior|other|old|standing)\\s+)*${noun}${given}${tail}`,
    ),
    read: (match) =>
      /\brules\b|\binstructions\b|\b(?:all|every)/iu.test(match[0]) ? { scope: 'all' } : { scope: 'last' },
  },
  {
    pattern: pattern(
      `${dismiss}\\s+(?:about\\s+)?(?:all|every|any)\\s+(?:of\\s+)?(?:the\\s+|these\\s+|those\\s+)?(?:standing\\s+)?rules${given}${tail}`,
    ),
    read: () => ({ scope: 'all' }),
  },
  {
    pattern: pattern(
      `(?:there are no (?:more )?rules (?:any ?more|now)|no more rules|all (?:my|the) rules are (?:off|void|cancell?ed|gone)|my rules no longer apply)${tail}`,
    ),
    read: () => ({ scope: 'all' }),
  },
  // "Forget the rule about tabs.", "Scrap that rule.", "Drop the German rule."
  {
    pattern: pattern(
      `${undo}\\s+(?:about\\s+)?(?:that|the|this|my|those|these)\\s+((?:(?!${noun})[^.!?]){0,60}?)${noun}(?:\\s(?:i|we) (?:gave|set|told|made)(?: you)?)?(?:\\s+${about}\\s+(.{1,120}))?${tail}`,
    ),
    read: (match) => ({ scope: 'matching', about: `${match[1] ?? ''} ${match[2] ?? ''}` }),
  },
  // "Forget what I said about pushing."
  {
    pattern: pattern(
      `${undo}\\s+(?:about\\s+)?(?:what|everything|anything) (?:i|we)(?:'ve)? (?:said|told you|asked(?: you)?|wrote)(?:\\s+(?:earlier|before))?(?:\\s+(?:about|on|regarding)\\s+(.{1,120}))${tail}`,
    ),
    read: (match) => ({ scope: 'matching', about: match[1] ?? '' }),
  },
  // "You can drop the German thing."
  {
    pattern: pattern(`${undo}\\s+(?:that|the|this|my)\\s+(.{2,60}?)\\s(?:thing|stuff|bit|business)${tail}`),
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // "I changed my mind about semicolons."
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|well|sorry|hm+)[\s,]+){0,2}i(?:'ve| have)? changed my mind (?:about|on|regarding)\s(.{2,80}?)(?:[,.;:!–—]|$)/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // "Never mind about the linter."
  {
    pattern: pattern(`(?:never ?mind|forget)\\s+(?:about\\s+)?(?:the|my|using|always|never)?\\s*(.{2,120})$`),
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // "You can use emojis again."
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|and|but|so|well|fine)[\s,]+){0,2}(?:you|we)\s+(?:can|may|could|are allowed to|are free to)\s+(?:now\s+)?(?!stop\b)(.{2,120}?)\s+(?:again|now|after all|any ?more|from now on|going forward)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', onlyForbidding: true, loose: true }),
  },
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|and|but|so|well|fine)[\s,]+){0,2}(?:it's|it is) (?:fine|ok(?:ay)?|alright|allowed) (?:now |again )?(?:to|if you)\s+(.{2,120})$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', onlyForbidding: true, loose: true }),
  },
  // "Tabs are fine again."
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|and|but|so|well|fine)[\s,]+){0,2}(?!(?:that|this|it|everything|all|things?|they|we|you)\b)([^,;:]{2,60}?)\s(?:is|are)\s(?:(?:now|again)\s)?(?:fine|ok(?:ay)?|alright|allowed|permitted)\s(?:again|now|after all)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', onlyForbidding: true, loose: true }),
  },
  // "You don't need to run the linter any more."
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|and|but|so|well|fine)[\s,]+){0,2}(?:you )?(?:(?:don't|do not|needn't|no longer) (?:have to|need to)|no (?:longer )?need to|(?:there's|there is) no (?:more )?need to|are no longer required to)\s+(.{2,120}?)(?:\s+(?:any ?more|any longer|now|from now on))?[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // "You no longer need my approval for deploys."
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|and|but|so|well|fine)[\s,]+){0,2}you (?:no longer need|don't need|do not need) (my (?:\p{L}+ )?(?:approval|permission|consent|ok(?:ay)?|go-?ahead|confirmation) (?:for|to|before) .{2,100}?)(?:\s+(?:any ?more|any longer|now|from now on))?[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // "The rule about pushing no longer applies."
  {
    pattern: new RegExp(
      `^(?:actually,?\\s+|ok(?:ay)?,?\\s+)?(?:the|that|this|my)\\s+(.{0,60}?)${noun}(?:\\s+(?:about|on|regarding|for|with)\\s+(.{1,80}?))?\\s+(?:(?:no longer|doesn't|does not|don't) appl(?:y|ies)(?: any ?more)?|(?:is|are) (?:off|void|cancell?ed|gone|lifted|revoked|over|no longer (?:valid|needed|in force)))(?:[.!]*$|[,;]\\s)`,
      'iu',
    ),
    read: (match) => ({ scope: 'matching', about: `${match[1] ?? ''} ${match[2] ?? ''}` }),
  },
  // "Stop answering in French.", "You can stop calling me Ada."
  {
    pattern:
      /^(?:please\s+|ok(?:ay)?,?\s+|actually,?\s+|you (?:can|may)\s+(?:now\s+)?|now\s+)*stop\s+(\p{L}+ing\b.{2,120})$/iu,
    read: (match) => ({
      scope: 'matching',
      about: match[1] ?? '',
      alsoRule: !/^(?:ok(?:ay)?,?\s+|actually,?\s+)*you\b/iu.test(match[0]),
      loose: true,
    }),
  },
  // German
  {
    pattern:
      /^(?:(?:ok|bitte|also|doch|nein|gut)[\s,]+){0,2}(?:vergiss|ignoriere|streiche?|lösche?|verwirf)\s+(?:bitte\s+)?alle\s+(?:meine\s+)?(?:regeln|anweisungen|vorgaben)[.!]*$/iu,
    read: () => ({ scope: 'all' }),
  },
  {
    pattern:
      /^(?:(?:ok|bitte|also|doch|nein|gut)[\s,]+){0,2}(?:vergiss|ignoriere|streiche?|lösche?|verwirf)\s+(?:bitte\s+)?(?:die|diese|meine|das)\s+(.{0,40}?)(?:regel|anweisung|vorgabe)(?:\s+(?:zu[rm]?|über|mit|für|von)\s+(.{1,80}?))?[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: `${match[1] ?? ''} ${match[2] ?? ''}` }),
  },
  {
    pattern:
      /^(?:(?:ok|also|gut)[\s,]+){0,2}du (?:darfst|kannst) (?:(?:jetzt|nun|ab jetzt|ab sofort|künftig) (?:doch |wieder |doch wieder )?|doch (?:wieder )?|wieder )(.{2,80}?)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', onlyForbidding: true, loose: true }),
  },
  {
    pattern:
      /^(?:(?:ok|also|gut)[\s,]+){0,2}du (?:musst|brauchst) (?:jetzt )?(.{0,60}?)(?:nicht mehr|nicht länger) (.{2,100}?)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: `${match[1] ?? ''} ${match[2] ?? ''}`, loose: true }),
  },
  {
    pattern:
      /^(?:(?:ok|also|gut|bitte|nein)[\s,]+){0,2}vergiss (?:bitte )?(?:das|die sache|was ich) (?:mit|zu[rm]?|über)\s(.{2,80}?)(?:[,;.!]|$)/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // "You may answer in English again.": French, Spanish, Portuguese, Italian.
  {
    pattern:
      /^(?:tu peux|vous pouvez|puedes|podés|podes|puoi)\s(?:(?:de nouveau|à nouveau|de nuevo|otra vez|de novo|di nuovo)\s(.{2,80}?)|(?:volver a|voltar a|tornare a)\s(.{2,80}?))[.!]*$/iu,
    read: (match) => ({
      ...{ scope: 'matching', about: match[1] ?? match[2] ?? '' },
      ...{ onlyForbidding: true, loose: true },
    }),
  },
  // Drops what was said about something, or says it is no longer needed: French, Spanish, Portuguese, Italian, Dutch.
  {
    pattern:
      /^(?:oublie[zs]?|olvida|olvídate de|esquece|esqueça|dimentica|vergeet)\s(?:lo de|(?:o|a)s? d[aeo]s?|ce que (?:je|j'ai)(?: t'ai| vous ai)? dit (?:sur|de|à propos de)|lo que (?:te )?dije (?:sobre|de)|o que (?:eu )?disse sobre|quello che ho detto (?:su|di)|wat ik (?:zei|heb gezegd) over)\s*(.{2,80}?)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  {
    pattern:
      /^(?:tu n'as plus besoin d(?:e |')|vous n'avez plus besoin d(?:e |')|tu ne dois plus |ya no (?:tienes que|necesitas|hace falta(?: que)?) |(?:você )?não precisas? mais (?:de )?|non (?:devi|serve|occorre) più |je hoeft niet (?:meer|langer) (?:te )?)(.{2,80}?)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
  // French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese
  {
    pattern:
      /^(?:oublie[zs]?|ignore[zs]?|annule[zs]?|supprime[zs]?)\s+(?:toutes mes (?:règles|instructions|consignes)|(?:la|cette|ma) (?:règle|consigne|instruction)(?:\s+(?:sur|de|du|des|concernant|à propos de)\s+(.{1,80}?))?)[.!]*$/iu,
    read: (match) =>
      /toutes/iu.test(match[0]) ? { scope: 'all' } : { scope: 'matching', about: match[1] ?? '' },
  },
  {
    pattern:
      /^(?:olvida|ignora|anula|elimina|borra|esqueça|esquece|ignore|cancele|dimentica|annulla|elimina)\s+(?:todas (?:mis|as minhas) (?:reglas|regras|instrucciones|instruções)|tutte le mie (?:regole|istruzioni)|(?:la|esa|esta|mi|a|essa|minha|quella|questa) (?:regla|instrucción|regra|instrução|regola|istruzione)(?:\s+(?:sobre|de|del|da|do|su|sul|sulla)\s+(.{1,80}?))?)[.!]*$/iu,
    read: (match) =>
      /^\S+\s+(?:todas|tutte)/iu.test(match[0])
        ? { scope: 'all' }
        : { scope: 'matching', about: match[1] ?? '' },
  },
  {
    pattern:
      /^(?:забудь|отмени|игнорируй|удали)(?:те)?\s+(?:все мои (?:правила|инструкции)|(?:это|то|моё|мое) правило(?:\s+(?:о|об|про|насчёт)\s+(.{1,80}?))?|правило\s+(?:о|об|про|насчёт)\s+(.{1,80}?))[.!]*$/iu,
    read: (match) =>
      /все/iu.test(match[0]) ? { scope: 'all' } : { scope: 'matching', about: match[1] ?? match[2] ?? '' },
  },
  {
    pattern:
      /^(?:请|請)?(?:忘记|忘記|忘掉|取消|撤销|撤銷|作废)(?:我(?:之前)?的?)?(?:(所有|全部)(?:我的)?(?:规则|規則|指示|要求)|(?:关于|關於)?(.{0,30}?)的?(?:那条|这条|那個|這個)?(?:规则|規則|要求))[。.!！]*$/u,
    read: (match) =>
      match[1] !== undefined ? { scope: 'all' } : { scope: 'matching', about: match[2] ?? '' },
  },
  {
    pattern:
      /^(?:(全て|すべて|全部)の)?(.{0,30}?)(?:という|の|に関する)?(?:ルール|指示)(?:は|を)(?:忘れて|取り消して|無視して|撤回)(?:ください|します|くれ)?[。.!！]*$/u,
    read: (match) =>
      match[1] !== undefined ? { scope: 'all' } : { scope: 'matching', about: match[2] ?? '' },
  },
];

const index = createPatternIndex({ sources: readers.map(({ pattern: { source } }) => source), flags: 'iu' });
export const { prepare: prepareRevocations, compile: compileRevocations } = index;

/** A typical phrase of prompt injections. It is the user's own only if the user says nothing else. */
const everything = new RegExp(
  `^(?:please\\s+)?${dismiss}\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|your\\s+)?(?:previous|earlier|prior|above)?\\s*(?:rules|instructions)[.!]*$`,
  'iu',
);

export function readRevocation(
  { masked }: Pick<OwnSentence, 'masked'>,
  { alone }: { /** The sentence is the whole message. */ alone: boolean },
): Revocation | undefined {
  const text = masked.replaceAll('’', "'").replaceAll(foreignCharacter, ' ').trim();
  if (masked.startsWith(foreignCharacter) || /[?？؟]\W{0,4}$/u.test(text)) return undefined;
  const none: Revocation = {
    scope: 'matching',
    about: '',
    onlyForbidding: false,
    alsoRule: false,
    loose: false,
  };
  if (alone && everything.test(text)) return { ...none, scope: 'all' };
  const found = index.find(text);
  return found && { ...none, ...readers[found.index]!.read(found.match) };
}
