import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import type { Coverage } from '../../shared/summary/summary.ts'
import type { SummaryPage } from '../../shared/summary/summary-page.ts'
import { languageName } from '../../shared/text/languages.ts'
import { countWords } from '../../shared/text/words.ts'
import { findFrontMatter } from '../front-matter.ts'
import { isBook, lengthsFor } from '../lengths.ts'
import { ModelFailure } from '../models/model.ts'
import { answerableQuestions } from '../retrieval/suggest-questions.ts'
import { isInOtherLanguage } from '../text/languages.ts'
import { typographicPage } from '../text/typography.ts'
import type { Notes } from './answers.ts'
import { type Budget, budgetFor, sectionSizeFor } from './budget.ts'
import { withoutCitationsOfAbsence } from './check/missing-facts.ts'
import { verifyPage } from './check/verify-page.ts'
import { textsOf } from './draft.ts'
import { failureOf, unsupportedError } from './errors.ts'
import { fitAdvanced } from './fit-advanced.ts'
import type { Fault } from './instructions.ts'
import { lengthsFromNotes, lengthsOfPage } from './lengths.ts'
import { fitNotes, wordsOfNotes } from './notes.ts'
import { notesPrompt, sourcePrompt } from './prompts.ts'
import { type Reading, readSections } from './read-sections.ts'
import type { Run } from './run.ts'
import { cutPieces, nameSection, type Piece, packSections } from './split-source.ts'
import { type Material, writePage } from './write-page.ts'

interface MadeSummary {
  page: SummaryPage
  coverage: Coverage
  /** Language of the summary, if known. */
  language: string | null
}

/** Times that a request that is too long is repeated with half the context. */
const MAX_SHRINKS = 4
/** Least context that the configuration allows. */
const MIN_CONTEXT = 2048

/**
 * Summarizes a document: in one call if it fits, else from notes on its sections.
 *
 * @param contextTokens tokens that one call may have
 * @throws ModelFailure, and AppError with a more specific code
 */
export async function makeSummary(run: Run, contextTokens: number): Promise<MadeSummary> {
  const { advanced, maxWords } = run.options
  const usual = lengthsFor(run.document.words, advanced, maxWords, isBook(run.document))
  const lengths = lengthsOfPage(usual, run.document.words, run.options)
  const budgetOf = (tokens: number): Budget => budgetFor(tokens, lengths, run.writing)
  let budget = budgetOf(contextTokens)
  const pieces = cutPieces(blocksToRead(run.document), budget.piece)
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0)
  if (tokens <= budget.wholeSource) {
    try {
      return await fromSource(run, pieces, budget)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'too_long') throw failure
      // The limit applies to the whole request, with its instructions and its answer.
      const asked = tokens + budget.contextTokens - budget.wholeSource
      budget = budgetOf(Math.max(MIN_CONTEXT, Math.min(contextTokens, asked) / 2))
    }
  }
  return fromSections(run, pieces, budget, budgetOf)
}

/** Maximum position and words of an imprint that may be the only mention of the author: “© 2002 Ada Byron”. */
const BYLINE = { blocks: 5, words: 20 }

/** A document's blocks without front matter, references and indexes, which count as read. */
function blocksToRead({ blocks, author }: ExtractedDocument): readonly Block[] {
  const surrounding = findFrontMatter(blocks)
  const mayName = ({ text }: Block, at: number): boolean =>
    author === null && at < BYLINE.blocks && countWords(text) <= BYLINE.words
  const rest = blocks.filter((block, at) => !surrounding.has(block) || mayName(block, at))
  return rest.some(({ type }) => type !== 'heading') ? rest : blocks
}

async function fromSource(run: Run, pieces: readonly Piece[], budget: Budget): Promise<MadeSummary> {
  run.emit({ type: 'progress', progress: { stage: 'summarizing', done: 0, total: 1 } })
  const material: Material = { from: 'source', prompt: (marker) => sourcePrompt(run.facts, pieces, marker) }
  const made = await writeAndVerify(run, material, budget)
  const { words } = run.document
  return { ...made, coverage: { words, wordsRead: words, sections: 1, sectionsRead: 1 } }
}

