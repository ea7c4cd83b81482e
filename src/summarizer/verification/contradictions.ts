import { wildcardPattern } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import { stem } from '../text/tokens.ts'
import tables from './claim-words.json' with { type: 'json' }
import { countsIn, valuesIn } from './counts.ts'
import { definedNames } from './defined-names.ts'
import { itemNumbersOf } from './source-numbers.ts'
import { type SourceSentences, sentencesOf, type Word, wordsOf } from './source-sentences.ts'
import { perSource, type SourceText, titlesOf } from './source-text.ts'
import { TextRow, type TokenRange, type TokenRow } from './tokens.ts'
import { commonAcronyms, isCommon } from './unsupported-names.ts'
import { isRoundedHere } from './unsupported-numbers.ts'

/** A sentence and the source's sentences that share most words with it. */
interface Claim {
  row: TextRow
  language: string
  words: readonly Word[]
  source: SourceSentences
  nearest: readonly Word[]
  /** The tokens of the nearest sentence. */
  nearestRow: TokenRow
  around: readonly Word[]
  /** The folded words of the source's titles, each between spaces. */
  titles: readonly string[]
  /** Names that the source defines as the same, by stem: “ENA” for Enron. */
  defined: ReadonlyMap<string, ReadonlySet<string>>
  /** Stems of the name of the source's author, who speaks in every sentence. */
  authors: ReadonlySet<string>
  /** Numbers of the source's items. */
  items: ReadonlySet<string>
}

/** Finds words of a claim that its source contradicts. Returns tokens of the claim. */
type Rule = (claim: Claim) => TokenRange[]

