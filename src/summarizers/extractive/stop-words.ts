/**
 * Words that carry grammar or small talk rather than content. Lists for a few languages also tell which language
 * a text is in; every other language is served by frequency alone (see terms.ts).
 */
const functionWords: Record<string, string> = {
  en:
    'a about above after again against all also am an and any are as at be because been before being below ' +
    'between both but by can could did do does doing down during each few for from further had has have having ' +
    'he her here hers him his how i if in into is it its just me more most must my no nor not now of off on once ' +
    'only or other ought our ours out over own same shall she should so some such than that the their theirs them ' +
    'then there these they this those through to too under until up upon us very was we were what when where ' +
    'which while who whom whose why will with within without would you your yours',
  de:
    'aber als am an auch auf aus bei bin bis bist da dann das dass dem den der des die doch du durch ein eine ' +
    'einem einen einer er es für habe haben hat hatte ich ihr im in ist ja kann kein keine mich mir mit nach nicht ' +
    'noch nur oder schon sein sich sie sind so um und uns von vor war was wenn wie wir wird zu zum zur über',
  fr:
    'alors au aux avec avez bien ce cela ces cette dans de des donc du elle en est et eu fait il ils je la le les ' +
    'leur lui mais me mes moi mon même ne nous on ont ou où par pas plus pour qu que qui sa se ses si son sont sur ' +
    'ta te tes toi ton tu un une vous à ça être étaient était',
  es:
    'al algo como con de del donde el ella en entre era eres es esa ese eso esta este esto está fue ha hay he la ' +
    'las le les lo los me mi muy más nada ni no nos o para pero por porque que qué se ser si sin sobre son su sus ' +
    'también te tiene todo tu un una uno y ya yo él',
  it:
    'a ad al alla anche che chi ci come con cosa da dal dei del della di dove e ed era gli ha hai ho i il in io la ' +
    'le lei li lo lui ma mi mia mio molto ne nel nella no noi non o per perché più quando quello questa questo se ' +
    'sei si sono su sua suo ti tu tutto un una uno va è',
  pt:
    'a ao aos as até com como da das de dela dele do dos e ela ele em entre era essa esse esta este está eu foi há ' +
    'isso isto já mais mas me meu minha muito na nas nem no nos não nós o os ou para pela pelo por porque quando ' +
    'que quem se sem ser seu sua são também te tem um uma você à é',
  nl:
    'aan al als bij daar dat de deze die dit doen door dus een en er geen had heb hebben heeft het hier hij hoe ' +
    'ik in is ja je kan maar me met mijn naar niet nog nu of om onder ons ook op over te toch tot uit van veel voor ' +
    'want waren was wat we wel werd wie wij wil zal ze zich zij zijn zo zou',
  ru:
    'а без бы был была были было быть в вам вас все всё вы где да для до его ее если есть еще же за и из или им их ' +
    'к как когда кто ли мы на нам нас не нет ни но о об он она они от по при с так там то только ты у уже что чтобы ' +
    'это этот я',
};

/** Words of talk rather than of a topic: they are frequent in every English conversation. */
const englishTalk =
  'cause able absolutely actually afraid ago ah aha alright always anybody anyone anything anyway apparently around ask ' +
  'asked asking away back bad basically begin believe best better big bit bye call called can cannot care certain ' +
  'certainly clear come comes coming course cuz dear definitely different done else end enough especially etc even ' +
  'ever every everybody everyone everything exactly excuse fact far feel fine first get gets getting give gives ' +
  'given glad go goes going gone gonna good goodbye got gotta great guess guy guys happen happy hard hear hello help ' +
  'here hey hi hmm hold honey hope huh idea indeed instead interested interesting keep kind know knows last late ' +
  'later least less let lets like little long look looking looks lot lots made mainly make makes making many maybe ' +
  'mean means might mind minute miss mm mmm moment morning mr mrs ms much name need needs never nevertheless new ' +
  'next nice nobody none nothing oh ok okay old one ones open part particular particularly people perhaps person ' +
  'please pleased point possible possibly pretty probably problem put quite rather really reason right said saw ' +
  'say saying says second see seem seems seen sense shall sir somebody someone something sometimes somewhere soon ' +
  'sorry sort sound sounds speak start still stuff sure take taken takes taking talk talking tell terms terrible ' +
  'than thank thanks thing things think thinking thinks though thought three thus time times today together told ' +
  'tomorrow tonight took tried try trying turn two type uh uhhuh um understand use used using usually want wanted ' +
  'wants way ways welcome well went whatever whether whole wonder wonderful wondering word work worry worse worth ' +
  'wow wrong yeah year yep yes yesterday yet yup don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn ' +
  'haven hadn ll ve re em ain dont im ive thats lets';

const listOf = (words: string) => new Set(words.split(' '));

export const languageWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(functionWords).map(([language, words]) => [language, listOf(words)]),
);

export const englishFunctionWords: ReadonlySet<string> = listOf(functionWords.en!);

const englishStopWords: ReadonlySet<string> = new Set([...englishFunctionWords, ...listOf(englishTalk)]);

const noWords: ReadonlySet<string> = new Set();

export function stopWordsOf(language: string): ReadonlySet<string> {
  if (language === 'en') return englishStopWords;
  return languageWords.get(language) ?? noWords;
}

/** Technical writing is poor in function words: a twentieth is enough to tell. */
const leastShare = 0.05;

/** The language whose function words are most of the sample, or `other`. */
export function detectLanguage(sample: string): string {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return 'other';
  let best = 'other';
  let bestHits = words.length * leastShare;
  for (const [language, list] of languageWords) {
    let hits = 0;
    for (const word of words) if (list.has(word)) hits += 1;
    if (hits > bestHits) {
      best = language;
      bestHits = hits;
    }
  }
  return best;
}
