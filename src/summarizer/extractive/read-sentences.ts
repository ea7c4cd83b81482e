import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { dateline } from '../../shared/text/dateline.ts'
import { findSpeakers, findTurns, soundMark } from '../../shared/text/speakers.ts'
import { countWords } from '../../shared/text/words.ts'
import { findFrontMatter } from '../front-matter.ts'
import type { Section } from '../sections.ts'
import { languageOf, stopWordsOf } from '../text/languages.ts'
import { type Span, splitSentences } from '../text/sentences.ts'
import { words } from '../text/tokens.ts'
import openers from './openers.json' with { type: 'json' }
import speech from './speech.json' with { type: 'json' }

/** One sentence of the source: `block.text.slice(start, end)`, so it is verbatim by construction. */
export interface Sentence {
  /** Position among all sentences of the document. */
  readonly index: number
  readonly section: number
  readonly block: Block
  readonly start: number
  readonly end: number
  readonly text: string
  /** Length in words, by `countWords` or by white space, whichever is more. */
  readonly words: number
  /** It comes from a transcript: it has a speaker, or the source has no punctuation. */
  readonly spoken: boolean
  /** As named before the turn of a transcript; null elsewhere. */
  readonly speaker: string | null
  /** False: never picked (fragment, page furniture, half of a quotation, a list of names, a question). */
  readonly usable: boolean
  /** Reads well by itself: nothing in its opening points back, and speech has no fillers, repeated or half words. */
  readonly quotable: boolean
  /** Only readable after the sentence before it: it opens with a pronoun or a connective. */
  readonly dependent: boolean
  /** Corrects the sentence before it: "In fact …". */
  readonly corrects: boolean
}

/** All sentences of a document, and facts about it that scoring needs. */
export interface ReadDocument {
  sentences: Sentence[]
  language: string
  title: string
}

interface Context {
  speakers: ReadonlySet<string>
  /** Punctuation is too rare to mark sentences, as in automatic captions. */
  unpunctuated: boolean
  /** Little of the text has full stops, as in chats and lists, so none is required. */
  lenient: boolean
  /** Commas have spaces on both sides, as in transcripts for research. */
  tokenized: boolean
  /** Most letters are Latin. */
  latin: boolean
  matter: ReadonlySet<Block>
  language: string
}

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])

const MIN_WORDS = 5
const MIN_SPOKEN_WORDS = 8
const MAX_WORDS = 60

const bullet =
  /^(?:[-–—•·*▪◦‣●○■□►▶✓✔※]+\s+|\(?\d{1,2}[).]\s+|\([a-z]\)\s+|[①-⑳]\s*|>{2,3}\s*|\p{Lu}\p{L}+[—–] )(?=\S)/u
