import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import type { CitedText } from '../../shared/summary/citation.ts'
import { advancedText, basicText } from '../../shared/summary/partial-page.ts'
import { MIN_ADVANCED_WORDS } from '../../shared/summary/short-source.ts'
import type { Coverage } from '../../shared/summary/summary.ts'
import type { PageNotice, SummaryPage } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { citationOf } from '../citations.ts'
import { detectKind } from '../kind.ts'
import { isAdvancedLength, isBook, lengthsFor, PARTS_FACTOR, PARTS_SHARE, requestedWords } from '../lengths.ts'
import { quoteNotices } from '../quote-notices.ts'
import { findFocus } from '../retrieval/focus.ts'
import { cutSections, type Section } from '../sections.ts'
import {
  extractiveEngine as engine,
  type SummarizeOptions,
  type Summarizer,
  type SummarizerEvent,
  throwIfCancelled,
} from '../summarizer.ts'
import { headingRank } from '../text/cues.ts'
import { boundWords } from '../text/cut-text.ts'
import { Persons } from '../text/names.ts'
import { chooseSummary, citationsOf, lastResort, paragraphsOf, textOf } from './compose.ts'
import { buildModel, type Candidate, type Model } from './model.ts'
import { type Form, findVerdict, MAX_GIST_WORDS, pickGist } from './opening.ts'
import { composeParts } from './parts.ts'
import { pickQuotes } from './quotes.ts'
import { onlyWithin, type ReadDocument, readSentences } from './read-sentences.ts'
import { knownFrom, type Run, sentencesOf, wordsOf } from './runs.ts'
import { openingOf } from './summary.ts'
import { pickTakeaways } from './takeaways.ts'
import { openingVerses } from './verse.ts'

/** The gist and takeaways of a source of fewer words have no quotes beside them. */
const QUOTES_FROM = 400
/** Parts of the advanced summary; books have one for each chapter. */
const MAX_PARTS = { usual: 12, book: 60 }
/** Words that the parts are planned with, as a multiple of the basic summary's. */
const PLANNED = 4.8

/** Forms of the kinds whose speakers are named. */
const formOf: Readonly<Record<string, Form>> = { meeting: 'meeting', hearing: 'meeting', interview: 'conversation' }

/** Share of the first screen that the gist may take. */
const GIST_SHARE = 0.55
/** Sentences at the start of a source that may lead to its gist. */
const LEADING = 12
/** More lines are more doubtful ones. */
const MAX_TAKEAWAYS = 5

/** Gist, takeaways and quotes of a story are from this first share of it, so that they don't give away its end. */
const STORY_SHARE = 0.35

/** Words of a summary of full sentences, however short its source is, and of the source, at least. */
const SUMMARY_WORDS = 90
const MIN_SUMMARIZED = 200

/** Sources of fewer words can't be summarized. */
const MIN_WORDS = 10

/** The built-in summarizer: every sentence of its summaries is one of the source's own. */
export function createExtractiveSummarizer(): Summarizer {
  return { engine, translates: false, summarize }
}

async function* summarize(document: ExtractedDocument, options: SummarizeOptions): AsyncGenerator<SummarizerEvent> {
  const sections = cutSections(document)
  const total = sections.length
  const words = sections.reduce((sum, section) => sum + section.words, 0)
  if (words < MIN_WORDS) throw tooShort(words)
  yield { type: 'progress', progress: { stage: 'summarizing', done: 0, total } }
  throwIfCancelled(options.signal)
  const read = readSentences(document, sections)
  const { kind, flags } = detectKind(document)
  const form = flags.includes('fiction') ? 'story' : (formOf[kind ?? ''] ?? 'written')
  if (form === 'written' && isList(read)) throw tooShort(words)
  const source = sourceOf(
    document,
    sections.map(({ title }) => title),
    read,
    form,
  )
  const { focus, advanced } = options
  const focused = focus === undefined ? null : await focusOn(source, read, focus)
  const focusedLines = focused && composeLines(focused, options)
  const lines = focusedLines ?? composeLines(source, options)
  if (lines === null) throw tooShort(words)
  const { gist, ...others } = lines
  const missing: PageNotice = document.words < MIN_ADVANCED_WORDS ? 'short_source' : 'too_few_sentences'
  const page: SummaryPage = {
    kind,
    flags: [...flags],
    ...(focus === undefined ? {} : { focus: { text: focus, isFound: focusedLines !== null } }),
    gist,
    keyParts: [],
    ...others,
    notices: [
      ...(advanced && others.parts.length === 0 && form !== 'story' ? [missing] : []),
      ...(advanced ? quoteNotices(document.blocks, others.quotes) : []),
      ...(form === 'story' ? ['fiction_extracts' as const] : []),
    ],
    check: 'verbatim',
  }
  yield { type: 'progress', progress: { stage: 'summarizing', done: total, total } }
  throwIfCancelled(options.signal)
  const coverage = coverageOf(document, sections, source.model)
  yield { type: 'done', result: { page, language: document.language, engine, coverage, usage: [] } }
}

