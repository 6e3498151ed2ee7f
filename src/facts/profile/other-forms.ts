/** How people say in other languages where they live, what they do and like. Only simple forms; see statement-forms.ts. */
import { about, type StatementForm, type Subject, stemsAbout, unlessPassing } from './statement-subjects.ts';

/** The same for languages with similarly simple forms: name, home, work, being, liking, possessing. */
export const otherForms: readonly StatementForm[] = [
  ...plain({
    name: /^(?:ich heiße|ich heisse|mein name ist) (.+)/iu,
    home: /^(?:(?:ich wohne|wir wohnen|ich lebe|wir leben) (?:.{0,30}? )??(?:in|bei|auf) (.+)|(?:ich bin|wir sind) (?:.{0,40} )?(?:nach|in|an|auf) (?:den |die |das |eine |einen )?\p{L}[\p{L}-]* (?:um)?gezogen.*)/iu,
    work: /^ich (?:arbeite (?:als|bei|für|in|im) (.+)|mache (?:.{0,15} )?(?:ausbildung|lehre|umschulung) (?:zum|zur|als) .+|bin (?:.{0,20} )?(?:angestellt|selbst(?:st)?ändig).*)/iu,
    being:
      /^[Ii]ch bin (?:(?:ein|eine) |(?:\p{Ll}{4,}er? )?(?=\p{Lu}\p{Ll}{3,}(?:$|[,.!]| (?:und|in|bei|aus|von|im|an|auf|seit|mit)\b)))(.+)/u,
    allergic:
      /^(?:ich bin|ich reagiere) (?:.{0,20} )?allergisch (?:gegen|auf) (.+)|^ich habe (?:eine |.{0,15} )?(\p{L}+)allergie/iu,
    diet: /^ich (?:bin (?:ein |eine )?(?:vegan|vegetarisch|vegetarier|veganer|diabetiker)|ernähre mich (?:vegan|vegetarisch)|esse wieder (?:fleisch|fisch|käse|milchprodukte))\p{L}*.*/iu,
    having: /^(?:ich habe|wir haben) (?:einen|eine|ein|zwei|drei|vier) ([\p{L}-]+)(?=$|[.,!]| namens)/iu,
    liking: /^ich (?:mag|liebe|hasse|bevorzuge|esse (?:kein|keine|keinen)) (.+)/iu,
    own: /^(?:mein|meine|unser|unsere) ([\p{L}-]+) (?:ist|heißt|heisst|wohnt|arbeitet) .+/iu,
  }),
  ...plain({
    name: /^(?:je m'appelle|mon nom est) (.+)/iu,
    called: /^(?:[Jj]e suis|[Mm]oi,? c'est) (\p{Lu}\p{Ll}+)(?=$|[,.!])/u,
    home: /^(?:j'habite|nous habitons|je vis|nous vivons|j'ai (?:récemment )?déménagé|nous avons déménagé|on a déménagé|je me suis installée?) (?:à|a|au|en|dans|aux) (.+)/iu,
    work: /^je travaille (?:comme|chez|pour|à|dans|en) (.+)/iu,
    being:
      /^je suis (?:(?:un|une) |(?!premi|derni|meilleur|supérieur|inférieur)(?=\p{L}{3,}(?:er|ère|euse|eur|iste|ienne|ien|logue)(?:$|[,.!]| (?:à|en|dans|chez|et|depuis|pour|au)(?!\p{L}))))(.+)/iu,
    allergic: /^(?:je suis|j'ai une?) allergi(?:que|e) (?:à la|à l'|aux?|à) ?(.+)/iu,
    diet: /^je suis (?:végane?|végétarien(?:ne)?|diabétique)|^je (?:re)?mange (?:de nouveau |à nouveau )?(?:de la viande|du poisson).{0,20}/iu,
    having: /^(?:j'ai|nous avons) (?:un|une|deux|trois) (.+)/iu,
    liking: /^(?:j'aime|j'adore|je préfère|je déteste|je n'aime pas) (.+)/iu,
    own: /^(?:mon|ma|mes|notre|nos) ([\p{L}-]+) (?:est|sont|s'appelle|s'appellent|habite|travaille) .+/iu,
  }),
  ...plain({
    name: /^(?:me llamo|mi nombre es) (.+)/iu,
    called: /^[Ss]oy (\p{Lu}\p{Ll}+)(?=$|[,.!])/u,
    home: /^(?:(?:yo )?(?:vivo|vivimos) en|(?:me mudé|nos mudamos|me he mudado|nos hemos mudado|me fui a vivir) a) (.+)/iu,
    work: /^trabajo (?:en|como|para|de) (.+)/iu,
    allergic: /^(?:soy (?:muy )?alérgic[oa] a|tengo alergia a)(?: los| las| la|l)? (.+)/iu,
    being: /^soy (?:un |una )?(.+)/iu,
    liking:
      /^(?:sí )?(?:me gusta|me gustan|me encanta|me encantan|prefiero|odio|no me gusta|no me gustan) (.+)/iu,
    diet: /^soy (?:vegan[oa]|vegetarian[oa]|celíac[oa]|diabétic[oa])|^(?:vuelvo a comer|como) (?:carne|pescado|lácteos).{0,20}/iu,
    having: /^(?:tengo|tenemos) (?:un|una|dos|tres) (.+)/iu,
    own: /^(?:mi|mis|nuestro|nuestra) ([\p{L}-]+) (?:es|son|se llama|se llaman|vive|trabaja) .+/iu,
  }),
  ...plain({
    name: /^(?:mi chiamo|il mio nome è) (.+)/iu,
    called: /^[Ss]ono (\p{Lu}\p{Ll}+)(?=$|[,.!])/u,
    home: /^(?:vivo|abito|viviamo|abitiamo|mi sono trasferit[oa]|ci siamo trasferit[ie]) (?:a|in|nel|nella|ad) (.+)/iu,
    work: /^(?:lavoro (?:come|per|in|a|da|presso)|ho (?:iniziato a lavorare (?:come|per|in|a|da|presso)|aperto (?:un|una|uno) (?=negozio|ristorante|bar|studio|azienda|attività))) (.+)/iu,
    being: /^sono (?:un|una|uno) (.+)/iu,
    allergic: /^sono allergic[oa] (?:al|alla|allo|alle|ai|agli|all')\s?(.+)/iu,
    diet: /^sono (?:vegan[oa]|vegetarian[oa]|celiac[oa]|diabetic[oa])|^(?:mangio di nuovo|ho ricominciato a mangiare) (?:la )?(?:carne|pesce)/iu,
    having:
      /^(?:ho|abbiamo) (?:un|una|due|tre) ((?:can[ei]|gatt[oi]|figl[io]+[ae]?|sorell[ae]|fratell[oi]).*)/iu,
    liking: /^(?:mi piace|mi piacciono|adoro|preferisco|odio|non mi piace|non mi piacciono) (.+)/iu,
    own: /^(?:il mio|la mia|mio|mia) ([\p{L}-]+) (?:è|si chiama|vive|lavora) .+/iu,
  }),
  ...plain({
    name: /^(?:eu )?(?:me chamo|meu nome é|o meu nome é) (.+)/iu,
    home: /^(?:eu )?(?:(?:moro|vivo|moramos|vivemos) (?:em|no|na)|(?:me mudei|mudei-me|nos mudamos) (?:para|pra)(?: o| a)?) (.+)/iu,
    work: /^(?:eu )?trabalho (?:como|em|no|na|para) (.+)/iu,
    allergic: /^(?:eu )?(?:sou alérgic[oa] a|tenho alergia a)(?:o|os|s)? (.+)/iu,
    being: /^(?:eu )?sou (?:um |uma )?(.+)/iu,
    liking: /^(?:eu )?(?:gosto de|gosto do|gosto da|adoro|prefiro|odeio|não gosto de) (.+)/iu,
    own: /^(?:o meu|a minha|meu|minha) ([\p{L}-]+) (?:é|se chama|mora|trabalha) .+/iu,
  }),
  ...plain({
    name: /^(?:ik heet|mijn naam is) (.+)/iu,
    home: /^(?:(?:ik woon|wij wonen|we wonen) (?:.{0,30}? )??(?:in|op|bij) (.+)|(?:ik ben|wij zijn|we zijn) (?:.{0,30} )?(?:verhuisd naar .+|naar .+ verhuisd.*))/iu,
    work: /^ik werk (?:als|bij|voor|in) (.+)/iu,
    being: /^ik ben (?:een) (.+)/iu,
    allergic: /^ik ben allergisch voor (.+)/iu,
    liking: /^(?:ik hou van|ik houd van|ik vind|ik haat|ik eet geen) (.+)/iu,
    own: /^(?:mijn|onze|ons) ([\p{L}-]+) (?:is|heet|woont|werkt) .+/iu,
  }),
  ...plain({
    name: /^(?:меня зовут|моё имя|мое имя) (.+)/iu,
    home: /^(?:я живу|мы жив[её]м|я (?:недавно )?переехала?|мы (?:недавно )?переехали) (?:в|на) (.+)/iu,
    work: /^я (?:работаю (.+)|(?:открыла?|основала?) (?:сво[йюё] )?(?:кафе|ресторан|магазин|фирму|компанию|студию|школу).*)/iu,
    liking: /^(?:я люблю|я предпочитаю|я ненавижу|я не люблю|мне нравится) (.+)/iu,
    allergic: /^у меня (?:сильная )?аллергия на (.+)/iu,
    diet: /^я (?:(?:не |снова )ем (?:мясо|мяса|рыбу|рыбы)|вегетариан\p{L}+|веган\p{L}*)/iu,
    own: /^(?:мой|моя|моё|мои|наш|наша) ([\p{L}-]+) .+/iu,
  }),
  ...plain({
    name: /^(?:我叫|我的名字是|我的名字叫)(.+)/u,
    home: /^(?:我们?)?(?:.{0,8})(?:住在|生活在|搬到了?|搬去了?|搬家到了?)(.+)/u,
    work: /^我在(.+)(?:工作|上班)/u,
    being: /^我是(?:一名|一个|一位)(.+)/u,
    allergic: /^我对(.+?)(?:严重)?过敏/u,
    liking: /^我(?:很|最|不|非常|开始|又)*(?:喜欢|爱|讨厌|偏好)(.+?)了?[。！]?$/u,
  }),
  ...plain({
    name: /^(?:私の名前は|名前は)(.+)/u,
    home: /^(?:私は)?(.+)に(?:住んでいます|引っ越しました|引っ越した)/u,
    work: /^(?:私は)?(?:(.+)で働いています|(?:.+で)?(.+(?:人|師|士|員|家|者|屋|手|官|医|長))(?:を|として)(?:して|やって|働いて|勤めて)いま)/u,
    allergic: /^(?:私は|私には)?(.{1,12}?)(?:の|に)?アレルギー(?:です|が)/u,
    liking: /^(?:私は)?(.+)が(?:好き|大好き|嫌い)(?:です|だ|になりました|ではありません)/u,
  }),
];

/** A form may be missing if the language has no simple one. */
function plain(forms: {
  name: RegExp;
  /** A name where other languages would have a noun, which is written small. */
  called?: RegExp;
  home: RegExp;
  work?: RegExp;
  allergic?: RegExp;
  diet?: RegExp;
  being?: RegExp;
  liking: RegExp;
  having?: RegExp;
  own?: RegExp;
}): StatementForm[] {
  const fact = (pattern: RegExp | undefined, subject: Subject, weight: number): StatementForm[] =>
    pattern === undefined ? [] : [{ kind: 'fact', pattern, subject, weight }];
  return [
    ...fact(forms.name, about('name'), 1),
    ...fact(forms.called, about('name'), 1),
    ...fact(forms.home, about('home'), 0.9),
    ...fact(forms.work, about('work'), 0.9),
    ...fact(forms.allergic, stemsAbout('allergic '), 1),
    ...fact(forms.diet, about('diet'), 1),
    ...fact(forms.being, stemsAbout('am '), 0.7),
    { kind: 'preference', pattern: forms.liking, subject: stemsAbout(''), weight: 0.7 },
    ...fact(forms.having, unlessPassing(stemsAbout('have ')), 0.5),
    ...fact(forms.own, stemsAbout('my '), 0.7),
  ];
}
