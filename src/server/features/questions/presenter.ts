import type { CitedSource, Question } from '../../../shared/questions/question.ts'
import type { Db } from '../../db/database.ts'
import type { QuestionRow, Reply, StoredCitation } from '../../db/schema/index.ts'
import { findCited, listQuestions, questionsAfter } from './repo.ts'

const askedIds = ({ summaryId, citedIds }: QuestionRow): string[] => (summaryId === null ? citedIds : [summaryId])

type Cited = CitedSource & { sourceId: string }

/** A reply without what rests on sources that are gone; citations name the summaries of the others. */
export function replyOf(reply: Reply, own: string | null, isThere: (summaryId: string) => boolean) {
  const citationsOf = (citations: readonly StoredCitation[]) =>
    citations.flatMap((citation) => {
      const summaryId = citation.summaryId ?? own
      return summaryId !== null && isThere(summaryId) ? [{ ...citation, summaryId }] : []
    })
  const known = <Line extends { citations: StoredCitation[] }>(lines: readonly Line[]) =>
    lines.flatMap((line) => {
      const citations = citationsOf(line.citations)
      const isGone = citations.length === 0 && line.citations.length > 0
      return isGone ? [] : [{ ...line, citations }]
    })
  return { outcome: reply.outcome, answer: known(reply.answer), passages: known(reply.passages) }
}

/** Whether a summary that an answer cites has another source by now. */
function isOutdated({ summaryId, sourceId, reply }: QuestionRow, cited: ReadonlyMap<string, Cited>): boolean {
  const hasOther = (id: string | undefined, known: string | null | undefined): boolean => {
    const current = cited.get(id ?? '')?.sourceId
    return current !== undefined && known !== undefined && current !== known
  }
  if (summaryId !== null) return hasOther(summaryId, sourceId)
  const lines = [...(reply?.answer ?? []), ...(reply?.passages ?? [])]
  return lines.some(({ citations }) => citations.some((citation) => hasOther(citation.summaryId, citation.sourceId)))
}

type KnownCitation = StoredCitation & { summaryId: string }

function withoutSourceId(citation: KnownCitation) {
  const { sourceId: _, ...fields } = citation
  return fields
}

const withoutSourceIds = <Line extends { citations: KnownCitation[] }>(lines: readonly Line[]) =>
  lines.map((line) => ({ ...line, citations: line.citations.map(withoutSourceId) }))

function present(row: QuestionRow, cited: ReadonlyMap<string, Cited>): Question {
  const { reply, summaryId } = row
  const shown = reply === null ? null : replyOf(reply, summaryId, (id) => cited.has(id))
  return {
    id: row.id,
    summaryId,
    question: row.question,
    status: row.status,
    outcome: row.status === 'ready' ? (shown?.outcome ?? null) : null,
    answer: withoutSourceIds(shown?.answer ?? []),
    passages: withoutSourceIds(shown?.passages ?? []),
    sources: askedIds(row).flatMap((id) => {
      const source = cited.get(id)
      if (source === undefined) return []
      const { sourceId: _, ...fields } = source
      return [fields]
    }),
    engine: row.engine,
    isOutdated: isOutdated(row, cited),
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Questions of one user as the API returns them. All routes, events and exports show them as this function returns them. */
export async function toQuestions(db: Db, rows: readonly QuestionRow[]): Promise<Question[]> {
  const [first] = rows
  if (first === undefined) return []
  const cited = await findCited(db, first.userId, [...new Set(rows.flatMap(askedIds))])
  const bySummary = new Map(cited.map((source) => [source.summaryId, source]))
  return rows.map((row) => present(row, bySummary))
}

export async function toQuestion(db: Db, row: QuestionRow): Promise<Question> {
  const [question] = await toQuestions(db, [row])
  if (question === undefined) throw new Error('A question is shown as one.')
  return question
}

const PAGE_ROWS = 100

/** The newest questions about the source of a summary, for exports. */
export const questionsAbout = async (db: Db, summaryId: string): Promise<Question[]> =>
  toQuestions(db, await listQuestions(db, { summaryId }, { limit: PAGE_ROWS }))

/** All questions of a user, oldest first, with what was sent to language models for each. */
export async function questionsOf(db: Db, userId: string) {
  const all: (Question & Pick<QuestionRow, 'usage'>)[] = []
  for (let after: QuestionRow | null = null; ; ) {
    const rows: QuestionRow[] = await questionsAfter(db, userId, after, PAGE_ROWS)
    const shown = await toQuestions(db, rows)
    all.push(...shown.map((question, index) => Object.assign(question, { usage: rows[index]?.usage ?? [] })))
    after = rows.at(-1) ?? null
    if (rows.length < PAGE_ROWS) return all
  }
}
