import { z } from 'zod'
import {
  ANSWER_PASSAGES,
  type Answer,
  type AnswerSentence,
  type EarlierQuestion,
} from '../../../shared/questions/answer.ts'
import type { AnswerOptions, AnswerStep } from '../../answerer.ts'
import { lengthsFor } from '../../lengths.ts'
import type { ModelSession } from '../../models/model.ts'
import { findPassages, type PassageIndex, rankPassages } from '../../retrieval/rank-passages.ts'
import { isInOtherLanguage, languageOf } from '../../text/languages.ts'
import { words } from '../../text/tokens.ts'
import { typographic } from '../../text/typography.ts'
import { citationsOf } from '../../verification/source-text.ts'
import { pickSupport } from '../../verification/supporting-blocks.ts'
import { questionAnswer, schemaNames } from '../answers.ts'
import { type Budget, budgetFor } from '../budget.ts'
import { checkQuotations } from '../check/quotations.ts'
import { lineOf, type Page, textOf } from '../check/statements.ts'
import { cite, examine, ruleChecks, settle } from '../check/verify-page.ts'
import { answerInstructions } from '../instructions.ts'
import { dropOpenLinks, toPlainLine } from '../plain-text.ts'
import { questionPrompt } from '../prompts.ts'
import { type Run, startRun } from '../run.ts'
import { cutPieces } from '../split-source.ts'
import { type Excerpt, excerptOf } from './excerpt.ts'

/** Times that the model may search again before it answers. */
const MAX_SEARCHES = 3
/** Searches of one time, and the longest, in characters. */
const MAX_WORDINGS = 4
const MAX_WORDING_CHARACTERS = 200
/** Sources of at most so many tokens are shown whole. */
const WHOLE_TOKENS = 6000
/** Passages shown of longer ones, and their most tokens. */
const SHOWN_PASSAGES = 16
const SHOWN_TOKENS = 5000
/** Share of a small context for the passages. */
const SHOWN_SHARE = 0.5
const MAX_SENTENCES = 6
const ANSWER_TOKENS = 1200
/** Earlier questions that the model sees. */
const MAX_EARLIER = 4

/** State that all steps of one answer share. */
export interface Answering {
  index: PassageIndex
  question: string
  options: AnswerOptions
  session: ModelSession
  contextTokens: number
  secondRead: boolean
  /** Names of the models that wrote something. */
  used: Set<string>
  emit: (step: AnswerStep) => void
}

const tokensOf = ({ document }: Excerpt): number =>
  cutPieces(document.blocks, Number.POSITIVE_INFINITY).reduce((sum, { tokens }) => sum + tokens, 0)

/** The whole of a short source, else the best passages that fit. */
function excerptFor({ index, contextTokens }: Answering, wordings: readonly string[], context: readonly string[]) {
  const whole = excerptOf(index.documents, null)
  if (tokensOf(whole) <= Math.min(WHOLE_TOKENS, contextTokens * SHOWN_SHARE)) return { excerpt: whole, isWhole: true }
  const found = findPassages(index, wordings, { count: SHOWN_PASSAGES, context })
  const most = Math.min(SHOWN_TOKENS, contextTokens * SHOWN_SHARE)
  let shown = found.length
  let excerpt = excerptOf(index.documents, found)
  while (shown > 1 && tokensOf(excerpt) > most) {
    shown = Math.ceil(shown * 0.8) - (shown < 5 ? 1 : 0)
    excerpt = excerptOf(index.documents, found.slice(0, shown))
  }
  return { excerpt, isWhole: false }
}

/** Language of the answer: the chosen one, else that of the question; null if that is unknown. */
function languageFor({ question, options, index }: Answering): string | null {
  if (options.language !== undefined) return options.language
  const asked = languageOf(null, words(question))
  if (asked !== '') return asked
  const [source] = index.documents
  return source?.language != null && !isInOtherLanguage(question, source.language) ? source.language : null
}

function openRun(answering: Answering, { document }: Excerpt): Run {
  const { session, options, secondRead } = answering
  const { signal, onUsage } = options
  const tag = languageFor(answering)
  const run = startRun(
    document,
    { advanced: false, signal, ...(onUsage && { onUsage }), ...(tag !== null && { language: tag }) },
    { session, parallelCalls: 1, secondRead, emit: () => {} },
  )
  return tag === null
    ? { ...run, writing: { ...run.writing, tag: null, language: 'the language of the question', latin: false } }
    : run
}

/** A text of an answer in one line; empty if any sentence of it reveals the instructions, which a rest would only hide. */
function toLine({ leaks }: Run, text: string): string {
  let hasLeaked = false
  const line = toPlainLine(text, (sentence) => {
    const isLeak = leaks(sentence)
    hasLeaked ||= isLeak
    return isLeak
  })
  return hasLeaked ? '' : line
}

const partialAnswer = z.object({ sentences: z.array(z.object({ text: z.string() })) })

