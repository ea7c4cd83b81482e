import { patternsByLanguage, toPattern, wordsByLanguage } from '../text/language-tables.ts'
import tables from './references.json' with { type: 'json' }

/**
 * Openings of a sentence that point back to the one before: pronouns and connectives, by primary language subtag.
 * A sentence that begins so can't be read alone. Lower case; phrases are separated by commas.
 */
const openers = wordsByLanguage(tables.openers, ', ')

/** Words that begin a clause without pointing back, for speech that nobody punctuated; spaces between them. */
const clauseStarters = wordsByLanguage(tables.clauseStarters)

/** Written without spaces, so they are matched as prefixes. */
const unspacedOpeners = toPattern(tables.unspacedOpeners)

const korean = toPattern(tables.korean)

/**
 * Whether a clause is likely to begin with the given words; in a language without lists, whatever they are.
 *
 * @param words one or two, in lower case
 * @param language primary language subtag, lower case
 */
export function opensClause(words: readonly string[], language: string): boolean {
  const known = openers(language)
  if (known.size === 0) return true
  const first = words[0] ?? ''
  return clauseStarters(language).has(first) || known.has(first) || known.has(words.join(' '))
}

const openingMarks = /^[\s"'“”‘’«»„([{¿¡—–-]+/u
const allowed = toPattern(tables.allowed)

/** Direct speech with its speaker named after it: what it opens with is the speaker's affair. */
const speech = /^["“«„「].{3,}["”»“」][,.!?]?\s*\p{L}[^"“”«»„「」]{4,}$/su

/** One word that answers or points, and a comma after it. */
const aside = /^(?:there|here|then|now|no|nope|sure|look|listen|see|ah|aha|hey|wow|alas|right|true|ok),/u

/** How people begin to speak; in speech these words join nothing. */
const spokenOpening = /^(?:(?:so|and|but|well|okay|ok|now|um|uh|oh|yeah|yes|right|mm|hmm|alright|actually)\b[\s,.]*)+/iu

/**
 * Whether a sentence opens with a word that needs the sentence before it.
 *
 * @param language primary language subtag, lower case
 * @param spoken it comes from a transcript
 */
export function pointsBack(text: string, language: string, spoken = false): boolean {
  if (speech.test(text)) return false
  const marked = text.replace(openingMarks, '')
  const bare = spoken ? marked.replace(spokenOpening, '') : marked
  if (unspacedOpeners.test(bare) || korean.test(bare)) return true
  // Vowel signs of Arabic are written or left out as one likes.
  const lower = bare
    .slice(0, 60)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\u064B-\u0652\u0640]/gu, '')
  const known = openers(language)
  if (known.size === 0 || (language === 'en' && allowed.test(lower))) return false
  if (language === 'en' && aside.test(lower)) return true
  const opening = lower.split(/[\s,:;]+/u, 4)
  return opening.some((_, index) => known.has(opening.slice(0, index + 1).join(' ')))
}

/**
 * Nouns that name again what was named before when they open a sentence with nothing but the definite article ("The
 * company said …"), by primary language subtag. With a complement they explain themselves ("The company behind …").
 */
const nouns = wordsByLanguage(tables.nouns)

const articles = patternsByLanguage(tables.articles)
/** Words after the article among which the noun stands. */
const NOUN_REACH = 3

/** A complement that says which one is meant, right after the noun. */
const complement = patternsByLanguage(tables.complement)

/** A quantity or an order that stands for things named before: "Some gave up", "Another is the price". */
const elliptical = patternsByLanguage(tables.elliptical)
/** What makes the listed openings stand alone after all. */
const explained = patternsByLanguage(tables.explained)

/** A verb of the past first: who did it was said before, where the language leaves such subjects out. */
const verbFirst = patternsByLanguage(tables.verbFirst)

/** Whether a definite description opens the text that only an earlier sentence can have introduced. */
function opensDefinite(text: string, language: string): boolean {
  const known = nouns(language)
  const article = articles(language)?.exec(text)?.[0]
  if (article === undefined || known.size === 0) return false
  let at = article.length
  for (const [word] of text.slice(at).matchAll(/[\p{L}-]+/gu)) {
    const end = text.indexOf(word, at) + word.length
    if (known.has(word.toLowerCase())) return complement(language)?.test(text.slice(end)) !== true
    // A name in the middle tells which: "The Nordhaven company".
    const named = language !== 'de' && /^\p{Lu}/u.test(word)
    if (named || text.slice(article.length, end).split(' ').length >= NOUN_REACH) return false
    at = end
  }
  return false
}

const leadingMarks = /^[\s"'“‘«„([{¿¡—–-]+/u

/**
 * Whether the subject that opens a sentence was named by sentences before it: "The company said so", "Some gave up".
 *
 * @param language primary language subtag, lower case
 */
export function hasAnaphor(text: string, language: string): boolean {
  const bare = text.slice(0, 160).replace(leadingMarks, '')
  const lower = bare.charAt(0).toLowerCase() + bare.slice(1)
  if (opensDefinite(bare, language) || verbFirst(language)?.test(bare) === true) return true
  return elliptical(language)?.test(lower) === true && explained(language)?.test(lower) !== true
}

/** Something in the middle that is named by pointing back to it, times of the present left aside. */
const pointers = patternsByLanguage(tables.pointers)

/**
 * Whether something in the middle of a text is named by pointing back to it: "from this plan".
 *
 * @param language primary language subtag, lower case
 */
export function pointsInside(text: string, language: string): boolean {
  return pointers(language)?.test(text) === true
}

/**
 * Words inside a sentence that take their meaning from those before it, by primary language subtag: times and things
 * named only by pointing, connectives in the middle, and what is left out since it was just said.
 */
const inside = patternsByLanguage(tables.inside)
const unspacedInside = toPattern(tables.unspacedInside)

/** Third-person pronouns that stand for a person or thing; in the first words nothing can have said which. */
const pronouns = patternsByLanguage(tables.pronouns)
const EARLY_WORDS = 5
/** "It" that stands for what follows, and clauses whose pronoun may mean what comes after them. */
const forward = toPattern(tables.forward)

/**
 * Whether a pronoun among the first words stands for something that only the sentences before can have named.
 *
 * @param language primary language subtag, lower case
 */
export function hasEarlyPronoun(text: string, language: string): boolean {
  if (/["“”«»„]/u.test(text) || forward.test(text)) return false
  const early = text.split(/\s+/u, EARLY_WORDS).join(' ')
  return pronouns(language)?.test(early) === true
}

/**
 * Whether a sentence leans on the ones before it by words in its middle.
 *
 * @param language primary language subtag, lower case
 */
export function leans(text: string, language: string): boolean {
  return inside(language)?.test(text) === true || unspacedInside.test(text)
}

/**
 * Openings and turns by which manuals send their readers elsewhere: to a section, a page, a manual. Such a sentence
 * says nothing by itself. By primary language subtag.
 */
const referrals = patternsByLanguage(tables.referrals)
const unspacedReferrals = toPattern(tables.unspacedReferrals)

/** A longer sentence says something besides. */
const MOST_CHARACTERS = 260

/**
 * Whether a sentence only sends the reader to another place.
 *
 * @param language primary language subtag, lower case
 */
export function isReferral(text: string, language: string): boolean {
  if (text.length > MOST_CHARACTERS) return false
  return unspacedReferrals.test(text) || referrals(language)?.test(text) === true
}