/** A source as read, with what decides how its page is made. */
interface Source {
  document: ExtractedDocument
  /** First lines of a poem. */
  verses: readonly Block[]
  /** Words of what the page is about: all, or the passages about a focus. */
  words: number
  titles: readonly (string | null)[]
  model: Model
  persons: Persons
  form: Form
  /** Whether a sentence may be on the first screen: those of a story don't give away its end. */
  early: (candidate: Candidate) => boolean
  /** Only its opening is shown, since it has little running text or is chatter. */
  openingOnly: boolean
  /** Whether a sentence has words of the focus; null without a focus. */
  isOnFocus: ((candidate: Candidate) => boolean) | null
}

function sourceOf(document: ExtractedDocument, titles: Source['titles'], read: ReadDocument, form: Form): Source {
  const model = buildModel(read, titles)
  const until = form === 'story' ? Math.ceil(model.candidates.length * STORY_SHARE) : Infinity
  // All German nouns are capitalized, so names can't be recognized. Stories and transcripts use names as they like.
  const named = model.language === 'de' || form !== 'written' ? [] : document.blocks
  const verses = openingVerses(document.blocks)
  return {
    document,
    verses,
    words: document.words,
    titles,
    model,
    persons: new Persons(
      named.map(({ text }) => text),
      model.language,
    ),
    form,
    early: ({ sentence }) => sentence.index < until,
    openingOnly:
      (form === 'written' && (verses.length > 0 || hasLittleProse(document, model))) ||
      ((form === 'written' || form === 'conversation') && isChatter(model)),
    isOnFocus: null,
  }
}

/** A source of which only the passages about a focus are used; null if it has none. */
async function focusOn(source: Source, read: ReadDocument, focus: string): Promise<Source | null> {
  const passages = await findFocus(source.document, focus)
  if (passages === null) return null
  const model = buildModel(onlyWithin(read, passages), source.titles, focus)
  const words = model.candidates.reduce((sum, { sentence }) => sum + (sentence.usable ? sentence.words : 0), 0)
  const form = source.form === 'story' ? 'written' : source.form
  return { ...source, model, words, form, early: () => true, openingOnly: false, isOnFocus: ({ titled }) => titled > 0 }
}

type Lines = Pick<SummaryPage, 'gist' | 'takeaways' | 'summary' | 'parts' | 'quotes'>
type Screen = Pick<Lines, 'gist' | 'takeaways' | 'summary'> & { shown: Candidate[] }

/** Composes a page, without parts if they aren't 4 to 6 times as long as the summary; null without a sentence. */
function composeLines(source: Source, { advanced, maxWords }: SummarizeOptions): Lines | null {
  const { document, words: sourceWords, titles, model, persons, form, openingOnly } = source
  const ofBook = isBook(document)
  const lengths = lengthsFor(sourceWords, advanced, maxWords, ofBook)
  const basicWords = lengths.summary?.most ?? requestedWords(sourceWords, maxWords)
  const screen = composeScreen(source, lengths.firstScreen, basicWords, maxWords !== undefined)
  if (screen === null) return null
  const { shown, ...lines } = screen
  const count = openingOnly || sourceWords < QUOTES_FROM ? 0 : lengths.quotes
  const quoted = pickQuotes(model, { count, shown, allowed: source.early, persons })
  const quotes = quoted.map(({ text, speaker, citations }) => ({ text, speaker, citations }))
  const page = { ...lines, quotes, parts: [] }
  // Passages of a conversation are torn from it.
  if (lengths.parts === null || openingOnly || form === 'meeting' || form === 'conversation') return page
  const basic = countWords(basicText(page))
  // A requested length changes the summary alone.
  const [aim, most] =
    maxWords === undefined
      ? [basic * PLANNED, Math.min(basic * PARTS_FACTOR.most, sourceWords * PARTS_SHARE)]
      : [lengths.parts.least, lengths.parts.most]
  const parts = composeParts(model, titles, {
    aim,
    most,
    maxParts: ofBook ? MAX_PARTS.book : MAX_PARTS.usual,
    form,
    shown: [...shown, ...sentencesOf(quoted)],
    persons,
    before: screen.gist.text,
  })
  const isLong = maxWords !== undefined || isAdvancedLength(countWords(advancedText({ takeaways: [], parts })), basic)
  return { ...page, parts: isLong ? parts : [] }
}

