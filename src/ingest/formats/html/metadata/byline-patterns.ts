import words from './byline-words.json' with { type: 'json' }

const any = (alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`

/** Labels that are also the first part of many names. */
export const doubtfulLabel = /^(?:von|di|da|de|av|af|par|por|door|van)$/iu

/** Labels that are nouns: without a colon they may begin another phrase, such as "Contributors to …". */
export const nounLabel = /^(?:authors?|written|words|contributors?|posted|auteurs?|autore?s?|redaktion)$/iu

/** Words that introduce an author and are no part of a name, in many languages. */
export const label = new RegExp(
  `^[^\\p{L}\\p{N}]*(${words.labels.join('|')})(?![\\p{L}\\p{M}'’-])\\s*[:：/／]?\\s*`,
  'iu',
)

/** In scripts without spaces, labels come directly before the name. */
export const joinedLabel = /^(?:作者|撰文|文|記者|记者|著者|執筆|筆者)\s*[:：/／丨|｜]?\s*/u

/** Credits for other work on the page: pictures, translations, editing. */
export const otherCredit = new RegExp(
  `(?:^|\\s|[,;(])(?:${any(words.workCredits)}(?: and \\p{L}+)? by\\b|${any(words.pictureCredits)}\\s*[:：/]).*$`,
  'isu',
)

const [months, weekdays] = [any(words.months), any(words.weekdays)]

const calendarDate = [
  `(?:${weekdays}\\s*)?${months}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?`,
  `(?:${weekdays}\\s*)?(?:(?:le|el|il|den|am)\\s+)?\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?\\s+(?:de\\s+)?${months}\\.?(?:,?\\s+(?:de\\s+)?\\d{4})?`,
  `${months}\\.?,?\\s+\\d{4}`,
  `(?:${weekdays}\\s*)?\\d{4}\\s*[-/.年년]\\s*\\d{1,2}\\s*[-/.月월]\\s*\\d{1,2}\\s*[日일]?`,
  `(?:${weekdays}\\s*)?\\d{1,2}\\s*[-/.]\\s*\\d{1,2}\\s*[-/.]\\s*\\d{2,4}`,
]
const published = `(?:first |last |originally )?${any(words.published)}\\s*(?:(?:on|at|am|le|el|il|em)\\b\\s*)?(?::\\s*)?`

/** Dates, times and the words around them. */
export const dates = new RegExp(
  `(?<![\\p{L}\\d])(?:${published}(?=$|[\\d\\p{Lu}\\n])|(?:(?:on|at|am|le|el|il|em)\\s+)?${any([
    ...calendarDate,
    `${weekdays}$`,
    ...words.clock,
    ...words.elapsed,
  ])}(?![\\p{L}\\d]))`,
  'giu',
)

const [roleNouns, roleModifiers] = [any(words.roleNouns), any(words.roleModifiers)]

/** A role by itself: "Senior political correspondent", "Staff", "Reporter at large". */
export const role = new RegExp(
  `^(?:the )?(?:(?:${roleModifiers}(?:['’]s)?[\\s,&-]+(?:and )?)*${roleNouns}s?(?:[\\s,/&-](?!to\\b).*)?|${roleModifiers}(?: (?:staff|team|desk|reports?))?)$`,
  'iu',
)

/** A role behind a name with nothing between them but a space. */
export const trailingRole = new RegExp(
  `(?<!\\s)\\s+(?:${roleModifiers}\\s+)*${roleNouns}s?(?:\\s+(?:at|for|of|in|de|du|bei)\\b.*)?$|(?<!\\s)\\s+(?:staff writers?|staff reporters?)\\b.*$`,
  'iu',
)

/** News agencies and others that many sites name beside the authors. */
export const agency = new RegExp(`^${any(words.agencies)}(?:[\\s,/].*)?$`, 'iu')
export const trailingAgency = new RegExp(`(?<!\\s)\\s+${any(words.agencies)}$`, 'iu')

/** Names of organizations, by the words that they end in or begin with. */
export const organization = new RegExp(
  `\\b${any(words.organizationEndings)}\\b\\.?$|^(?:the|la|le|el|die|der|das|il) \\p{Lu}|^redaktion\\b|^(?:department|ministry|university|institute|office|bureau) of\\b`,
  'iu',
)

/** Values that content systems fill in where no author is known, and words of buttons. */
export const noAuthor = new RegExp(`^${any(words.noAuthor)}$`, 'iu')

/** Academic and professional titles that follow a name behind a comma. */
export const credentials = new RegExp(`^(?:[A-Z]{1,3}\\.?)?${any(words.credentials)}\\.?$`, 'iu')
export const nameSuffix = /^(?:jr|sr|i{2,3}|iv)\.?$/iu

/** Words that sentences have and names don't. */
export const sentenceWords = new RegExp(`(?:^|\\s)${any(words.sentenceWords)}(?=\\s|$)`, 'iu')

/** Places of two words that follow an author's name; those of one word are recognized by being alone. */
export const place = new RegExp(`^${any(words.places)}$`, 'iu')
