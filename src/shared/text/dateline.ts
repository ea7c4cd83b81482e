/** "(CNN) -- ", "LONDON, Jan. 5 (Reuters) - ": place, date and agency before the first words of a news item. */
export const dateline =
  /^(?:\p{Lu}{3,}(?:,? [\p{L}.]+){0,4} ?[–—] |(?:\p{Lu}[\p{L}.'’-]*(?:,? [\p{L}.'’-]+){0,4},? ?(?:\d{1,2},? ?(?:\d{4})? ?)?)?(?:\(\p{Lu}[\p{L} .]{1,20}\) ?(?:[-–—]{1,2} *)?|[-–—]{2} +))(?=["“]?\p{Lu})/u