/** Shares of a requested length, of which the first that holds with the names in the text is taken. */
const WANTED_SHARES = [1, 0.9, 0.75, 0.5]

/** The runs of a summary of a requested length, which its text may not exceed. */
function chooseWanted({ model, persons, form }: Source, most: number): Run[] {
  // Nearly all sentences of a story have a pronoun for someone.
  const options = { lenient: form === 'story', known: knownFrom(model, []) }
  const choose = (share: number): Run[] => chooseSummary(model, { ...options, words: Math.floor(most * share) })
  const lengthOf = (runs: readonly Run[]): number =>
    paragraphsOf(runs, persons, model.title).reduce((sum, { text }) => sum + countWords(text), 0)
  const fitting = WANTED_SHARES.values().map(choose)
  return fitting.find((runs) => lengthOf(runs) <= most) ?? []
}

/** A page of the one sentence of a source that has no line to show, or none so short; null without a sentence. */
function cutScreen({ model, persons }: Source, words: number, strict: boolean): Screen | null {
  const candidate = lastResort(model, words, strict)
  if (candidate === null) return null
  const sentences = [candidate]
  const text = strict ? boundWords(candidate.sentence.text, words) : textOf({ sentences }, persons, '', true)
  return { gist: { text, citations: citationsOf({ sentences }) }, takeaways: [], summary: [], shown: sentences }
}

const verseText = (verses: readonly Block[]): CitedText => ({
  text: verses.map(({ text }) => text).join(' / '),
  citations: verses.map((block) => citationOf(block, block.text)),
})

/** Most words of a summary: of the basic one beside parts of several times its length, a share of the source. */
const summaryLimit = (sourceWords: number, planned: number): number =>
  Math.max(
    planned,
    Math.min(SUMMARY_WORDS, sourceWords * (sourceWords < MIN_ADVANCED_WORDS ? 0.3 : PARTS_SHARE / PLANNED)),
  )

/** Composes gist, takeaways and basic summary; only the lead may open the summary again. */
function composeScreen(source: Source, firstWords: number, basicWords: number, isWanted: boolean): Screen | null {
  const { model, persons, titles, form, early, words: sourceWords, openingOnly, isOnFocus, verses } = source
  if (!isWanted && verses.length > 0) return { gist: verseText(verses), takeaways: [], summary: [], shown: [] }
  const wanted = isWanted ? chooseWanted(source, basicWords) : null
  if (wanted?.length === 0) return cutScreen(source, basicWords, true)
  const inSummary = sentencesOf(wanted ?? [])
  const unused = (candidate: Candidate): boolean => early(candidate) && !inSummary.includes(candidate)
  const gistWords = Math.min(MAX_GIST_WORDS, Math.round(firstWords * GIST_SHARE))
  const opening = { form, titles, known: knownFrom(model, []), maxWords: gistWords }
  const onFocus =
    isOnFocus &&
    pickGist(model, { ...opening, focused: true, allowed: (candidate) => unused(candidate) && isOnFocus(candidate) })
  const written = { ...opening, focused: false, allowed: unused }
  const lead = onFocus ?? pickGist(model, written)
  if (lead === null) return cutScreen(source, isWanted ? basicWords : firstWords, isWanted)
  const verdict = onFocus || isWanted ? undefined : findVerdict(model, lead, written)
  const shownGist = { sentences: verdict ? [...lead.sentences.slice(0, 1), verdict] : lead.sentences }
  const gist = { text: textOf(shownGist, persons, model.title, true), citations: citationsOf(shownGist) }
  const known = knownFrom(model, [gist.text])
  const shown = [...inSummary, ...shownGist.sentences]
  const { takeaways: range } = lengthsFor(sourceWords, false)
  const count = form === 'story' ? 0 : Math.min(MAX_TAKEAWAYS, range.most)
  const [opener] = shownGist.sentences
  const maxWords = Math.max(0, firstWords - wordsOf([shownGist]))
  // Of a paper whose other pages are unreadable, the abstract. What comes before the gist only leads to it.
  const isNear = ({ sentence }: Candidate): boolean =>
    (form !== 'written' || sentence.index > Math.min(opener?.sentence.index ?? 0, LEADING)) &&
    (!openingOnly ||
      (sentence.section === opener?.sentence.section && headingRank(titles[sentence.section] ?? null) > 0))
  const hasSummary = wanted === null && sourceWords >= MIN_SUMMARIZED
  const summaryOptions = { words: summaryLimit(sourceWords, basicWords), form, titles, known }
  const runs = wanted ?? (hasSummary ? [{ sentences: openingOf(model, shownGist, summaryOptions) }] : [])
  const allShown = [...shown, ...sentencesOf(runs)]
  const options = { count, maxWords, known, titles, persons, meeting: form === 'meeting' }
  const picked = pickTakeaways(model, { ...options, allowed: isOnFocus ?? isNear, shown: allShown })
  let before = `${model.title} ${gist.text}`
  const takeaways = picked.map(({ run, label }) => {
    const text = textOf(run, persons, before, false)
    before += ` ${text}`
    return { text, citations: citationsOf(run), label }
  })
  const summary = paragraphsOf(runs, persons, isWanted ? model.title : `${model.title} ${gist.text}`)
  return { gist, takeaways, summary, shown: [...allShown, ...sentencesOf(picked.map(({ run }) => run))] }
}

