/** The words that sentences which revoke rules are made of. */

const opening =
  "(?:(?:ok(?:ay)?|oh|actually|well|hm+|no|sorry|please|pls|and|so|but|also|right|alright|fine|thanks|btw|by the way|on second thought|i changed my mind|changed my mind|from now on|now|again|just|you can(?: now)?|you may(?: now)?|let's|we can|i want you to|i'd like you to|go ahead and|bitte|claude|assistant)[\\s,.!:;–—-]+){0,4}";
/** Mental actions, which apply to instructions even if nobody says whose. */
export const dismiss = '(?:forget|ignore|disregard|scrap|drop|never ?mind)';
export const undo = `(?:${dismiss}|cancel|revoke|remove|delete|undo|discard|lift|retract|withdraw|erase|take back|get rid of|throw out)`;
export const noun =
  '(?:rules?|instructions?|requests?|guidelines?|preferences?|constraints?|restrictions?|requirements?|orders?|bans?|prohibitions?)';
export const tail =
  '(?:\\s(?:so far|from before|until now|now|please|again|altogether|entirely|completely|as well|and start (?:over|fresh)))*[.!]*$';

/** A revocation at the beginning of a sentence, after what may open one. */
export function pattern(source: string): RegExp {
  return new RegExp(`^${opening}${source}`, 'iu');
}