/** A note's number at the end of a sentence. */
const noteMark = /(?<=[\p{Ll})][.!?]["”’»)]?)(?:\d{1,3}|(?:\[\d{1,3}\]){1,4}|[¹²³⁰⁴-⁹]{1,3})$/u

const terminal = /[.!?…。！？｡؟۔।॥։።]["'”’»)\]」』】]*$/u
/** A question mark, or the particle that ends a question in Chinese and Japanese. */
const question = /[?？؟]["'”’»)\]」』]*$|(?:か|[吗嗎呢])。[」』]?$/u
/** One or two consonants: a word cut off in speech, except where a language has such words. */
const stub = /^[b-df-hj-np-tv-xz]{1,2}$/u
/** An answer or interjection before the statement: "Yeah, …", "Well I guess …". */
const opensReply = /^\p{L}+ ?,/u
const replies: ReadonlySet<string> = new Set(speech.replies.split(' '))
const openingPhrase = new RegExp(`^(?:${speech.openers.replaceAll(', ', '|')})(?!\\p{L})`, 'iu')
const fillers: ReadonlySet<string> = new Set(speech.fillers.split(' '))
const address = /https?:\/\/|www\.|\S@[^\s@]+\.\S|(?:^|\s)[@#]\w{3,}/u
/** Marks of a picture's credit, and the year at the end of an entry in a list of works. */
const credit = /©|\D, (?:1[5-9]|20)\d\d\.?$|\b(?:file )?photo(?:graph)?(?: by|:)|getty images|\/(?:AP|AFP|Reuters)\b/iu
/** "Keywords: …", "Case (a), (b): …": a label instead of the beginning of a sentence. */
const labeled = /^[^:：.!?。]{1,30}(?:: |：)/u
/** "Fig. 6 shows …", "As stated in [6], …": the sentence is about something that the page doesn't show. */
const pointsElsewhere =
  /^[^.,]{0,25}(?:\b(?:fig(?:ure|ura)?|tab(?:le|la|elle|leau)?|abb(?:ildung)?|рис|табл)\b\.? ?\d|[图圖図表] ?\d|\[\d+(?:[,–-] ?\d+)*\])/iu
/** A space before a full stop or comma: the text is damaged, unless all of it is written so. */
const strayStop = /\p{L} [.,](?: |$)/u
const startsAfterStop = /^[、，。,;:；：)\]}」』）]/u
const bracketed = /^[(（[].*[)）\]]\.?$/su
const withoutLetter = /(?<=^|\s)[^\p{L}\s]+(?=\s|$)/gu
const capital = /(?<=\s)["“(]?[\p{Lu}\p{N}]/gu
const pairs = ['()', '[]', '“”', '«»', '「」', '『』', '【】', '（）', '《》'] as const

/** Share of the words of a sentence that may lack a letter; formulas and tables have more. */
const MAX_NUMBERS = 0.3
/** From this share on, sentences of capitalized words and numbers are names, titles or catalog lines. */
const MAX_CAPITALS = 0.6

function isUnbalanced(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  const paired = text.replace(/„[^„“”]*[“”]/gu, '')
  return (
    paired.includes('„') ||
    count('"') % 2 === 1 ||
    pairs.some(([open = '', close = '']) => paired.split(open).length !== paired.split(close).length)
  )
}

const spacedOpeners = new Map(
  Object.entries(openers.spaced).map(([language, list]) => {
    const [pointing = ''] = list.split('|')
    return [language, { all: new Set(list.split(' ')), pointing: new Set(pointing.split(' ')) }]
  }),
)
/** A reference such as "that" in "In that year" is found among this many words. */
const OPENING_WORDS = 5
const correction = new RegExp(`^(?:${openers.corrections.join('|')})`, 'iu')
const unspacedOpener = new RegExp(`^["“「『（]?(?:${openers.unspaced.replaceAll(' ', '|')})`, 'u')

function opensDependent(text: string, { language, lenient }: Context): boolean {
  if (bracketed.test(text) || unspacedOpener.test(text)) return true
  if (!lenient && /^["“'‘(]?\p{Ll}/u.test(text)) return true
  const first = /^[^\p{L}]*([\p{L}\p{M}'’]+)/u.exec(text)?.[1]?.toLowerCase().replaceAll('’', "'") ?? ''
  return spacedOpeners.get(language)?.all.has(first) === true
}

/** Whether one of the function words that open a sentence points back: "In that year …". */
function pointsBack(text: string, language: string): boolean {
  const opening = words(text.slice(0, 60))
  const stops = stopWordsOf(language)
  const content = opening.findIndex((word) => !stops.has(word))
  const early = opening.slice(0, content === -1 ? OPENING_WORDS : Math.min(content, OPENING_WORDS))
  return early.some((word) => spacedOpeners.get(language)?.pointing.has(word))
}

function isUsable(text: string, length: number, spoken: boolean, context: Context): boolean {
  const letters = text.replace(/[^\p{L}\p{M}]+/gu, '').length
  return (
    length >= (spoken ? MIN_SPOKEN_WORDS : MIN_WORDS) &&
    length <= MAX_WORDS &&
    letters >= text.length * 0.5 &&
    (context.lenient || terminal.test(text)) &&
    (text.match(capital)?.length ?? 0) < length * MAX_CAPITALS &&
    (text.match(withoutLetter)?.length ?? 0) <= length * MAX_NUMBERS &&
    !question.test(text) &&
    (spoken || !labeled.test(text)) &&
    (context.tokenized || !strayStop.test(text)) &&
    !isOtherScript(text, context) &&
    !isUnbalanced(text) &&
    ![startsAfterStop, pointsElsewhere, address, soundMark, credit].some((pattern) => pattern.test(text))
  )
}

/** Whether a sentence is speech that opens with an answer, an interjection or a filler. */
export function isReply({ spoken, text }: Pick<Sentence, 'spoken' | 'text'>): boolean {
  if (!spoken) return false
  const [first = ''] = words(text.slice(0, 40))
  return opensReply.test(text) || openingPhrase.test(text) || replies.has(first) || fillers.has(first)
}

function isFluent(text: string, language: string): boolean {
  if (isReply({ spoken: true, text })) return false
  const stops = stopWordsOf(language)
  return !words(text).some((word, at, list) => {
    const repeats = word === list[at + 1] || (word === list[at + 2] && list[at + 1] === list[at + 3])
    return repeats || fillers.has(word) || (stub.test(word) && !stops.has(word))
  })
}

function latinShare(text: string): number {
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0)
}

/** Whether a sentence is in another script than most of its document, which often repeats it in its own. */
function isOtherScript(text: string, { latin }: Context): boolean {
  return latin ? latinShare(text) < 0.35 : latinShare(text) > 0.8
}

/** White-space words and Unicode words differ ("- ,", "2-0"); the larger number respects every limit. */
export function measureWords(text: string): number {
  return Math.max(countWords(text), text.split(/\s+/u).filter(Boolean).length)
}

/** Words of a passage of unpunctuated speech, and the most that one may have. */
const PASSAGE_WORDS = 18
const MAX_PASSAGE_WORDS = 26

/** Cuts before a function word that follows a content word, which rarely splits a phrase. */
function cutPassages(text: string, { start, end }: Span, language: string): Span[] {
  const stops = stopWordsOf(language)
  const tokens = Array.from(text.slice(start, end).matchAll(/\S+/gu), (match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    stop: stops.has(match[0].toLowerCase()),
  }))
  const passages: Span[] = []
  let first = 0
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    const length = at + 1 - first
    const phraseEnds = !token.stop && next?.stop === true
    if (next !== undefined && !(length >= PASSAGE_WORDS && phraseEnds) && length < MAX_PASSAGE_WORDS) return
    passages.push({ start: tokens[first]?.start ?? start, end: token.end })
    first = at + 1
  })
  return passages
}

/** The sentences of one speaker's turn, without dateline, bullet or note mark. */
function spansOf(content: string, context: Context): Span[] {
  const spans = splitSentences(content)
  if (context.unpunctuated) return spans.flatMap((span) => cutPassages(content, span, context.language))
  return spans.map(({ start, end }) => {
    const text = content.slice(start, end)
    const lead = (start === 0 ? dateline.exec(text)?.[0].length : undefined) ?? bullet.exec(text)?.[0].length ?? 0
    const note = noteMark.exec(text.slice(-20))?.[0].length ?? 0
    return { start: start + lead < end - note ? start + lead : start, end: end - note }
  })
}

/** Most words of the term that a definition list explains in its next item, which is longer. */
const TERM_WORDS = 12

/** Whether a block only makes sense after the one before it: the definition of a term. */
function isDefinition(block: Block, before: Block | undefined): boolean {
  if (block.type !== 'list-item' || before?.type !== 'list-item' || /\p{P}$/u.test(before.text)) return false
  const words = countWords(before.text)
  return words <= TERM_WORDS && words < countWords(block.text)
}

function sentencesOf(
  block: Block,
  before: Block | undefined,
  { section, index }: Pick<Sentence, 'section' | 'index'>,
  context: Context,
): Sentence[] {
  if (!prose.has(block.type)) return []
  const turns = findTurns(block.text, context.speakers)
  const parts = [{ start: 0, contentStart: 0, speaker: null }, ...turns]
  const spans = parts.flatMap(({ contentStart, speaker }, at) =>
    spansOf(block.text.slice(contentStart, parts[at + 1]?.start ?? block.text.length), context).map((span) => ({
      start: contentStart + span.start,
      end: contentStart + span.end,
      speaker,
    })),
  )
  return spans.map(({ start, end, speaker }, at) => {
    const spoken = speaker !== null || context.unpunctuated
    const text = block.text.slice(start, end)
    const length = measureWords(text)
    const corrects = correction.test(text)
    return {
      index: index + at,
      section,
      block,
      start,
      end,
      text,
      words: length,
      spoken,
      speaker,
      usable: !context.matter.has(block) && isUsable(text, length, spoken, context),
      quotable: !pointsBack(text, context.language) && (!spoken || isFluent(text, context.language)),
      dependent: corrects || opensDependent(text, context) || (at === 0 && isDefinition(block, before)),
      corrects,
    }
  })
}

/** Characters of the sample from which the language is detected. */
const SAMPLE_CHARACTERS = 6000
/** A text with fewer full stops than one in this many words is unpunctuated. */
const WORDS_A_STOP = 60
/** Share of the text in paragraphs with a full stop below which none is required. */
const PUNCTUATED_SHARE = 0.4
const stop = /[.!?。！？؟।॥።](?=\s|["'”’»)\]」』]|$)/gu

function punctuationOf(document: ExtractedDocument): Pick<Context, 'unpunctuated' | 'lenient' | 'tokenized'> {
  const texts = document.blocks.filter((block) => prose.has(block.type)).map((block) => block.text)
  const characters = (of: readonly string[]) => of.reduce((sum, text) => sum + text.length, 0)
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  const stops = count(stop)
  const unpunctuated = document.words > WORDS_A_STOP && stops * WORDS_A_STOP < document.words
  const ended = texts.filter((text) => text.match(stop) !== null)
  return {
    unpunctuated,
    lenient: unpunctuated || characters(ended) < characters(texts) * PUNCTUATED_SHARE,
    tokenized: count(/ ,/gu) * 2 > count(/,/gu),
  }
}

/** Reads all sentences of a document, section by section; yields the number of sections read after each. */
export function* readSentences(
  document: ExtractedDocument,
  sections: readonly Section[],
): Generator<number, ReadDocument> {
  const sample = document.blocks
    .slice(0, 60)
    .map((block) => block.text)
    .join(' ')
    .slice(0, SAMPLE_CHARACTERS)
  const context: Context = {
    speakers: findSpeakers(document.blocks.map((block) => block.text)),
    ...punctuationOf(document),
    latin: latinShare(sample) > 0.5,
    matter: findFrontMatter(document.blocks, document),
    language: languageOf(document.language, words(sample)),
  }
  const sentences: Sentence[] = []
  for (const [at, section] of sections.entries()) {
    section.blocks.forEach((block, place) => {
      const position = { section: at, index: sentences.length }
      sentences.push(...sentencesOf(block, section.blocks[place - 1], position, context))
    })
    yield at + 1
  }
  return { sentences, language: context.language, title: document.title }
}