const negators = new Map(Object.entries(tables.negators).map(([language, lines]) => [language, wildcardPattern(lines)]))
const weakNegators = wildcardPattern(tables.weakNegators)
const hedges = wildcardPattern(tables.hedges)
const softeners = wildcardPattern([...tables.hedges, ...tables.softeners])
const anyOf = (words: readonly string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`, 'gu')
const certainties = anyOf(tables.certainties)
const stated = tables.stated.map(({ words, signs, window, limits, inDialogue }) => ({
  words: anyOf(words),
  signs: anyOf(signs),
  window,
  limits: limits === undefined ? null : anyOf(limits),
  inDialogue,
}))
const opposites = tables.opposites.flatMap((line) => {
  const [one = [], other = []] = line.split(' / ').map((words) => [words])
  const [first, second] = [wildcardPattern(one), wildcardPattern(other)]
  return [
    { word: first, opposite: second },
    { word: second, opposite: first },
  ]
})

/** Consecutive sentences that may support a claim together. */
const AROUND = 3

const clauseEnd = /[.;:!?,]/u

/** Positions of the next content words of the clause, which a negation or hedge applies to. */
function governed(words: readonly Word[], at: number, most: number): number[] {
  const found: number[] = []
  for (let next = at + 1; next < Math.min(words.length, at + 5) && found.length < most; next += 1) {
    const word = words[next]
    if (word === undefined || clauseEnd.test(word.gap)) break
    if (word.stem !== null) found.push(next)
  }
  return found
}

/** Ranges of words that match a pattern. */
function matchesOf(words: readonly Word[], pattern: RegExp): TokenRange[] {
  const text = words.map(({ form }) => form).join(' ')
  return Array.from(text.matchAll(pattern), (match) => {
    const from = text.slice(0, match.index).split(' ').length - 1
    return { from, to: from + match[0].split(' ').length }
  })
}

const has = (words: readonly Word[], pattern: RegExp) => matchesOf(words, pattern).length > 0

/** Tokens before and after a word in which a negation may apply to it. */
const BEFORE = 6
const BEHIND = 4

/** Share of a claim's words in one sentence of the source above which the claim repeats that sentence. */
const REPEATS = 0.5
/** Minimum share from which the position of names is compared: a paraphrase has them elsewhere. */
const RESTATES = 0.4

function sharedBy(words: readonly Word[], others: readonly Word[]): number {
  const stems = new Set(words.flatMap(({ stem }) => stem ?? []))
  return stems.intersection(new Set(others.flatMap(({ stem }) => stem ?? []))).size / Math.max(1, stems.size)
}

const isRepeat = (words: readonly Word[], nearest: readonly Word[]): boolean => sharedBy(words, nearest) > REPEATS

/** Sentences after a question that may answer it. */
const ANSWER = 2

/**
 * Negations that the source lacks: "was not closed" for its "closed". A denial in another sentence is an excuse, unless
 * the claim repeats a sentence that affirms the same words.
 */
const negated =
  (negator: RegExp): Rule =>
  ({ words, source, nearest, around }) => {
    const isRepeated = isRepeat(words, nearest)
    const denies = ({ form }: Word) => negator.test(form) || weakNegators.test(form)
    // "Will you come?", "Sorry, I work on Sunday."
    const isAnswered = (sentence: number) => {
      const answer = source.words(sentence + 1, sentence + 1 + ANSWER)
      return /[?？]/u.test(answer[0]?.gap ?? '') && answer.some(denies)
    }
    return words.flatMap((word, at) => {
      if (!negator.test(word.form)) return []
      const objects = governed(words, at, 2)
      const stems = objects.flatMap((object) => words[object]?.stem ?? [])
      const isShared = around.some(({ stem }) => stem !== null && stems.includes(stem))
      const there = nearest.findIndex(({ stem }) => stem === stems[0])
      const start = Math.max(0, there - BEFORE)
      const other = there < 0 ? -1 : nearest.findIndex(({ stem }, at) => at >= start && stem === stems[1])
      const isBeside = other >= 0 && other < there + BEHIND
      // "Without making it complex and too long": the denial may precede the first of them.
      const beside = nearest.slice(Math.max(0, Math.min(there, other) - BEFORE), Math.max(there, other) + BEHIND)
      const isAffirmed = isRepeated && isBeside && !beside.some(denies)
      const isDeniedThere = stems.some((key) => isNear(source, key, denies) || source.with(key).some(isAnswered))
      return !isShared || (isDeniedThere && !isAffirmed) ? [] : [{ from: at, to: (objects.at(-1) ?? at) + 1 }]
    })
  }

/** Statements that the source denies: "the lamp is sold with batteries" for its "the lamp is not sold with batteries". */
const affirmed =
  (negator: RegExp): Rule =>
  ({ words, nearest }) => {
    const denies = ({ form }: Word) => negator.test(form) || weakNegators.test(form)
    // A disputed or supposed claim is not affirmed.
    if (words.some((word) => denies(word) || softeners.test(word.form)) || !isRepeat(words, nearest)) return []
    return nearest.flatMap((word, at) => {
      if (!negator.test(word.form)) return []
      const stems = governed(nearest, at, 2).map((object) => nearest[object]?.stem ?? '')
      const [from = -1, to = -1] = stems.map((key) => words.findIndex(({ stem }) => stem === key))
      return from < 0 || to < from || to - from > BEHIND ? [] : [{ from, to: to + 1 }]
    })
  }

/** Whether the source has a word near one that passes a test. */
function isNear(source: SourceSentences, key: string, test: (word: Word) => boolean): boolean {
  return source.with(key).some((sentence) => {
    const words = source.words(sentence, sentence + 1)
    return words.some(({ stem }, at) => stem === key && words.slice(Math.max(0, at - BEFORE), at + BEHIND).some(test))
  })
}

/** Content words next to a word. */
function neighbors(words: readonly Word[], at: number): Set<string> {
  const near = [...words.slice(Math.max(0, at - 3), at), ...words.slice(at + 1, at + 4)]
  return new Set(near.flatMap(({ stem }) => stem ?? []))
}

/** After these, a hedge asks or proposes: "could you call him", "may I". */
const addressed = /^(?:you|we|i|they|he|she)$/u

/** Certainty that the source lacks: "carcinogenic" for its "reportedly carcinogenic", "will come" for "could come". */
const certain: Rule = ({ words, nearest, source }) => {
  // "Could not" is certain.
  const isHedge = ({ form }: Word, next: Word | undefined) =>
    hedges.test(form) && next?.form !== 'not' && !addressed.test(next?.form ?? '')
  const hedged = nearest.flatMap((word, at) => (isHedge(word, nearest[at + 1]) ? [at] : []))
  if (hedged.length === 0) return []
  const doubted = hedged.flatMap((at) => governed(nearest, at, 1))
  const isDoubted = (at: number) => {
    const word = words[at]
    if (word?.stem == null || word.isNumber || word.isName) return false
    const own = neighbors(words, at)
    return doubted.some((there) => nearest[there]?.stem === word.stem && !own.isDisjointFrom(neighbors(nearest, there)))
  }
  const sure = has(nearest, certainties)
    ? []
    : matchesOf(words, certainties).filter(({ to }) => governed(words, to - 1, 1).some(isDoubted))
  // In speech a hedge is often mere politeness.
  if (source.isDialogue || words.some(({ form }) => softeners.test(form))) return sure
  // An infinitive states nothing: "plan to meet".
  const isStated = (at: number) => words[at - 1]?.form !== 'to'
  return [...sure, ...words.flatMap((_, at) => (isDoubted(at) && isStated(at) ? [{ from: at, to: at + 1 }] : []))]
}

/** Causes, totals or doubts that the source lacks: "due to", "all"; not "all cars" if it has such a word there. */
const unfounded: Rule = ({ words, source, nearest, around }) =>
  stated.flatMap(({ words: pattern, signs, window, limits, inDialogue }) => {
    if ((source.isDialogue && !inDialogue) || has(window === 1 ? nearest : around, signs)) return []
    if (limits !== null && !has(nearest, limits)) return []
    const isSign = (word: Word) => window === 1 && has([word], signs)
    return matchesOf(words, pattern).filter(
      ({ to }) =>
        words[to]?.gap.startsWith('-') !== true &&
        governed(words, to - 1, 1).every((object) => !isNear(source, words[object]?.stem ?? '', isSign)),
    )
  })

const englishNegator = negators.get('en')
/** Words between a negation and the word that it denies. */
const DENIED = 3

/** "Not always easy" is no opposite of "hard". */
const isDenied = (words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - DENIED), at).some(({ form }) => englishNegator?.test(form) === true)

/** Maximum sentences about a thing that are compared with a claim; a source with more of them may state both opposites. */
const MAX_ABOUT = 40

/** The sentences with a content word; none if there are too many. */
function sentencesAbout(source: SourceSentences, key: string | null): Word[][] {
  const sentences = key === null ? [] : source.with(key)
  return sentences.length > MAX_ABOUT ? [] : sentences.map((sentence) => source.words(sentence, sentence + 1))
}

/** Stem of the next content word of the clause: "loans" of "cheap loans" and of "opposes the loans". */
const objectOf = (words: readonly Word[], at: number) => words[governed(words, at, 1)[0] ?? -1]?.stem ?? null

/** Positions of the words that match a pattern and aren't denied, next to at least `least` of some content words. */
const matchesNear = (words: readonly Word[], pattern: RegExp, near: ReadonlySet<string>, least: number): number[] =>
  words.flatMap(({ form }, at) =>
    pattern.test(form) && !isDenied(words, at) && near.intersection(neighbors(words, at)).size >= least ? [at] : [],
  )

/**
 * Opposites of the source's words: "prices rose in May" for its "prices fell in May". The nearest sentence has them, or
 * any that has them of the same thing: "cheap loans" for "expensive loans".
 */
const opposed: Rule = ({ words, nearest, source }) => {
  const least = isRepeat(words, nearest) ? 1 : 2
  return words.flatMap(({ form }, at) => {
    const pairs = opposites.filter(({ word }) => word.test(form))
    // "Does not like" is no opposite of "hates".
    if (pairs.length === 0 || isDenied(words, at)) return []
    const near = neighbors(words, at)
    const object = objectOf(words, at)
    const about = sentencesAbout(source, object)
    // "Cheap loans" can't be expensive, but a bill that one party supports may have opponents.
    const leastAbout = about.length === 1 && words[at + 1]?.stem === object ? 1 : 2
    const isOpposed = pairs.some(({ word, opposite }) => {
      const lacks = (sentence: readonly Word[]): boolean => !sentence.some((other) => word.test(other.form))
      // Of something else: "save money and spend time".
      const objects = words.flatMap((other, there) => (opposite.test(other.form) ? [objectOf(words, there)] : []))
      if (objects.length === 0 && lacks(nearest) && matchesNear(nearest, opposite, near, least).length > 0) return true
      const isOfObject = (sentence: readonly Word[]): boolean =>
        matchesNear(sentence, opposite, near, leastAbout).some((there) => objectOf(sentence, there) === object)
      return !objects.includes(object) && about.every(lacks) && about.some(isOfObject)
    })
    return isOpposed ? [{ from: at, to: at + 1 }] : []
  })
}

const namesNothing = (form: string): boolean => isCommon(form, 'en') || commonAcronyms.has(form)

/** Tokens around a name or number that it belongs to. */
const REACH = 10
/** Minimum words around it that the source has elsewhere: one may be a coincidence. */
const MIN_NEIGHBORS = 2

/** Sentences before and after, over which a source spreads what a claim puts together about a name. */
const SPREAD = 1
const SPREAD_OF_DIALOGUE = 8

/**
 * Sentences that may speak of what one of some sentences contains. A number in prose belongs to its own sentence, but one
 * in a heading or a cell ("n = 20") has no other words there.
 */
function scopeOf(source: SourceSentences, sentences: readonly number[], isNumber: boolean): ReadonlySet<number> {
  const isAlone = (at: number): boolean =>
    source.words(at, at + 1).filter(({ stem }) => stem !== null).length <= MIN_NEIGHBORS
  const spreadOf = (at: number): number =>
    source.isDialogue ? SPREAD_OF_DIALOGUE : isNumber && !isAlone(at) ? 0 : SPREAD
  return new Set(
    sentences.flatMap((at) => {
      const spread = spreadOf(at)
      return Array.from({ length: 2 * spread + 1 }, (_, step) => at + step - spread)
    }),
  )
}

/** Whether a source writes a word in lower case wherever it has it: "Home" as the name of a page, in a text on homes. */
const isLowerIn = (source: SourceSentences, key: string): boolean =>
  source.with(key).every((sentence) => {
    const row = source.row(sentence)
    return source.words(sentence, sentence + 1).every(({ stem }, at) => stem !== key || /^\p{Ll}/u.test(row.raw(at)))
  })

/**
 * Names and numbers whose neighbors occur in the source, but never near them. Speakers are exempt: their names stand
 * before what they say and not in it. So are authors.
 */
const misplaced: Rule = ({ words, source, nearest, around, defined, authors, items }) => {
  const isRestated = sharedBy(words, nearest) >= RESTATES
  const stems = new Set(words.map(({ stem }) => stem))
  const hasOtherNumber = around.some(({ isNumber, stem }) => isNumber && !stems.has(stem))
  const hasOtherName = nearest.some(({ isName, stem }) => isName && !stems.has(stem))
  return words.flatMap(({ form, stem, isNumber, isName }, at) => {
    const isAnchor = isNumber ? hasOtherNumber : isRestated && hasOtherName && isName && !namesNothing(form)
    if (stem === null || !isAnchor || source.with(stem).length === 0) return []
    if (source.speakers.has(stem) || authors.has(stem) || (!isNumber && isLowerIn(source, stem))) return []
    // "Step 5: …"
    if (at <= 1 && items.has(form)) return []
    const beside = words.slice(Math.max(0, at - REACH), at + REACH + 1).flatMap((word) => word.stem ?? [])
    const known = [...new Set(beside)].filter((key) => key !== stem && source.with(key).length > 0)
    const named = [stem, ...(defined.get(stem) ?? [])].flatMap((key) => source.with(key))
    const own = scopeOf(source, named, isNumber)
    const isTogether = known.some((key) => source.with(key).some((sentence) => own.has(sentence)))
    return known.length < MIN_NEIGHBORS || isTogether ? [] : [{ from: at, to: at + 1 }]
  })
}

/**
 * Counts of a thing that the nearest sentence counts otherwise: "20 sheds" for its "15 sheds". No sentence may have both
 * the number and the thing.
 */
const miscounted: Rule = ({ row, language, words, source, nearest, nearestRow }) => {
  const known = countsIn(nearestRow, nearest, language)
  if (known.length === 0) return []
  const values = valuesIn(nearestRow, language)
  return countsIn(row, words, language).flatMap(({ mention, unit, noun }) => {
    const [value] = mention.values
    if (value === undefined || !values.isDisjointFrom(new Set(mention.values))) return []
    if (!known.some((other) => other.noun === noun && other.unit === unit)) return []
    if (isRoundedHere(mention, value, row, values)) return []
    const about = source.with(noun)
    const hasValue = (sentence: number) => valuesIn(source.row(sentence), language).has(value)
    return about.length > MAX_ABOUT || about.some(hasValue) ? [] : [{ from: mention.from, to: mention.to }]
  })
}

/**
 * Two adjacent names that no sentence or title of the source has together. Offices and possessives are exempt, and a
 * first word that the source never has as a name: "Meanwhile Keller left".
 */
const mixed: Rule = ({ words, source, titles }) =>
  words.flatMap(({ form, stem, isName }, at) => {
    const next = words[at + 1]
    if (stem === null || next?.stem == null || !/^\s$/u.test(next.gap) || !next.isName) return []
    const mayBeName = (): boolean =>
      source
        .with(stem)
        .some((sentence) => source.words(sentence, sentence + 1).some((word) => word.isName && word.stem === stem))
    if (!isName && !(at === 0 && mayBeName())) return []
    // "4K TV", "LG TV"
    if (namesNothing(form) || form.length < 2 || form.endsWith("'s") || commonAcronyms.has(next.form)) return []
    if (titles.some((title) => title.includes(` ${form} ${next.form} `))) return []
    const own = new Set(source.with(stem))
    const other = source.with(next.stem)
    const isTogether = own.size === 0 || other.length === 0 || other.some((sentence) => own.has(sentence))
    return isTogether ? [] : [{ from: at, to: at + 2 }]
  })

const titleWordsOf = perSource((source) =>
  titlesOf(source).map((title) => ` ${new TextRow(title).tokens.map(({ form }) => form).join(' ')} `),
)

const authorsOf = perSource(
  ({ document }) => new Set(new TextRow(document.author ?? '').tokens.map(({ form }) => stem(form))),
)

/** Words that the source, in the same language, contradicts: a negation, certainty, an opposite, another subject. */
export function contradictions(source: SourceText, row: TextRow, language: string): (TokenRange & { rule: string })[] {
  if (language !== source.language) return []
  const sentences = sentencesOf(source)
  const words = wordsOf(row, 0, row.length, stopWordsOf(language))
  const stems = new Set(words.flatMap(({ stem }) => stem ?? []))
  const nearest = sentences.nearest(stems, 1)
  const around = sentences.nearest(stems, AROUND)
  const claim: Claim = {
    row,
    language,
    words,
    source: sentences,
    nearest: sentences.words(nearest, nearest + 1),
    nearestRow: sentences.row(nearest),
    around: sentences.words(around, around + AROUND),
    titles: titleWordsOf(source),
    defined: definedNames(source),
    authors: authorsOf(source),
    items: itemNumbersOf(source),
  }
  const negator = negators.get(language)
  const rules: Readonly<Record<string, Rule>> = {
    ...(negator === undefined ? {} : { negated: negated(negator), affirmed: affirmed(negator) }),
    ...(language === 'en' ? { certain, unfounded, opposed } : {}),
    ...(language === 'de' ? {} : { misplaced, mixed }),
    miscounted,
  }
  return Object.entries(rules).flatMap(([rule, find]) => find(claim).map(({ from, to }) => ({ from, to, rule })))
}
