/** What a statement of a form is about: the subject under which a newer value replaces an older one. Pure. */
import type { EntryKind } from '../../records/profile.ts';
import { contentStems } from '../text.ts';

export type StatementForm = {
  kind: Exclude<EntryKind, 'rule'>;
  pattern: RegExp;
  /** The subject of the statement, from the pattern's groups; undefined if it is nothing lasting. */
  subject: (caught: readonly string[]) => string | undefined;
  weight: number;
};

export type Subject = StatementForm['subject'];

export const about =
  (name: string): Subject =>
  () =>
    name;

/** The meaningful words of the matched text, few and in alphabetical order: "dark chocolate" is "chocolate dark". */
export const stemsAbout =
  (prefix: string, at = 1): Subject =>
  (caught) => {
    const stems = [...new Set(contentStems(caught[at] ?? ''))].slice(0, 4).sort();
    return stems.length === 0 ? undefined : `${prefix}${stems.join(' ')}`;
  };

/** "It", "this one", "that idea": refers to something outside the sentence. */
const pointing =
  /^(?:it|this|that|these|those|them|the (?:first|second|last|latter|former|other|new|idea|way|look)|your|how you|what you|where this|one|both|all of)\b/iu;
export const unlessPointing =
  (subject: Subject): Subject =>
  (caught) =>
    pointing.test(caught[1] ?? '') ? undefined : subject(caught);

/** Things that people who talk to an assistant have only for a while. */
const passing =
  /^(?:(?:some|another|one more|few|little|bit|quick|small|big|new|weird|strange|simple|similar|following|same|long|short|good|bad|great|hard|different|couple|lot|of)\s+)*(?:[\p{L}-]+ ){0,2}?(?:question|problem|issue|error|bug|doubt|idea|feeling|hunch|suspicion|guess|request|task|favou?r|plan|point|look|go|chance|minute|second|moment|hour|meeting|call|deadline|exam|appointment|interview|list|file|folder|document|text|table|array|string|function|class|method|variable|script|test|image|picture|screenshot|dataset|spreadsheet|csv|json|draft|version|copy|hard time|time|bit|lot|few|choice|headache|cold|fever|reason|preference|suggestion|thought|follow-?up|story|example|option|tournament|competition|cough|pain|rash)s?\b/iu;
export const unlessPassing =
  (subject: Subject): Subject =>
  (caught) =>
    passing.test(caught[1] ?? '') ? undefined : subject(caught);

/** Describes a momentary state, not the person. */
export const momentary =
  /^(?:(?:a|an|the)\s+)?(?:(?:bit|little|tad|lot|complete|total|huge|big)\s+)*(?:confused|lost|stuck|idiot|fool|mess|bit|little|one|only one|same|first|last|beginner here|afraid|lot)\b/iu;

/** Peoples, faiths and the like are written as names are. */
const people =
  /^(?:\p{Lu}\p{Ll}*(?:ish|ese|nch|tch|lsh)|(?:Ameri|Afri|Mexi|Domini|Moroc|Puerto Ri)can|German|Russian|Italian|Spanish|Austrian|Belgian|Norwegian|Ukrainian|Romanian|Hungarian|Bulgarian|Croatian|Serbian|Bosnian|Albanian|Canadian|Australian|Brazilian|Argentinian|Colombian|Peruvian|Chilean|Venezuelan|Indian|Iranian|Persian|Egyptian|Asian|European|Korean|Estonian|Latvian|Lithuanian|Indonesian|Malaysian|Nigerian|Kenyan|Ethiopian|Tunisian|Algerian|Syrian|Jordanian|Iraqi|Israeli|Pakistani|Bangladeshi|Thai|Filipino|Filipina|Greek|Swiss|Czech|Slovak|Arab|Dane|Swede|Finn|Pole|Turk|Scot|New Zealander|Latino|Latina|Hispanic|Black|White|Christian|Catholic|Protestant|Orthodox|Mormon|Muslim|Hindu|Buddhist|Sikh|Atheist|Vegan|Vegetarian|Deaf|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|Team|Sorry|Fine|Done|Sure|Back|Here|Ready|Going|Not|Just|Happy|Looking|Trying|Using|Working|God)(?![\p{L}])/u;
export const unlessPeople =
  (subject: Subject): Subject =>
  (caught) =>
    people.test(caught[1] ?? '') ? undefined : subject(caught);

/** People move to towns, and to tools, which have figures or capitals inside, or are well known. */
const tool =
  /\p{Ll}\p{Lu}|\d|^\p{Lu}{2,}\b(?!\.)|^(?:Linux|Windows|Fedora|Ubuntu|Debian|Arch|Android|Kubernetes|Docker|Podman|Postgres\p{L}*|Python|Rust|Java|Kotlin|Swift|Ruby|Elixir|Slack|Teams|Notion|Obsidian|Linear|Jira|Trello|Asana|Git\p{L}*|Jenkins|Azure|Google|Firefox|Chrome|Safari|Vue|React|Svelte|Angular|Redis|Kafka|Terraform|Discord|Signal|Telegram|Zoom|Vim|Neovim|Emacs|Helix|Proton|Gmail|Outlook|Excel|Node|Bun|Deno|Vite|Webpack|Jest|Vitest|Django|Rails|Laravel|Next|Spotify|Netflix|Apple|Microsoft|Amazon)(?![\p{L}])/u;
export const unlessTool =
  (subject: Subject): Subject =>
  (caught) =>
    tool.test(caught[1] ?? '') ? undefined : subject(caught);
