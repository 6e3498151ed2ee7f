/**
 * Words by which an order holds from now on, in small letters. They stand in sentences ("From here on, use metres"), or
 * before a colon ("From here on: metres"), where whatever follows is the order. So only words about what is to come are
 * here: "by default:" and "every time:" also introduce descriptions.
 */
export const fromNowOn = {
  english:
    '(?:from now on(?:wards?)?|from here on(?: out| in)?|from this point (?:on(?:wards?)?|forward)|from today(?: on)?|starting (?:now|today)|as of (?:now|today)|going forward|moving forward|henceforth|hereafter|until further notice|(?:until|unless) (?:i say|i tell you|told|stated) otherwise|(?:for|throughout) the (?:rest|remainder|duration|whole|entirety|length) of (?:this|the|our) (?:conversation|session|chat|project|thread|collaboration)|(?:for|throughout) (?:this|the|our) (?:entire|whole) (?:conversation|session|chat|project|thread)|(?:for|in) all (?:of )?(?:(?:your|future|further) )+(?:answers|replies|responses|messages|code|commits)|(?:in|for) (?:the )?future)',
  german: '(?:ab (?:jetzt|sofort|heute)|von (?:jetzt|nun|heute) an|künftig|in zukunft|zukünftig|fortan)',
  french: "(?:désormais|dorénavant|à partir de maintenant|à l'avenir|dès maintenant)",
  spanish:
    '(?:de ahora en adelante|a partir de ahora|desde ahora|de aquí en adelante|en adelante|en el futuro)',
  portuguese:
    '(?:de agora em diante|a partir de agora|doravante|daqui (?:em diante|pra frente|para a frente)|no futuro)',
  italian: "(?:d'ora in poi|da ora in poi|d'ora in avanti|da adesso in poi|in futuro)",
  dutch: '(?:vanaf nu|voortaan|in het vervolg|van nu af aan)',
  scandinavian:
    '(?:från och med nu|hädanefter|framöver|i fortsättningen|fra nå av|fra nu af|heretter|herefter|fremover|i fremtiden)',
  turkish: '(?:bundan (?:sonra|böyle)|şu andan itibaren)',
  arabic: '(?:من الآن فصاعد[اًً]{1,2}|من الآن|ابتداءً? من الآن)',
  polish: '(?:od teraz|od tej pory|na przyszłość)',
  russian: '(?:отныне|впредь|с этого момента|с этой минуты|с сегодняшнего дня|в дальнейшем|в будущем)',
  chinese: '(?:从现在(?:起|开始)|從現在(?:起|開始)|从今以后|從今以後|今后|今後|以后|以後|接下来|接下來|往后)',
  japanese: '(?:今後は?|これからは?|以後は?|今から|次回から)',
  korean: '(?:앞으로는?|이제부터는?|지금부터는?|다음부터는?)',
  hindi: '(?:अब से|आगे से|आज से)',
  vietnamese: '(?:từ (?:giờ|nay|bây giờ)(?: trở đi)?|kể từ (?:giờ|bây giờ))',
  indonesian: '(?:mulai (?:sekarang|saat ini|hari ini)|ke depannya|dari sekarang)',
};

export const anyFromNowOn = `(?:${Object.values(fromNowOn).join('|')})`;