interface Reply {
  searches: string[]
  sentences: { text: string; blocks: string[] }[]
}

async function askModel(
  { question, options, contextTokens, used, emit }: Answering,
  run: Run,
  { maySearch, isRepeated }: { maySearch: boolean; isRepeated: boolean },
): Promise<Reply> {
  const pieces = cutPieces(run.document.blocks, contextTokens)
  const earlier: readonly EarlierQuestion[] = (options.earlier ?? []).slice(-MAX_EARLIER)
  const { value, model } = await run.ask({
    instructions: answerInstructions({ writing: run.writing, maySearch, isRepeated }),
    prompt: (marker) => questionPrompt(run.facts, pieces, { question, earlier }, marker),
    schema: questionAnswer,
    schemaName: schemaNames.answer,
    maxOutputTokens: Math.min(ANSWER_TOKENS, Math.ceil(contextTokens / 4)),
    onPartial: (partial) => {
      const { data } = partialAnswer.safeParse(dropOpenLinks(partial))
      const sentences = data?.sentences.map(({ text }) => toLine(run, text)).filter(Boolean) ?? []
      if (sentences.length > 0) emit({ type: 'partial', sentences })
    },
  })
  used.add(model)
  const searches = value.searches
    .map((search) => search.trim().slice(0, MAX_WORDING_CHARACTERS))
    .filter(Boolean)
    .slice(0, MAX_WORDINGS)
  const sentences = value.sentences
    .map(({ text, blocks }) => ({ text: toLine(run, text), blocks: blocks.slice(0, MAX_WORDINGS * 2) }))
    .filter(({ text }) => text !== '')
    .slice(0, MAX_SENTENCES)
  return { searches, sentences }
}

/** The sentences that the source bears out, corrected where the second read corrects them, and their citations. */
async function verify(run: Run, { origins }: Excerpt, { sentences }: Reply, budget: Budget) {
  const source = await run.source()
  const language = run.writing.tag
  const none = lineOf('prose', '')
  const summary = sentences.map(({ text, blocks }) => {
    const cited = citationsOf(source, blocks)
    // Without a valid citation, the sentence may still rest on a passage.
    const citations = cited.length > 0 ? cited : pickSupport(source, text, [], language).map((block) => [block])
    return lineOf('prose', text, { citations })
  })
  const page: Page = {
    language,
    kind: null,
    title: none,
    gist: none,
    keyParts: [],
    takeaways: [],
    summary: summary.filter(({ blocks }) => blocks.length > 0),
    parts: [],
  }
  const settled = await settle({ run, source, budget }, examine(page, source, [...ruleChecks, checkQuotations]))
  const checked = settled.page.summary.flatMap((line): AnswerSentence[] => {
    const citations = cite({ source, language }, line).flatMap((citation) => {
      const origin = origins.get(citation.blockId)
      if (origin === undefined) return []
      return [{ ...citation, blockId: origin.block.id, source: origin.source }]
    })
    return citations.length === 0 ? [] : [{ text: typographic(textOf(line), language), citations }]
  })
  return { sentences: checked, check: settled.read === null ? ('rules' as const) : ('second_read' as const) }
}

/**
 * Answers from the whole of a short source, else from passages, of which the model may search for others.
 *
 * @throws ModelFailure
 */
export async function writeAnswer(answering: Answering): Promise<Omit<Answer, 'engine'>> {
  const { index, question, options, contextTokens, emit } = answering
  const context = (options.earlier ?? []).slice(-1).map((each) => each.question)
  const wordings = [question]
  const nearest = () => rankPassages(index, wordings, { count: ANSWER_PASSAGES, context })
  emit({ type: 'passages', passages: nearest() })
  let searched = 0
  let isRepeated = false
  for (;;) {
    const { excerpt, isWhole } = excerptFor(answering, wordings, context)
    const run = openRun(answering, excerpt)
    const maySearch = !isWhole && !isRepeated && searched < MAX_SEARCHES
    emit({ type: 'progress', stage: 'writing' })
    const reply = await askModel(answering, run, { maySearch, isRepeated })
    if (maySearch && reply.sentences.length === 0 && reply.searches.length > 0) {
      searched += 1
      wordings.push(...reply.searches.filter((search) => !wordings.includes(search)))
      emit({ type: 'progress', stage: 'searching' })
      emit({ type: 'passages', passages: nearest() })
      continue
    }
    if (reply.sentences.length > 0) {
      emit({ type: 'progress', stage: 'checking' })
      const budget = budgetFor(contextTokens, lengthsFor(run.document.words, false, undefined, false), run.writing)
      const { sentences, check } = await verify(run, excerpt, reply, budget)
      if (sentences.length > 0) {
        return { outcome: 'answered', sentences, passages: nearest(), language: run.writing.tag, check }
      }
      if (!isRepeated) {
        isRepeated = true
        continue
      }
    }
    return { outcome: 'not_found', sentences: [], passages: nearest(), language: null, check: null }
  }
}
