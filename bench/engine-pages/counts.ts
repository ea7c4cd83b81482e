import type { ExtractedDocument } from '../../src/shared/document.ts'
import { findSpeakers, findTurns } from '../../src/shared/text/speakers.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { stopWordsOf } from '../../src/summarizer/text/languages.ts'
import { stem, words } from '../../src/summarizer/text/tokens.ts'
import { isBody, type PlainPage, sentencesOf } from './rival.ts'
import vocabulary from './words.json' with { type: 'json' }

const tableOf = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(lists).map(([name, list]) => [name, new Set(list.split(' '))]))
const [english, openers] = [tableOf(vocabulary.en), tableOf(vocabulary.openers)]
const isIn = (list: keyof typeof vocabulary.en, word = ''): boolean => english.get(list)?.has(word) === true
const stopWords = stopWordsOf('en')

export const faults = ['pronoun', 'far pronoun', 'opener', 'noun', 'cut', 'quote'] as const
export type Fault = (typeof faults)[number]

type Token = Readonly<Record<'text' | 'lower' | 'gap', string>>

/** The words of a text, in lower case without endings such as 's, and what is between each and the one before it. */
const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(/([^\p{L}\p{N}]*)([\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*)/gu), ([, gap = '', word = '']) => {
    return { text: word, lower: word.toLowerCase().replace(/['’](?:s|ll|d|re|ve)$/u, ''), gap: gap.trim() }
  })

const isCapital = ({ text }: Token): boolean => /^\p{Lu}[\p{L}.]/u.test(text)

/**
 * Whether a pronoun could refer to one of these words: he and she to a name or a person, they also to a plural or a
 * group, it also to anything with a determiner. A name is a capitalized word that the source never has in lower case.
 */
function couldMean(pronoun: string, tokens: readonly Token[], common: ReadonlySet<string>): boolean {
  return tokens.some((token, at) => {
    const { lower } = token
    const isDetermined = isIn('determiner', tokens[at - 1]?.lower)
    if ((isCapital(token) && !common.has(lower)) || isIn('people', lower)) return true
    if (isIn('person', pronoun)) return isDetermined && /.{3}(?:er|or|ist|ian|eer|man)$/u.test(lower)
    if (isIn('thing', pronoun)) return isDetermined
    return isIn('group', lower) || (/[^sui]s$/u.test(lower) && !stopWords.has(lower))
  })
}

/**
 * Whether an English sentence has a pronoun without a possible antecedent before it in the sentence or in `context`.
 * "It is … that" needs none, and after "In his speech" it may follow. "This is" needs words or a line before it.
 */
const hasOrphanPronoun = (line: readonly Token[], context: readonly Token[], isFirst: boolean, common: Set<string>) =>
  line.some(({ lower }, at) => {
    const [next, ...rest] = line.slice(at + 1)
    if (isIn('demonstrative', lower) && (lower !== 'that' || at === 0))
      return isFirst && at < 4 && (next === undefined || isIn('auxiliary', next.lower))
    if (!isIn('person', lower) && !isIn('thing', lower) && !isIn('plural', lower)) return false
    if (lower === 'it' && isIn('expletive', next?.lower) && rest.some((token) => isIn('clause', token.lower)))
      return false
    const others = isIn('introduces', line[0]?.lower) ? line.toSpliced(at, 1) : line.slice(0, at)
    return !couldMean(lower, [...context, ...others], common)
  })

/**
 * Whether an English sentence has "the", "this" or "these" with a noun that is new: none of the up to three words after
 * it is before it in the sentence or in `context`. Phrases that are complete ("the port of", "the man who") are excused,
 * and those with a name, a number or a superlative, and things of which there is one ("the world", "this week").
 */
const hasOrphanNoun = (line: readonly Token[], context: readonly Token[]): boolean =>
  line.some(({ lower }, at) => {
    if (!isIn('definite', lower)) return false
    const after = line.slice(at + 1, at + 5)
    const ends = after.findIndex((token, index) => index === 3 || stopWords.has(token.lower) || token.gap !== '')
    const phrase = after.slice(0, ends === -1 ? 3 : ends)
    const follower = after[phrase.length]
    if (phrase.length === 0 || (follower?.gap === '' && isIn('completes', follower.lower))) return false
    const known = new Set([...context, ...line.slice(0, at)].map((token) => stem(token.lower)))
    const isKnown = (token: Token): boolean =>
      known.has(stem(token.lower)) || isCapital(token) || isIn('unique', token.lower) || isIn('completes', token.lower)
    return !phrase.some((token) => isKnown(token) || /\p{N}|.{3}est$/u.test(token.lower))
  })

const count = (text: string, marks: string): number => Array.from(text).filter((mark) => marks.includes(mark)).length

/** Whether quotation marks or brackets are opened and not closed, or closed and not opened. */
function isUnbalanced(text: string): boolean {
  if (count(text, '"') % 2 === 1 || count(text, '(') !== count(text, ')')) return true
  if (text.includes('„')) return count(text, '„') !== count(text, '“”')
  if (count(text, '“') === 0 && count(text, '”') % 2 === 0) return count(text, '«「『') !== count(text, '»」』')
  return count(text, '“') !== count(text, '”')
}

const stops = /[.!?…。！？｡؟۔।॥։።]["'”’»)\]」』】]*$/u
const beginsLow = /^["'“‘«([…\s]*\p{Ll}/u
const isOnlyQuote = /^["“„«「][^"“”„«»「」]+["”“»」]$/u

/** Letters and digits alone, without what is in square brackets and braces. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/\[[^\]]*\]|\{[^}]*\}|[^\p{L}\p{N}]+/gu, '')

interface Options {
  label?: string
  isRun?: boolean
  /** Of a quote. */
  speaker?: string | null
}

/**
 * Counts the faults of a page that a program can see. Pronouns and nouns are judged in English: title, gist, the lines
 * before a line in its run, and its own words so far are what it may refer to; for a far pronoun, not title and gist.
 * An opener is a pronoun or connective that opens a line whose neighbor from the source is not before it (in the
 * languages of words.json). `inRuns` of `runLines` lines of summary and parts are beside their neighbor; `repeated` of
 * `content` words, function words left out, are in an earlier line. A summary's repetition of the gist counts once.
 */
export function countPage(page: PlainPage, source: Pick<ExtractedDocument, 'title' | 'language' | 'blocks'>) {
  const body = source.blocks.filter(isBody).map(({ text }) => text)
  const speakers = findSpeakers(body)
  const unlabeled = (text: string): string =>
    findTurns(text, speakers).reduceRight((all, turn) => all.slice(0, turn.start) + all.slice(turn.contentStart), text)
  const sourceText = body.map((text) => fold(unlabeled(text))).join('')
  const common = new Set(body.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}+/gu) ?? []))
  const tag = source.language?.split('-')[0] ?? ''
  const found: { fault: Fault; line: string }[] = []
  const counts = { lines: 0, words: 0, runLines: 0, inRuns: 0, content: 0, repeated: 0 }
  const said = new Set<string>()
  const general = tokensOf(source.title)

  function add(texts: readonly string[], { label = '', isRun = false, speaker }: Options = {}): void {
    const units = texts.map((text) => sentencesOf(unlabeled(text)))
    const lines = units.flat()
    const keys = lines.map(fold)
    const follows = keys.map((key, at) => at > 0 && sourceText.includes(`${keys[at - 1]}${key}`))
    for (const line of units.map((unit) => unit.join(' '))) if (isUnbalanced(line)) found.push({ fault: 'cut', line })
    let run: Token[] = []
    lines.forEach((line, at) => {
      const isFirst = follows[at] !== true
      const tokens = tokensOf(line)
      if (isFirst) run = tokensOf(label)
      const near = run
      run = [...run, ...tokens]
      if (isRun) counts.runLines += 1
      if (isRun && (!isFirst || follows[at + 1] === true)) counts.inRuns += 1
      if (isRun && keys[at] === fold(page.gist)) return
      const content = words(line)
        .filter((word) => !stopWordsOf(tag).has(word))
        .map(stem)
      counts.lines += 1
      counts.words += countWords(line)
      counts.content += content.length
      counts.repeated += content.filter((word) => said.has(word)).length
      for (const word of content) said.add(word)
      const isQuote = speaker !== undefined
      const isEnglish = tag === 'en' && !isQuote
      const context = [...general, ...near]
      const checks: Readonly<Record<Fault, boolean>> = {
        pronoun: isEnglish && hasOrphanPronoun(tokens, context, isFirst, common),
        'far pronoun': isEnglish && hasOrphanPronoun(tokens, near, isFirst, common),
        opener: isFirst && !isQuote && openers.get(tag)?.has(tokens[0]?.lower ?? '') === true,
        noun: isEnglish && hasOrphanNoun(tokens, context),
        cut: !stops.test(line) || beginsLow.test(line),
        quote: isQuote ? speaker === null && at === 0 : label === '' && isOnlyQuote.test(line),
      }
      found.push(...faults.filter((fault) => checks[fault]).map((fault) => ({ fault, line })))
    })
  }

  add([page.gist])
  general.push(...tokensOf(page.gist))
  for (const { label, text } of page.takeaways) add([text], { label })
  add(page.summary, { isRun: true })
  for (const { title, lines } of page.parts) add(lines, { label: title, isRun: true })
  for (const { text, speaker } of page.quotes) add([text], { speaker })
  return { ...counts, found }
}
