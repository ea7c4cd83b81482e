import type { SourceInput } from '../../../ingest/index.ts'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { sourceLanguage } from '../../../shared/languages.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import type { ContentType, ModelUsage, SummaryResult } from '../../../shared/summary.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { traced } from '../../platform/traces.ts'
import { requireEbooks } from './ebooks.ts'
import { type FailSummaryDeps, isEnded, lockInTurn } from './fail-summary.ts'
import { finishSummary, type Work } from './finish-summary.ts'
import type { KeptWork } from './kept-work.ts'
import type { ProgressReporter } from './progress-reporter.ts'
import { isUsedUp } from './quota.ts'
import { updateUnfinished } from './repo.ts'
import { nameOfMaking } from './same-work.ts'
import { type Pipeline, readSource, summarizeDocument } from './summarize-source.ts'
import type { UploadedFiles } from './uploaded-files.ts'
import { addUsage } from './usage.ts'

export interface MakeSummaryDeps extends FailSummaryDeps {
  pipeline: Pipeline
  files: Pick<UploadedFiles, 'read' | 'release'>
  /** The plan that counts for a person now. */
  planFor: (userId: string) => Promise<Plan>
  /** Takes one summary from the person's month; throws when none is left. */
  reserve: (tx: Tx, userId: string, now: Date) => Promise<{ period: Date }>
}

/** One try at a summary. */
export interface Making {
  row: SummaryRow
  input: CreateSummaryPayload
  reporter: ProgressReporter
  kept: KeptWork
  signal: AbortSignal
  /** Hears what language models have been used for, whatever comes of it. */
  onUsage: (usage: ModelUsage[]) => void
}

async function toSource(deps: MakeSummaryDeps, userId: string, input: CreateSummaryPayload): Promise<SourceInput> {
  if (input.url !== undefined) return { kind: 'url', url: input.url }
  const title = input.title ?? null
  if (input.fileUrl === undefined) return { kind: 'text', content: input.content ?? '', title }
  return { kind: 'file', ...(await deps.files.read(userId, input.fileUrl)), url: null, title }
}

/**
 * Reads the source, unless an earlier try has. What was fetched is kept for the tries that may follow, and then the
 * file it came from is not needed any more; a pasted text is in the row already.
 */
async function obtainDocument(deps: MakeSummaryDeps, making: Making): Promise<PackedDocument> {
  const { row, input, reporter, kept, signal } = making
  const stored = await kept.document()
  const restored = stored === null ? null : await deps.pipeline.ingest.restore(stored, signal)
  if (restored !== null) return restored
  const reading = readSource(deps.pipeline, await toSource(deps, row.userId, input), signal)
  let step = await reading.next()
  while (step.done !== true) {
    signal.throwIfAborted()
    reporter.progress(step.value)
    step = await reading.next()
  }
  const document = step.value
  signal.throwIfAborted()
  if (input.content === undefined && (await kept.keepDocument(document.json)) && input.fileUrl !== undefined)
    await deps.files.release(input.fileUrl)
  return document
}

/** What a summary is called in the product's own types: a pasted text is a document. */
function contentTypeOf(document: PackedDocument): ContentType {
  return document.kind === 'text' ? 'document' : document.kind
}

function documentFields(document: PackedDocument, row: SummaryRow) {
  return {
    title: row.input?.title || document.title,
    sourceTitle: row.input?.title ? null : document.title,
    originalUrl: document.url ?? row.originalUrl,
    contentType: contentTypeOf(document),
    thumbnailUrl: document.thumbnailUrl,
    language: document.language,
    author: document.author,
    site: document.site,
    publishedAt: document.publishedAt,
    sourceInfo: { ...document.sourceInfo, language: document.language },
  }
}

const CHANGED = 'This page has changed since you last summarized it, so it would be a new summary.'

/**
 * Takes the quota for a summary that was let through without, as a repeat, and turns out to be none.
 *
 * @throws AppError `upgrade_required` or `conflict` when the month is used up
 */
async function reserveLate(deps: MakeSummaryDeps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockInTurn(tx, deps.takeTurn, id)
    if (row === undefined || isEnded(row) || row.quotaPeriod !== null) return
    try {
      const { period } = await deps.reserve(tx, row.userId, deps.clock.now())
      await updateUnfinished(tx, id, { quotaPeriod: period })
    } catch (error) {
      if (!isUsedUp(error)) throw error
      throw new AppError(error.code, `${CHANGED} ${error.message}`, { cause: error })
    }
  })
}

async function summarize(
  deps: MakeSummaryDeps,
  { row, input, reporter, kept, signal, onUsage }: Making,
  document: PackedDocument,
  advanced: boolean,
): Promise<SummaryResult> {
  const language = input.language === sourceLanguage ? undefined : input.language
  const countCancel = async (): Promise<void> => {
    if (await reporter.countCancel()) return
    signal.throwIfAborted()
    throw new AppError('cancelled', 'This summary was canceled.')
  }
  const events = summarizeDocument(deps.pipeline.summarizer, document, {
    advanced,
    memory: kept.memory,
    onUsage: (usage) => onUsage(addUsage(row.usage, usage)),
    onModelCall: countCancel,
    signal,
    ...(language === undefined ? {} : { language }),
  })
  for await (const event of events) {
    signal.throwIfAborted()
    if (event.type === 'progress') reporter.progress(event.progress)
    else if (event.type === 'partial') {
      await countCancel()
      reporter.partial(event.text)
    } else if (event.type === 'done') return event.result
  }
  throw new Error('The summarizer ended without a result.')
}

/**
 * Makes one summary from what was sent for it: reads the source, summarizes it unless the person has the same already,
 * and ends the row as ready.
 *
 * @throws AppError as the reader, the summarizer and the quota do; `upgrade_required` for a book that the plan does not
 *   include
 */
export async function makeSummary(deps: MakeSummaryDeps, making: Making): Promise<void> {
  const { row, input, reporter, signal } = making
  const plan = await deps.planFor(row.userId)
  const { advanced } = plan
  const document = await traced('read the source', {}, async () => obtainDocument(deps, making))
  await reporter.document(documentFields(document, row))
  // Only now is it known what an address has led to.
  if (contentTypeOf(document) === 'epub') requireEbooks(plan)
  const work: Work = {
    contentHash: document.contentHash,
    madeWith: nameOfMaking(deps.pipeline.summarizer.engine, { advanced, language: input.language }),
  }
  signal.throwIfAborted()
  if (await finishSummary(deps, row.id, work, null, row.usage ?? [])) return
  if (row.quotaPeriod === null) await reserveLate(deps, row.id)
  const { kind, language } = document
  const attributes = { 'precis.source.kind': kind, 'precis.source.language': language ?? 'unknown' }
  const result = await traced('summarize', attributes, async () => summarize(deps, making, document, advanced))
  signal.throwIfAborted()
  const usage = addUsage(row.usage, result.usage)
  making.onUsage(usage)
  await traced('finish', {}, async () => finishSummary(deps, row.id, work, result, usage))
}