/** A source with a smaller share of its words in sentences, and fewer words, is a form or a list. */
const MIN_PROSE = 0.4
const MUCH_PROSE = 1000

/** Fewest items of a list such as box scores, their most words on average, the least share with figures, and of full ones. */
const LIST = { items: 30, words: 8, figures: 0.6, full: 0.05 }

/** Whether a source has short items with figures instead of sentences. */
function isList({ sentences }: ReadDocument): boolean {
  const sum = (some: ReadDocument['sentences']): number => some.reduce((all, { words }) => all + words, 0)
  return (
    sentences.length >= LIST.items &&
    sum(sentences) <= sentences.length * LIST.words &&
    sentences.filter(({ text }) => /\p{N}/u.test(text)).length >= sentences.length * LIST.figures &&
    sum(sentences.filter(({ usable }) => usable)) < sum(sentences) * LIST.full
  )
}

/** Words of the sentences of a conversation, on average, below which it is chatter. */
const CHATTER_WORDS = 8

/** Whether a source is mostly speech without full stops, or in very short sentences. */
function isChatter({ candidates }: Model): boolean {
  const spoken = candidates.filter(({ sentence }) => sentence.spoken)
  const words = spoken.reduce((sum, { sentence }) => sum + sentence.words, 0)
  return (
    spoken.length * 2 > candidates.length &&
    (spoken.every(({ sentence }) => sentence.speaker === null) || words < spoken.length * CHATTER_WORDS)
  )
}

/** Whether a source has little running text: a paper with many formulas still has much. */
function hasLittleProse({ words }: ExtractedDocument, { candidates }: Model): boolean {
  const prose = candidates.reduce((sum, { sentence }) => sum + (sentence.joins ? sentence.words : 0), 0)
  return prose < Math.min(MUCH_PROSE, words * MIN_PROSE)
}

function tooShort(words: number): AppError {
  return new AppError(
    'source_too_short',
    words < MIN_WORDS
      ? 'There is too little text here to summarize. Add at least a few full sentences.'
      : 'No full sentence was found in this source, so there is nothing to summarize. Check that it holds running text.',
  )
}

/** Coverage counts headings and prose as read, but not code, tables, captions, and sections without prose. */
function coverageOf({ blocks }: ExtractedDocument, sections: readonly Section[], { candidates }: Model): Coverage {
  const read = new Set(candidates.map(({ sentence }) => sentence.block))
  const wordsOf = (some: readonly Block[]): number => some.reduce((sum, { text }) => sum + countWords(text), 0)
  return {
    words: wordsOf(blocks),
    wordsRead: wordsOf(blocks.filter((block) => block.type === 'heading' || read.has(block))),
    sections: sections.length,
    sectionsRead: new Set(candidates.map(({ sentence }) => sentence.section)).size,
  }
}
