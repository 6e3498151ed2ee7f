/**
 * Words that say nothing about a topic, by language and reason. Each reader combines the lists it needs. For a language
 * without a list, word frequency has to do. Data only.
 */

/** Grammar: articles, pronouns, prepositions, conjunctions, auxiliaries, question words. */
const grammar = {
  en: `
    a about above after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each every few for from further had has have
    having he her here hers him his how i if in into is it its just many me might more most much must my no nor
    not now of off on once only or other ought our ours out over own same shall she should so some such than
    that the their theirs them then there these they this those though through to too under until up upon us
    very was we were what when where whether which while who whom whose why will with within without would you
    your yours`,
  de: `
    aber alle als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den denn der des dich die
    dir doch du durch ein eine einem einen einer er es für gab habe haben hat hatte hatten ich ihm ihn ihr im in
    ist ja kann kein keine man mein mich mir mit nach nicht noch nur oder schon sehr sein sich sie sind so um
    und uns unser unter vom von vor wann war waren warum was wenn wer werden wie wieder wieso will wir wird wo
    womit wurde zu zum zur über`,
  fr: `
    alors au aux avec avez bien ce cela ces cette comment dans de des donc du elle elles en est et eu fait il
    ils je la le les leur lui ma mais me mes moi mon même ne nos notre nous on ont ou où par pas plus pour
    pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur ta te tes toi ton tu
    un une vos votre vous à ça étaient était été être`,
  es: `
    al algo como con cuál cuáles cuándo cuánto de del donde dónde el ella en entre era eres es esa ese eso esta
    este esto está fue ha han has hay he la las le les lo los me mi mis muy más nada ni no nos o para pero por
    porque que quién qué se ser si sin sobre son su sus también te tiene todo tu un una uno y ya yo él`,
  it: `
    a ad al alla anche che chi ci come con cosa da dal dei del della di dove e ed era gli ha hai ho i il in io
    la le lei li lo lui ma mi mia mio molto ne nel nella no noi non o per perché più quando quello questa questo
    se sei si sono su sua suo ti tu tutto un una uno va è`,
  pt: `
    a ao aos as até com como da das de dela dele do dos e ela ele em entre era essa esse esta este está eu foi
    há isso isto já mais mas me meu minha muito na nas nem no nos não nós o os ou para pela pelo por porque
    quando que quem se sem ser seu sua são também te tem um uma você à é`,
  nl: `
    aan al als bij daar dat de deze die dit doen door dus een en er geen had heb hebben heeft het hier hij hoe
    ik in is ja je kan maar me met mijn naar niet nog nu of om onder ons ook op over te toch tot uit van veel
    voor waar wanneer want waren was wat we wel werd wie wij wil zal ze zich zij zijn zo zou`,
  ru: `
    а без бы был была были было быть в вам вас все всё вы где да для до его ее если есть еще же за и из или им
    их к как когда кто ли мне мой мы на нам нас не нет ни но о об он она они от по при с так там то только ты у
    уже что чтобы это этот я`,
};

/** Parts of contractions, when an apostrophe separates words, and contractions written without one. */
const partsOfContractions = `
  ain aren couldn d didn doesn don dont em hadn hasn haven im isn ive lets ll m re s shouldn t thats ve wasn
  weren won wouldn`;

const contractions = `
  can't couldn't didn't doesn't don't hadn't hasn't haven't he'd he'll he's here's i'd i'll i'm i've isn't it'd
  it'll it's let's she'd she'll she's shouldn't that'll that's there's they'd they'll they're they've wasn't
  we'd we'll we're we've weren't what's where's who's won't wouldn't you'd you'll you're you've`;

/** Function words that still carry some meaning: the summarizer chooses better sentences if it counts them. */
const lesserGrammar = `
  across along although among another behind beyond either except herself himself however itself may mine myself
  near neither onto others otherwise ourselves per several since themselves therefore throughout till toward
  towards unless via yourself`;

/** Ordinary words: never a name or the subject of a value, but they tell what happened. */
const ordinary = `
  almost alone already aside became become came finally find gave hence likely mostly nearly often somehow true
  uses`;