async function fromSections(
  run: Run,
  pieces: readonly Piece[],
  first: Budget,
  budgetOf: (contextTokens: number) => Budget,
): Promise<MadeSummary> {
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0)
  const sections = packSections(pieces, sectionSizeFor(first, tokens))
  const readings = await readSections(run, sections, first)
  const notes = readings.flatMap((reading) =>
    reading.notes === null || wordsOfNotes([reading.notes]) === 0 ? [] : [reading.notes],
  )
  if (notes.length === 0) throw new ModelFailure('invalid', 'Nothing was noted of any section.')
  let budget = first
  for (let shrinks = 0; ; shrinks += 1) {
    try {
      const made = await fromNotes(run, notes, budget)
      return { ...made, coverage: coverageOf(readings, run.document.words) }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'too_long' || shrinks === MAX_SHRINKS || budget.contextTokens <= MIN_CONTEXT) throw failure
      budget = budgetOf(Math.max(MIN_CONTEXT, budget.contextTokens / 2))
    }
  }
}

async function fromNotes(run: Run, notes: readonly Notes[], budget: Budget): Promise<Omit<MadeSummary, 'coverage'>> {
  const fitted = fitNotes(notes, budget.allNotes)
  const material: Material = { from: 'notes', prompt: (marker) => notesPrompt(run.facts, fitted, marker) }
  return writeAndVerify(run, material, { ...budget, lengths: lengthsFromNotes(budget.lengths, wordsOfNotes(fitted)) })
}

/** Coverage in words of the document: if everything was read, both counts are equal. */
function coverageOf(readings: readonly Reading[], words: number): Coverage {
  const unread = readings.filter(({ notes }) => notes === null)
  const missed = unread.reduce((sum, { section }) => sum + section.words, 0)
  return {
    words,
    wordsRead: Math.max(0, words - missed),
    sections: readings.length,
    sectionsRead: readings.length - unread.length,
    ...(unread.length === 0 ? {} : { unread: unread.map(({ section }) => nameSection(section)) }),
  }
}

/** Writes and verifies a page; writes one that fails verification once more. */
async function writeAndVerify(run: Run, material: Material, budget: Budget): Promise<Omit<MadeSummary, 'coverage'>> {
  const earlier: Fault[] = []
  for (let tries = 0; tries < 2; tries += 1) {
    const draft = await writePage(run, material, budget, earlier)
    const { firstScreen, summary } = textsOf(draft)
    // Before verification, which would take the nouns of a wrong language for unsupported names.
    const language = languageOf(run, `${firstScreen} ${summary}`)
    const page = await verifyPage(run, draft, budget)
    if (page !== null) {
      const { focus } = run.facts
      const isFitted = budget.lengths.parts !== null && run.options.maxWords === undefined && focus === undefined
      const fitted = withoutCitationsOfAbsence(isFitted ? fitAdvanced(page) : page)
      const questions = await answerableQuestions(run.document, draft.questions, language)
      const extras = {
        ...(focus === undefined ? {} : { focus: { text: focus, isFound: draft.isOnFocus } }),
        ...(questions.length === 0 ? {} : { questions }),
      }
      return { page: typographicPage({ ...fitted, ...extras }, language), language }
    }
    earlier.push('unsupported')
  }
  throw unsupportedError()
}

/** Language of an answer. Models may insist on another one, which is an error only if the user chose the language. */
function languageOf(run: Run, text: string): string | null {
  const { tag } = run.writing
  if (tag === null || !isInOtherLanguage(text, tag)) return tag
  if (run.options.language !== undefined) {
    throw new AppError(
      'language_unavailable',
      `The language model did not write in ${languageName(tag) ?? tag}. Nothing was charged; please try again, or choose “Same as source”.`,
    )
  }
  return null
}
