/** How people say in other languages that something no longer is so; see endings.ts. Data only. */
import type { EndingForm } from './endings.ts';

export const otherEndings: readonly EndingForm[] = [
  // German
  { scope: 'work', pattern: /^ich (?:habe|hab|bin|wurde) .{0,30}(?:gekündigt|entlassen|in rente)\b/iu },
  {
    scope: 'partner',
    pattern:
      /^(?:ich|wir|.{1,30} und ich) (?:habe|haben|bin|sind) .{0,40}(?:getrennt|geschieden|schluss gemacht)\b/iu,
  },
  {
    scope: 'left',
    pattern:
      /^(?:ich habe|wir haben) (?:mit )?(.{2,60}?) (?:aufgehört|aufgegeben|abgegeben|verkauft|verschenkt|verloren|gekündigt)\b/iu,
    about: 1,
  },
  {
    scope: 'left',
    pattern:
      /^(.{2,60}?) (?:habe ich|haben wir|hab ich|ist|sind|wurde) (?:.{0,20} )?(?:aufgegeben|abgegeben|verkauft|verschenkt|verloren|gekündigt|gestorben|weg)\b/iu,
    about: 1,
  },
  {
    scope: 'left',
    pattern: /^(?:ich bin|wir sind) .{0,20}von (.{2,40}?) (?:auf|zu) .{2,40} (?:umgestiegen|gewechselt)\b/iu,
    about: 1,
  },
  {
    scope: 'left',
    pattern: /^(?:ich|wir) (?:\p{L}+) (?:.{0,20} )?(?:nicht|kein\p{L}*) (?:mehr )?(.{2,60}?)(?: mehr)?$/iu,
    about: 1,
  },
  {
    scope: 'use',
    pattern:
      /^(.{2,40}?) (?:mag|esse|trinke|liebe|benutze|nutze|spiele) ich (?:.{0,20} )?(?:inzwischen|jetzt|mittlerweile|wieder|nicht mehr|gar nicht mehr)(?!\p{L})/iu,
    about: 1,
  },
  // French
  {
    scope: 'work',
    pattern:
      /^(?:j'ai|je me suis) (?:quitté mon (?:travail|poste|emploi)|démissionné|été licenciée?|pris ma retraite)/iu,
  },
  {
    scope: 'partner',
    pattern:
      /^(?:j'ai|nous avons|on a|on s'est|nous nous sommes|je me suis) (?:.{0,10} )?(?:divorcé|rompu|séparée?s?)/iu,
  },
  {
    scope: 'left',
    pattern:
      /^(?:j'ai|nous avons|on a) (?:arrêté|vendu|abandonné|laissé tomber|perdu|donné) (?:de (?:travailler (?:comme )?|faire |manger |jouer |boire )?)?(.{2,60})/iu,
    about: 1,
  },
  { scope: 'left', pattern: /^(?:je|nous|on) n(?:e |')\p{L}+ plus (.{2,60})/iu, about: 1 },
  {
    scope: 'use',
    pattern:
      /^(?:le|la|les|l'|mon|ma|el|mi|il|lo|la mia|il mio|o|a|meu|minha|de|het|mijn|onze|мой|моя|наш|наша) ?([\p{L}-]+) (?:est (?:morte?|vendue?)|(?:se )?murió|è morto|è morta|morreu|is (?:dood|overleden|verkocht)|умерл?[аио]?)(?!\p{L})/iu,
    about: 1,
  },
  // Spanish
  {
    scope: 'work',
    pattern:
      /^(?:me (?:despidieron|jubilé|han despedido)|dejé (?:mi|el) (?:trabajo|empleo|puesto)|renuncié)/iu,
  },
  {
    scope: 'partner',
    pattern:
      /^(?:me divorcié|me he divorciado|rompimos|nos (?:separamos|divorciamos|hemos (?:separado|divorciado))|hemos roto)/iu,
  },
  {
    scope: 'left',
    pattern:
      /^(?:ya )?(?:dejé|he dejado|vendí|he vendido|vendimos|regalé|perdí|abandoné)(?: de)? (?:\p{L}+[aei]r )?(.{2,60})/iu,
    about: 1,
  },
  { scope: 'left', pattern: /^(?:he cambiado|cambié) (.{2,40}?) por\b/iu, about: 1 },
  { scope: 'left', pattern: /^ya no \p{L}+ (.{2,60})/iu, about: 1 },
  // Italian
  {
    scope: 'work',
    pattern:
      /^(?:mi sono (?:licenziat[oa]|dimess[oa])|sono (?:andat[oa] in pensione|stat[oa] licenziat[oa])|ho (?:lasciato|perso) il lavoro)/iu,
  },
  {
    scope: 'partner',
    pattern: /^(?:ci siamo (?:lasciati|separati)|ho divorziato|mi sono (?:separat|lasciat)[oa])/iu,
  },
  {
    scope: 'left',
    pattern:
      /^(?:ho|abbiamo) (?:smesso di|lasciato|venduto|abbandonato|perso|regalato) (?:\p{L}+[aei]re )?(.{2,60})/iu,
    about: 1,
  },
  { scope: 'left', pattern: /^non \p{L}+ più (.{2,60})/iu, about: 1 },
  // Portuguese
  {
    scope: 'work',
    pattern:
      /^(?:eu )?(?:pedi demissão|fui demitid[oa]|me aposentei|larguei o emprego|deixei o (?:emprego|trabalho))/iu,
  },
  {
    scope: 'partner',
    pattern: /^(?:a gente|nós|eu)? ?(?:terminamos|nos separamos|me divorciei|se separou|me separei)/iu,
  },
  {
    scope: 'left',
    pattern:
      /^(?:eu )?(?:parei de|deixei de|larguei|vendi|perdi|doei|desisti d[eoa]) (?:\p{L}+[aei]r )?(.{2,60})/iu,
    about: 1,
  },
  {
    scope: 'left',
    pattern: /^(?:eu )?já não \p{L}+ (.{2,60})|^(?:eu )?não \p{L}+ mais (.{2,60})/iu,
    about: 1,
  },
  // Dutch
  { scope: 'work', pattern: /^ik (?:ben|heb) .{0,20}(?:ontslagen|ontslag genomen|met pensioen)/iu },
  {
    scope: 'partner',
    pattern: /^(?:wij|we|ik|.{1,30} en ik) (?:zijn|ben|hebben) .{0,30}(?:uit elkaar|gescheiden)/iu,
  },
  { scope: 'left', pattern: /^(?:ik ben|wij zijn|we zijn) .{0,10}gestopt (?:met|als) (.{2,60})/iu, about: 1 },
  {
    scope: 'left',
    pattern:
      /^(?:ik heb|we hebben|wij hebben) (.{2,60}?) (?:verkocht|weggegeven|opgegeven|opgezegd|verloren)\b/iu,
    about: 1,
  },
  {
    scope: 'left',
    pattern: /^(?:ik|wij|we) \p{L}+ (?:.{0,20} )?(?:niet|geen) (?:meer )?(.{2,60}?)(?: meer)?$/iu,
    about: 1,
  },
  // Russian
  { scope: 'work', pattern: /^(?:я )?(?:уволил\p{L}*|меня уволили|выш(?:ел|ла) на пенсию)/iu },
  { scope: 'partner', pattern: /^(?:мы|я) (?:развел\p{L}*|расстал\p{L}*|разош\p{L}*)/iu },
  {
    scope: 'left',
    pattern: /^(?:я |мы )?(?:бросила?|перестала?|продала?|продали|отдала?|потеряла?|больше не) (.{2,60})/iu,
    about: 1,
  },
  { scope: 'left', pattern: /^(?:я |мы )?снова (.{2,40})/iu, about: 1 },
  // Chinese and Japanese
  { scope: 'work', pattern: /^我?(?:.{0,4})(?:辞职|离职|失业|退休|被裁)/u },
  { scope: 'partner', pattern: /^我们?.{0,6}(?:分手|离婚)/u },
  {
    scope: 'left',
    pattern: /^我们?(?:已经|也)?(?:不再|戒了?|卖掉?了?|放弃了?|不)(?:是|做|当|吃|喝|用)?(.{1,20}?)了?$/u,
    about: 1,
  },
  { scope: 'work', pattern: /^(?:仕事|会社)を(?:辞め|やめ)|退職しました/u },
  { scope: 'partner', pattern: /(?:離婚|別れ)(?:しました|ました)/u },
  { scope: 'left', pattern: /^(?:私は)?(?:もう)?(.{1,20}?)を?(?:やめ|辞め|売り|手放し)ました/u, about: 1 },
];
