import { AppError } from '../../../shared/errors.ts'
import type { Answer } from '../../../shared/questions/answer.ts'
import type { Engine, ModelUsage } from '../../../shared/summary/summary.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import type { QuestionRow, Reply, StoredCitation, SummaryRow } from '../../db/schema/index.ts'
import type { SummaryJobContext } from '../summaries/context.ts'
import { requireModelAllowance } from '../summaries/model-usage-repo.ts'
import { findSummary } from '../summaries/repo.ts'
import type { BlockRange } from '../summaries/source/source-thread.ts'
import { sourceNotKeptToAsk, usesModels } from './context.ts'
import { findCandidates } from './library-repo.ts'
import { earlierAnswers } from './repo.ts'

export interface Answered {
  reply: Reply
  engine: Engine
}

interface AnswerOptions {
  signal: AbortSignal
  /** Called with the answer as far as it is written. */
  onPartial: (reply: Reply) => void
  /** Called with the usage of language models so far. */
  onUsage: (usage: ModelUsage[]) => void
}

/** A source that is asked, whole or in part. */
interface AskedSource {
  /** Its summary and its id; empty where the question itself names them. */
  cited: Pick<StoredCitation, 'summaryId' | 'sourceId'>
  document: PackedDocument
}

/** Earlier questions that a question may refer to. */
const MAX_EARLIER = 5
/** How long a question to the library may refer to an earlier one. */
const LIBRARY_MEMORY_MS = 60 * 60_000
/** Parts of sources, of up to about 8,000 words each, in which an answer is looked for. */
const MAX_PARTS = 24

const kinds = { youtube: 'youtube', article: 'article', document: 'document', epub: 'epub' } as const

/** Facts of a source as its readers return them. */
const factsOf = (summary: SummaryRow): Omit<PackedDocument, 'json' | 'contentHash'> => ({
  kind: kinds[summary.contentType],
  title: summary.sourceTitle ?? summary.title,
  author: summary.author,
  site: summary.site,
  language: summary.sourceLanguage,
  publishedAt: summary.publishedAt,
  url: summary.originalUrl,
  thumbnailUrl: null,
  words: summary.coverage?.words ?? 0,
  sourceInfo: summary.sourceInfo ?? { readAs: '' },
})

/** @throws AppError `source_not_kept` */
async function openSource({ sources }: SummaryJobContext, summary: SummaryRow, ranges: readonly BlockRange[] | null) {
  return sources.excerpt(summary.sourceId, { ranges, facts: factsOf(summary) })
}

/** The source of the summary that is asked about. */
async function askedSource(context: SummaryJobContext, row: QuestionRow): Promise<AskedSource[]> {
  const summary = await findSummary(context.db, row.summaryId ?? '')
  if (summary === undefined)
    throw new AppError('cancelled', 'The summary was deleted before this was answered. Please ask again.')
  if (summary.sourceId !== row.sourceId || !summary.hasSource) throw sourceNotKeptToAsk()
  return [{ cited: {}, document: await openSource(context, summary, null) }]
}

/** The parts of the user's sources in which the answer may be. */
async function candidateSources(
  context: SummaryJobContext,
  row: QuestionRow,
  earlier: string[],
): Promise<AskedSource[]> {
  const parts = await findCandidates(context.db, row.userId, [row.question, ...earlier.slice(-1)], MAX_PARTS)
  const bySummary = Map.groupBy(parts, ({ summaryId }) => summaryId)
  const opened = Array.from(bySummary, async ([summaryId, ranges]): Promise<AskedSource[]> => {
    const summary = await findSummary(context.db, summaryId)
    if (summary === undefined) return []
    const inOrder = ranges.toSorted((one, other) => one.firstBlock - other.firstBlock)
    try {
      return [
        { cited: { summaryId, sourceId: summary.sourceId }, document: await openSource(context, summary, inOrder) },
      ]
    } catch (error) {
      // A source may be deleted meanwhile; the others are asked all the same.
      if (error instanceof AppError && error.code === 'source_not_kept') return []
      throw error
    }
  })
  return (await Promise.all(opened)).flat()
}

/** An answer as it is stored, with the summaries of the sources that it cites. */
function toReply({ outcome, sentences, passages }: Answer, sources: readonly AskedSource[]): Reply {
  return {
    outcome,
    answer: sentences.map(({ text, citations }) => ({
      text,
      citations: citations.map(({ source, ...citation }) => ({ ...citation, ...sources[source]?.cited })),
    })),
    passages: passages.map(({ source, text, marks, citations }) => ({
      text,
      marks,
      citations: citations.map((citation) => ({ ...citation, ...sources[source]?.cited })),
    })),
  }
}

/**
 * Answers a question from the kept source, or from the user's library.
 * @throws AppError `source_not_kept`, `unavailable`, `daily_tokens_used`, `budget_exhausted`, and those of the answerer
 */
export async function answerQuestion(
  context: SummaryJobContext,
  row: QuestionRow,
  { signal, onPartial, onUsage }: AnswerOptions,
): Promise<Answered> {
  const { answerer } = context.pipeline
  const now = context.clock.now().getTime()
  const since = new Date(row.summaryId === null ? now - LIBRARY_MEMORY_MS : 0)
  const earlier = (await earlierAnswers(context.db, row, since, MAX_EARLIER)).map(({ question, reply }) => ({
    question,
    answer: reply?.answer.map(({ text }) => text).join(' ') ?? '',
  }))
  const sources =
    row.summaryId === null
      ? await candidateSources(
          context,
          row,
          earlier.map(({ question }) => question),
        )
      : await askedSource(context, row)
  if (usesModels(context)) await requireModelAllowance(context, context.db, row.userId)
  if (sources.length === 0) {
    const outcome = usesModels(context) ? 'not_found' : 'passages'
    return { reply: { outcome, answer: [], passages: [] }, engine: answerer.engine }
  }
  const documents = sources.map(({ document }) => document)
  for await (const event of answerer.answer(documents, row.question, { signal, earlier, onUsage })) {
    signal.throwIfAborted()
    if (event.type === 'partial') {
      const answer = event.sentences.map((text) => ({ text, citations: [] }))
      onPartial({ outcome: 'answered', answer, passages: [] })
    } else if (event.type === 'done') {
      const { answer, usage } = event.result
      onUsage(usage)
      return { reply: toReply(answer, sources), engine: answer.engine }
    }
  }
  throw new Error('The answerer ended without an answer.')
}
