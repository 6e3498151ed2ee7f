/** The date for which something was promised, in English. */
export const dueDate =
  /\b(?:by |before |until |on |at )?(?:\d{4}-\d{2}-\d{2}|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening))?|tomorrow(?: (?:morning|afternoon|evening))?|tonight|next (?:week|month|year)|the end of (?:the |this |next )?(?:day|week|month|year)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?)\b/i;
