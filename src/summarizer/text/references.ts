import { stopWordsOf } from './languages.ts'
import { asSet, completers, type Token, tableOf, tokensOf, type Words } from './reference-words.ts'
import tables from './references.json' with { type: 'json' }
import { stem } from './tokens.ts'

/** What a sentence needs from the text around it. */
export interface References {
  /** It makes no sense without the sentence before it: a pronoun, "this" or a connective points back. */
  readonly dependent: boolean
  /** It opens with what points back: "It …", "Some did." */
  readonly opens: boolean
  /** It limits or contradicts the sentence before it, which must not be shown without it: "But …", "In fact …". */
  readonly contrasts: boolean
  /** A pronoun or "this" + noun anywhere in it may point back; stricter than `dependent`, and wrong more often. */
  readonly points: boolean
  /** It speaks of its writer, or goes on from something else: "We …", "another one". */
  readonly aside: boolean
  /** Stems of its "the" + noun that nothing in the sentence explains, with that of an adjective or verb beside it. */
  readonly definites: readonly string[]
}

const times = asSet(tables.times)
const pastVerbs = asSet(tables.verbs)
const months = asSet(tables.months)
const auxiliaries = asSet(tables.auxiliaries)
const possessives = asSet(tables.possessives)
const general = asSet(tables.general)
/** "The Act", "the Committee": the name of one that was introduced before. */
const institutions = asSet(tables.institutions)
const correction = new RegExp(`^["“«]?(?:${tables.corrections.join('|')})(?![\\p{sc=Latn}\\p{sc=Cyrl}])`, 'iu')
/** "That’s the view of the harbor’s owner.": attributes the sentence before it, and doesn't correct it. */
const attribution = /^["“«]?that(?:['’]s| is) (?!not)/iu
/** Whether a sentence says that what comes before it is wrong: "In fact, …". */
export const corrects = (text: string): boolean => correction.test(text) && !attribution.test(text)

const alternatives = (list: string): string => list.replaceAll(' ', '|')
const unspacedOpener = new RegExp(`^["“「『（]?(?:${alternatives(tables.unspacedOpeners)})`, 'u')
const unspacedContrast = new RegExp(`^["“「『（]?(?:${alternatives(tables.unspacedContrasts)})`, 'u')
const pointsAnywhere = new RegExp(tables.anywhere.join('|'), 'u')
/** "… sind daran angebunden": what, unless "dass" or the like follows, or another clause before says it. */
const adverb = new RegExp(
  `^(?:(?!, (?:${tables.clauses}) )[^;:–(])*(?<!\\p{L})${tables.adverbs}(?!\\p{L})(?!, ?(?:dass|ob|wie|was|wenn|weil)(?!\\p{L}))`,
  'iu',
)
const dropped = new RegExp(`^${tables.droppedPronouns}(?!\\p{L})`, 'u')
const romance: ReadonlySet<string> = new Set(['es', 'it', 'pt'])
/** "Then select …" after a condition or step that is not shown. */
const afterStep =
  /^(?!.*\b(?:if|when|once|first|until|since|and then|or then)\b).*(?<!\p{L})then(?! (?:president|prime|chief|secretary|known))(?!\p{L})/iu
/** "The two companies": those named before. */
const counted =
  /\b(?:the|these|those|all|other) (?:two|three|four|five|pair|trio|duo|couple|former|latter|others)\b(?! (?:of|in|from|that|who|which|with)\b)/iu

const bracketed = /^[(（[].*[)）\]]\.?$/su
/** "It is clear that …", "it takes a year to …", "il faut", "es gibt": the pronoun stands for what follows. */
const expletive = new RegExp(
  [
    String.raw`\bit(?:['’]s| is| was| will be| would be| has been| may be| can be| became| remains)(?: \p{L}+ly| not| so| too| very| more)? (?:${tables.expletives.replaceAll(' ', '|')})\b`,
    String.raw`\bit(?:['’]s| is| was) (?:also )?worth (?:noting|mentioning|remembering|recalling|stressing|adding|knowing|asking)\b`,
    String.raw`\bit (?:seems?|appears?|turns? out|turned out|takes?|took|costs?|makes sense|follows)\b[^.;]{1,80}\b(?:that|to|who|when|how|why|whether|if)\b`,
    String.raw`\bil (?:y a|faut|est|s['’]agit|semble)\b`,
  ].join('|'),
  'giu',
)
/** A sentence that ends in a bare number or a word for what was named before: "The district now has 38." */
const elliptical =
  /\s(?:(?:has|have|had|is|are|was|were|be|got|to|than|only|just|now|about|some|nearly|almost|over|another) \d{1,3}|ones?|so|too|either|neither|likewise|as well|did not|does not)[.!]["”’]?$/iu

/** "Velm, for example, is …": an example of what was said before. */
const exampleWithin = new RegExp(`^[^,;]{1,60}, (?:${tables.examples}),`, 'iu')

/** "Another canary", "est également légalisée": beside something named before, unless the sentence says what. */
const further = new RegExp(
  `^(?!.+(?<!\\p{L})(?:one|only|ein(?:e[rsnm]?)?|une?|un[oa]?|um)(?!\\p{L}).*another).*(?<![\\p{L}\\p{N}])(?:${tables.further})(?!\\p{L})`,
  'iu',
)
/** "German", "British": whose noun is named before, not which one it is. */
const people = new RegExp(tables.peoples, 'u')

/** Longer sentences are no prose, and are not examined. */
const MAX_TOKENS = 150

/** Content words before a pronoun among which its referent can be. */
const MIN_BEFORE = 3
/** Words after an article among which its noun is. */
const [MAX_PHRASE, MAX_NEAR] = [3, 2]
/** A reference such as "that" in "In that year" is found among this many words. */
const OPENING_WORDS = 5
/** Words among which a "however" after the first limits the sentence before. */
const CONTRAST_WITHIN = 8
/** Words among which an "also" adds to the sentence before; later ones join parts of the sentence itself. */
const ADDED_WITHIN = 6

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text)
const subordinators = asSet(
  'after when while as because since if although though before once until unless where whether',
)
const heOrShe = asSet('he she')
const objects = asSet('it him them')
const MIN_BEFORE_OBJECT = 4
/** What separates an object from the subject of its own clause, to which it can't refer. */
const clauseMark =
  /[,;:—–]|\b(?:and|or|but|that|who|whom|which|when|while|where|because|if|as|after|before|since|until|to|for|of|from|with)\b/iu

const contentBefore = (tokens: readonly Token[], at: number, stops: ReadonlySet<string>): Token[] =>
  tokens.slice(0, at).filter(({ lower }) => !stops.has(lower))

const gendered = asSet(tables.gendered)
const persons = asSet(tables.persons)
const groups = asSet(tables.groups)

/** Whether English words include a name or noun that "his" or "them" may refer to: not "breathing tests" or "a barge". */
function hasKin(before: readonly Token[], pronoun: string, stops: ReadonlySet<string>): boolean {
  if (pronoun === 'them')
    return before.some(
      ({ text: word, lower }) => groups.has(lower) || (/[^s'’]s$/u.test(word) && !isCapital(word) && !stops.has(lower)),
    )
  if (!gendered.has(pronoun)) return true
  return before.some(
    ({ text: word, lower }, at) =>
      persons.has(lower) || (isCapital(word) && !stops.has(lower) && (at > 0 || !/(?:ing|s)$/u.test(lower))),
  )
}

/** Whether the words before a token hold something that it can refer to. */
function hasReferent(
  tokens: readonly Token[],
  at: number,
  text: string,
  own: Words,
  stops: ReadonlySet<string>,
): boolean {
  const before = tokens.slice(0, at)
  if (own.pronouns.has('it') && !hasKin(before, tokens[at]?.lower ?? '', stops)) return false
  // Nothing refers to a date.
  const isDate = ({ lower }: Token): boolean => months.has(lower) || /^\p{N}/u.test(lower)
  const content = contentBefore(tokens, at, stops).filter((token) => !isDate(token))
  const named = before.some(
    ({ text: word, lower }, index) => index > 0 && isCapital(word) && !stops.has(lower) && !months.has(lower),
  )
  // "Asked about the next steps, he said": what opens such a sentence is not who spoke.
  const [first, pronoun] = [before[0], tokens[at]]
  // Other languages have a comma before every clause.
  const comma = own.pronouns.has('it') ? text.lastIndexOf(',', pronoun?.index ?? 0) : text.indexOf(',')
  const isMain = comma !== -1 && pronoun !== undefined && /^, ?$/u.test(text.slice(comma, pronoun.index))
  // "To win Velm, he needs …": nor is a place; only a clause names its subject.
  if (isMain && first !== undefined && !(named && subordinators.has(first.lower))) return false
  // "Taylor didn't know that he …", "The company said it would …": the sentence begins with its subject.
  const second = before[1]?.lower ?? ''
  if (first !== undefined && !stops.has(first.lower) && (auxiliaries.has(second) || pastVerbs.has(second))) return true
  // "The Chronicle says he …": a paper or an office is no "he".
  const isName = second !== '' && isCapital(before[1]?.text ?? '') && !persons.has(second)
  if (pronoun !== undefined && heOrShe.has(pronoun.lower) && first?.lower === 'the' && isName && before.length === 3)
    return false
  if (first !== undefined && own.articles.has(first.lower) && content.length > 0) return true
  return content.length >= (named ? 2 : MIN_BEFORE)
}

/** Words after a comma among which the name is that a possessive before it belongs to. */
const NAME_WITHIN = 4

/** "With his health failing, Taylor stayed at home.": the main clause says whose. */
function isNamedAfter(tokens: readonly Token[], at: number, text: string, stops: ReadonlySet<string>): boolean {
  const token = tokens[at]
  if (token === undefined || !possessives.has(token.lower)) return false
  const comma = text.indexOf(', ', token.index)
  const first = comma === -1 ? -1 : tokens.findIndex(({ index }) => index > comma)
  // "His son, Prince Felipe, …": an apposition.
  if (first === -1 || (at === 0 && first <= 2)) return false
  return tokens.slice(first, first + NAME_WITHIN).some(({ text: word, lower }) => isCapital(word) && !stops.has(lower))
}

/** Direct speech, in which a person's words refer to what that person said before. */
const directSpeech =
  /“[^“”]*”|"[^"]*"|„[^„“”]*[“”]|«[^«»]*»|‘[^‘’]*(?:’\p{L}[^‘’]*)*’|(?<=^|\s)'[^']*(?:'\p{L}[^']*)*'(?=[\s.,;!?]|$)/gu

/** A sentence with blanks instead of what is in quotation marks. */
export const withoutSpeech = (text: string): string =>
  text.replaceAll(directSpeech, (speech) => ' '.repeat(speech.length))

/** Tells of sentences, asked in their order, whether they are inside direct speech and have no marks of their own. */
export function speechFinder(text: string): (start: number, end: number) => boolean {
  const ranges = Array.from(text.matchAll(directSpeech), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  let at = 0
  return (start, end) => {
    while ((ranges[at]?.end ?? Infinity) <= start) at += 1
    const range = ranges[at]
    return range !== undefined && range.start < start && end < range.end
  }
}

/** "Sixty years prior", "The next day", "At the time": the time of something told before. */
const relativeTime = new RegExp(`^(?:${tables.relativeTimes.join('|')})(?!\\p{L})`, 'iu')

/** "This is our second design meeting": a text says what it is. */
const isIntroduction = (tokens: readonly Token[], own: Words): boolean =>
  ['is', 'ist', 'est'].includes(tokens[1]?.lower ?? '') && tokens.slice(2, 9).some(({ lower }) => own.selves.has(lower))

/** Whether what follows "this" says what it is: a time, or the text itself. */
const isClear = (tokens: readonly Token[], at: number, own: Words): boolean =>
  // "These records fall under …": a verb.
  tokens.slice(at + 1, at + 3).some(({ lower }, after) => times.has(lower) && (after === 0 || lower !== 'fall')) ||
  (at <= 1 && own.selves.has(tokens[at + 1]?.lower ?? ''))

/** "I don't recommend that, so …": nothing follows that "that" could introduce. */
const nearTime =
  /^the same \p{Ll}|\b(?:the (?:previous|following|same|next) (?:day|night|week|month|year|morning)|that (?:day|night|morning|week|month|year)|the day (?:before|after))\b(?! (?:he|she|they|it|the|a|when|that|of)\b)/iu
/** "A year later": than what? */
const laterTime =
  /\b(?:an?|one|two|three|four|five|six|ten|\d+|few|several|some) (?:years?|days?|months?|weeks?|hours?|minutes?) (?:later|earlier|afterwards?|beforehand)\b/iu
const bareThat = new RegExp(
  String.raw`, that (?:was|were|has|had|will|would|is(?!,| to say)) |\b(?:this|that|these|those)[,;.!]|\bthat (?:${alternatives(tables.anaphors)})\b|\blike (?:this|that) (?!of\b)|\b(?:said|says?|thinks?|thought|did|do|does) so\b|\bthat same\b|\b(?:says?|said) (?:that )?it(?:['’]s| is| was) (?!\p{L}+(?:ing|ed)\b)|\b(?:in|at|of|for|on|with|from|by|under|during|after|before|since|${tables.takers}) that (?!(?:he|she|it|they|the|we|you|i|a|an|is|was|are|were|has|have|had|will|can|may)\b)\p{L}`,
  'iu',
)

function pointsBack(
  tokens: readonly Token[],
  text: string,
  expletives: ReadonlySet<number>,
  own: Words,
  stops: ReadonlySet<string>,
): boolean {
  if (
    own.pronouns.has('it') &&
    (bareThat.test(text) || nearTime.test(text) || (laterTime.test(text) && !/\d{4}/u.test(text)))
  )
    return true
  return tokens.some(({ lower, index }, at) => {
    const next = tokens[at + 1]?.lower ?? ''
    if (own.pronouns.has(lower)) {
      // "The league called it an outrage.": an object is seldom the subject of its own sentence.
      const isObject =
        objects.has(lower) && (['', 'a', 'an', 'not'].includes(next) || own.articles.has(next) || completers.has(next))
      const isSubjects = !clauseMark.test(text.slice(0, index))
      if (isObject && (isSubjects || contentBefore(tokens, at, stops).length < MIN_BEFORE_OBJECT)) return true
      return (
        !expletives.has(index) && !isNamedAfter(tokens, at, text, stops) && !hasReferent(tokens, at, text, own, stops)
      )
    }
    if (!own.demonstratives.has(lower)) return false
    if (isClear(tokens, at, own) || (at === 0 && isIntroduction(tokens, own)) || (lower === 'such' && next === 'as'))
      return false
    // "This aspect": its noun must have been named before.
    if (next !== '' && !stops.has(next) && tokens[at + 1]?.index === index + lower.length + 1)
      return !tokens.slice(0, at).some((token) => stem(token.lower) === stem(next))
    if ((lower === 'those' || lower === 'celles' || lower === 'ceux') && completers.has(next)) return false
    return !hasReferent(tokens, at, text, own, stops)
  })
}

/** Whether the first word, or a function word of the opening, points back: "It …", "Some did.", "In that year …". */
function opensDependent(
  tokens: readonly Token[],
  text: string,
  expletives: ReadonlySet<number>,
  own: Words,
  stops: ReadonlySet<string>,
): boolean {
  const [first, second] = tokens
  if (first === undefined) return false
  const names = second === undefined ? '' : second.lower
  if (own.demonstratives.has(first.lower) && (isClear(tokens, 0, own) || isIntroduction(tokens, own))) return false
  if (own.demonstratives.has(first.lower) && completers.has(names)) return false
  // "Das Buch …", "Het huis …": the same word is an article before a noun.
  if (own.articles.has(first.lower) && second !== undefined && !stops.has(second.lower)) return false
  if (own.openers.has(first.lower)) return !expletives.has(first.index) && !isNamedAfter(tokens, 0, text, stops)
  if (
    own.quantifiers.has(first.lower) &&
    (stops.has(names) || names === '' || pastVerbs.has(names)) &&
    !completers.has(names)
  )
    return true
  const content = tokens.findIndex(({ lower }) => !stops.has(lower))
  const early = tokens.slice(0, content === -1 ? OPENING_WORDS : Math.min(content, OPENING_WORDS))
  return early.some(
    ({ lower }, at) => own.pointing.has(lower) && !isClear(tokens, at, own) && !isNamedAfter(tokens, at, text, stops),
  )
}

const relatives = asSet(tables.relatives)
const stating = asSet(tables.stating)
const states = (verb: string): boolean => pastVerbs.has(verb) || verb.endsWith('ed') || stating.has(verb)
const isSetOff = (text: string, before: Token | undefined, { index }: Token): boolean =>
  text.slice(before?.index, index).includes(',')

/** Stems of definite nouns without a name, a number, or words that say which one: "the harbor of Velm". */
function definitesOf(tokens: readonly Token[], text: string, own: Words, stops: ReadonlySet<string>): string[] {
  const seen = new Set<string>()
  const found: string[] = []
  tokens.forEach((token, at) => {
    // Other languages have an article before general nouns too; the subject at the beginning tells most.
    if (!own.articles.has(token.lower) || (at > 0 && token.lower !== 'the')) {
      if (!stops.has(token.lower)) seen.add(stem(token.lower))
      return
    }
    const phrase: Token[] = []
    // "In order for the facility to be available": what the noun does doesn't say which one.
    const isSubject = tokens[at - 1]?.lower === 'for'
    let isExplained = false
    for (const [after, next] of tokens.slice(at + 1, at + 2 + MAX_PHRASE).entries()) {
      // "The automaker, which …": what follows a comma doesn't say which one.
      if (relatives.has(next.lower) && isSetOff(text, tokens[at + after], next)) break
      // A number or name says which one only near the article: not in "the vehicle yielded nearly 30 grams".
      const isNear = phrase.length < MAX_NEAR
      // "The German automaker" is one that was named before.
      const isPeople = people.test(next.text) && phrase.length === 0
      // German nouns are capitalized: a name is the second word that is, or has two capital letters.
      const isGermanNoun =
        own.capitalized && !/\p{Lu}.*\p{Lu}/u.test(next.text) && !phrase.some((one) => isCapital(one.text))
      const isName = isCapital(next.text) && !isPeople && !isGermanNoun && !institutions.has(next.lower)
      const isSpecial = general.has(next.lower) || isName || /\d|est$/u.test(next.lower)
      // "The researchers found that …": what they found, not which researchers.
      if (next.lower === 'that' && phrase.length > 1 && states(phrase.at(-1)?.lower ?? '')) break
      const completes = own.completers.has(next.lower) && !(isSubject && next.lower === 'to')
      isExplained ||= completes || (isNear && isSpecial)
      if (isExplained || stops.has(next.lower) || phrase.length === MAX_PHRASE) break
      if (isPeople) continue
      phrase.push(next)
      // "The model's attention to detail"
      if (next.lower.endsWith("'s")) break
    }
    const stems = phrase.map(({ lower }) => stem(lower)).slice(0, 2)
    if (!isExplained && stems.length > 0 && !stems.some((noun) => seen.has(noun))) found.push(stems.join(' '))
  })
  return found
}

/** Whether a sentence has a definite count without names, which refers to an earlier sentence: "The two companies". */
function countsBefore(text: string): boolean {
  const found = counted.exec(text)
  return found !== null && !/(?<=\P{L})\p{Lu}|,/u.test(text.slice(1, found.index))
}

/**
 * Finds what a sentence needs from the text around it, in its language.
 * @param lenient whether sentences of the text may begin in lower case
 */
export function referencesOf(text: string, language: string, lenient: boolean): References {
  const own = tableOf(language)
  const stops = stopWordsOf(language)
  const tokens = tokensOf(text)
  if (tokens.length > MAX_TOKENS)
    return { dependent: true, opens: true, contrasts: false, points: true, aside: true, definites: [] }
  const outside = withoutSpeech(text)
  const narrated = outside === text ? tokens : tokensOf(outside)
  const expletives = new Set(Array.from(text.matchAll(expletive), (match) => match.index))
  const contrasts = correction.test(text) || own.contrasts.has(tokens[0]?.lower ?? '') || unspacedContrast.test(text)
  const isSetOff = ({ index, lower }: Token): boolean =>
    text.slice(0, index).endsWith(', ') && /^[,.;]/u.test(text.slice(index + lower.length))
  const early = tokens.some(
    (token, at) =>
      own.contrasts.has(token.lower) && token.lower.length > 4 && at > 0 && (at < CONTRAST_WITHIN || isSetOff(token)),
  )
  const opensLower = !lenient && /^["“'‘(]?\p{Ll}/u.test(text)
  const opens = opensDependent(tokens, text, expletives, own, stops)
  const dependent =
    opens ||
    contrasts ||
    early ||
    opensLower ||
    // "New York also has …": beside what was said before. "Not only …, but also" says it all.
    (tokens.slice(0, ADDED_WITHIN).some(({ lower }) => own.additives.has(lower)) && !/\bonly\b/iu.test(text)) ||
    bracketed.test(text) ||
    unspacedOpener.test(text) ||
    elliptical.test(text) ||
    relativeTime.test(text) ||
    (language === 'de' && adverb.test(text)) ||
    (romance.has(language) && dropped.test(text)) ||
    (language === 'en' && (afterStep.test(outside) || countsBefore(outside))) ||
    exampleWithin.test(text) ||
    pointsBack(narrated, outside, expletives, own, stops)
  const points =
    dependent ||
    pointsAnywhere.test(text) ||
    further.test(outside) ||
    (tokens.some(({ lower }) => own.additives.has(lower)) && !/\bonly\b/iu.test(text)) ||
    tokens.some(({ lower, index }, at) => {
      const isPronoun = own.pronouns.has(lower) && !expletives.has(index)
      if (isPronoun) return !tokens.slice(0, at).some((token) => isCapital(token.text) && !stops.has(token.lower))
      return own.demonstratives.has(lower) && lower !== 'such' && lower !== 'those' && !isClear(tokens, at, own)
    })
  const aside =
    further.test(outside) || narrated.some(({ text: word, lower }) => own.firstPersons.has(lower) && word !== 'US')
  return {
    dependent,
    opens,
    contrasts: contrasts || early,
    points,
    aside,
    definites: definitesOf(tokens, text, own, stops),
  }
}