/** English words so general that none of them is a name, a subject or a topic by itself. */
const general = `
  actually ago always anyone anything anyway around ask away back best better cannot come done else enough
  especially even ever everyone everything first get gets getting give given go goes going gone good got great
  hi indeed instead keep kind know last later least less let like little look looks lot made make makes maybe
  mean need needs never new next nobody none nothing oh ok okay one perhaps please put quite rather really right
  said saw say says see seem seems seen someone something sometimes soon still sure take taken tell thank thanks
  thing things think thus today together took try two use used using usually want wants way well went whatever
  yeah yes yet`;

/** English words about talking itself rather than its topics. In working notes, each of them may name something. */
const talk = `
  able absolutely afraid ah aha alright anybody apparently asked asking bad basically begin believe big bit bye
  call called care cause certain certainly clear comes coming course cuz dear definitely different end etc
  everybody exactly excuse fact far feel fine gives glad gonna goodbye gotta guess guy guys happen happy hard
  hear hello help hey hmm hold honey hope huh idea interested interesting knows late long looking lots mainly
  making means mind minute miss mm mmm moment morning mr mrs ms name nevertheless nice old ones open part
  particular particularly people person pleased point possible possibly pretty probably problem reason saying
  second sense sir somebody somewhere sorry sort sound sounds speak start stuff takes taking talk talking terms
  terrible thinking thinks thought three time times told tomorrow tonight tried trying turn type uh uhhuh um
  understand wanted ways welcome whole wonder wonderful wondering word work worry worse worth wow wrong year yep
  yesterday yup`;

/** Words in questions about what was said. They do not name the topic asked about. */
const askingBack = `
  ask asked describe discuss discussed done ever kind let mention mentioned recall remember said say sort talk
  talked tell thing things told type`;

/** Small talk: frequent, and never what a question about the past looks for. */
const pleasantries = {
  en: `
    absolutely agree amazing awesome best bye care congrats congratulations cool definitely exactly excited
    exciting fantastic feel feeling forward fun glad go going good great haha happy hello help hey hi hope
    indeed inspiring keep know like lol look looking lot love lovely luck made make mean nice ok okay please
    proud really right see sorry sound sounds super sure take thank thanks thing thx totally true way welcome
    well wonderful wow yeah yep yes`,
  de: `
    bitte danke genau gerne hallo klar prima schön super toll`,
  fr: `
    bien bonjour génial merci parfait salut super sûr`,
  es: `
    bueno claro genial gracias hola perfecto vale`,
};

/** Grammar of Chinese, Japanese and Korean, written without spaces around it. */
const unspacedGrammar = `
  什么 怎么 哪里 哪儿 谁 我们 你们 他们 的 了 吗 呢 是 在 です ます でし した どこ 何 なに いつ 誰 から まで ですか 무엇 어디 언제 누구`;

function setOf(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.trim().split(/\s+/u)));
}

export const functionWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(grammar).map(([language, words]) => [language, setOf(words)]),
);

/** English words that alone are never a name, a subject or a topic. */
export const generalWords: ReadonlySet<string> = setOf(
  grammar.en,
  lesserGrammar,
  contractions,
  general,
  ordinary,
);

const english = setOf(grammar.en, partsOfContractions, general, talk);
const none: ReadonlySet<string> = new Set();

/** Words that are not the topic of a text in a known language. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return language === 'en' ? english : (functionWords.get(language) ?? none);
}

/**
 * Function words of other languages, or parts of contractions, that mean something in English. Words like "hat", "die"
 * and "war" are not included, because almost every sentence of their own language contains one.
 */
const englishHomographs = setOf('ad come comment con door man met non plus son ton van want won');

function withoutHomographs(words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !englishHomographs.has(word)));
}

/** Function words, for a text in an unknown language. */
export const anyGrammar: ReadonlySet<string> = withoutHomographs(setOf(...Object.values(grammar)));

/** Words that are not the topic of a question in any language. */
export const queryStopWords: ReadonlySet<string> = withoutHomographs(
  setOf(...Object.values(grammar), lesserGrammar, partsOfContractions, askingBack, unspacedGrammar),
);

export const smallTalk: ReadonlySet<string> = setOf(...Object.values(pleasantries));
