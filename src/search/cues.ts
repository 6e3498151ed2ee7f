/** Wordings by which a message tells of its speaker, a time or a number, in a few languages. */

export const firstPerson =
  /(?<![\p{L}])(?:i|i'm|i’m|i've|i’ve|i'd|i'll|my|me|mine|we|our|ich|mein\p{L}{0,2}|wir|unser\p{L}{0,2}|je|j'|j’|mon|ma|mes|nous|notre|yo|mi|mis|nosotros|io|mio|mia|eu|meu|minha|ik|mijn|я|мой|моя|мы)(?!\p{L})|我|私|僕|俺|나는|내|제가/iu;

export const tellsTime =
  /(?<![\p{L}])(?:yesterday|today|tonight|tomorrow|ago|recently|lately|since|just|weekends?|weeks?|months?|years?|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|last (?:night|summer|winter|spring|fall)|this morning|gestern|heute|morgen|neulich|woche|monat|jahr|hier|demain|semaine|mois|année|ayer|hoy|mañana|semana|mes|año|ieri|oggi|settimana|ontem|hoje|вчера|сегодня|завтра)(?!\p{L})|\b(?:19|20)\d{2}\b|\b\d{1,2}[.:]\d{2}\b|昨日|今日|明日|先週|来週|去年|昨天|今天|明天|上周|어제|오늘|내일/iu;

export const tellsNumber =
  /\d|(?<![\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|twice|once|couple|several|first|second|third|another|zwei|drei|vier|fünf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)(?!\p{L})/iu;
