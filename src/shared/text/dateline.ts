/** "(CNN) -- ", "LONDON, Jan. 5 (Reuters) - ": place, date and agency before the first words of a news item. */
export const dateline =
  /^(?:\p{Lu}{3,}(?:,? [\p{L}.]+){0,4} ?[–—] |(?:\p{Lu}[\p{L}.'’-]*(?:,? [\p{L}.'’-]+){0,4},? ?(?:\d{1,2},? ?(?:\d{4})? ?)?)?(?:\(\p{Lu}[\p{L} .]{1,20}\) ?(?:[-–—]{1,2} *)?|[-–—]{2} +))(?=["“]?\p{Lu})/u

const agencies = 'CNN|AP|Reuters|REUTERS|AFP|dpa|UPI|TASS|Xinhua|ANSA|EFE|PTI|IANS|Kyodo|Bloomberg|BBC|NPR|VOA'
const day = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}`
const place = String.raw`\p{Lu}[\p{L}.'’-]*(?:,? [\p{L}.'’-]+){0,3}`

/** "By . Anna Berg . PUBLISHED: . 08:06 EST, 5 November 2012 . ": a byline and stamps with a stop after each. */
const stamp = String.raw`(?:(?:\| \. )?(?:PUBLISHED|UPDATED|CREATED): \. [^.]{5,40} \. |Last updated at [^.]{5,40} \. )`

/**
 * The same where it can't be part of a title: with a known agency, a place and a day, or a place in capitals with its
 * country. Not "NATO — What it costs", "I quit -- Here is why", "World Health Organization (WHO) Director".
 */
export const clearDateline = new RegExp(
  [
    String.raw`^(?:By \. \p{Lu}[^.]{2,60} \. ${stamp}{0,4}|${stamp}{1,4})|^(?:(?:${place}(?:,? ${day}(?:,? \d{4})?)?,? )?\((?:${agencies})\) ?(?:[-–—]{1,2} *)?`,
    String.raw`(?:${place}, ${day}(?:,? \d{4})?|${day},? \d{4}) ?[-–—]{1,2} `,
    String.raw`\p{Lu}{3,}(?: \p{Lu}+)*(?:, [\p{L}.]+)+ ?[-–—]{1,2} )(?=["“]?\p{Lu})`,
  ].join('|'),
  'u',
)
