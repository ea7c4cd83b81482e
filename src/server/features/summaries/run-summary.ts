import type { SourceInput } from '../../../ingest/index.ts'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { type ContentType, type SummaryResult, summaryFields } from '../../../shared/summary.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { JobRun } from '../../jobs/queue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { EventHub } from './event-hub.ts'
import { ProgressReporter } from './progress-reporter.ts'
import { findSummary, lockSummary, updateUnfinished } from './repo.ts'
import { type Pipeline, summarizeSource } from './summarize-source.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface FailSummaryDeps {
  db: Db
  clock: Clock
  hub: EventHub
  /** Gives one summary back to the month it was taken from. */
  giveBack: (tx: Tx, userId: string, period: Date) => Promise<void>
  files: Pick<UploadedFiles, 'release'>
}

export interface RunSummaryDeps extends FailSummaryDeps {
  pipeline: Pipeline
  files: Pick<UploadedFiles, 'read' | 'release'>
  /** Whether the person's plan includes advanced summaries now. */
  includesAdvanced: (userId: string) => Promise<boolean>
}

/** Longest one summary may take, whatever it waits for. */
const TIME_LIMIT_MS = 10 * 60_000
/** Unexpected failures are tried again this often; crashes of the process are bounded by the queue. */
const RETRIES_AFTER_ERROR = 1

/** What a person reads when the work died with its process again and again. */
export const INTERRUPTED =
  'This summary was interrupted too often and could not be finished. Nothing was charged; please try again.'
const UNEXPECTED = 'Something went wrong on our side while making this summary. Nothing was charged; please try again.'

const isEnded = (row: SummaryRow): boolean => row.status === 'ready' || row.status === 'failed'

async function toSource(deps: RunSummaryDeps, userId: string, input: CreateSummaryPayload): Promise<SourceInput> {
  if (input.url !== undefined) return { kind: 'url', url: input.url }
  const title = input.title ?? null
  if (input.fileUrl === undefined) return { kind: 'text', content: input.content ?? '', title }
  return { kind: 'file', ...(await deps.files.read(userId, input.fileUrl)), url: null, title }
}

/** What a summary is called in the product's own types: a pasted text is a document. */
function contentTypeOf(document: ExtractedDocument): ContentType {
  return document.kind === 'text' ? 'document' : document.kind
}

function documentFields(document: ExtractedDocument, row: SummaryRow) {
  return {
    title: row.input?.title || document.title,
    originalUrl: document.url ?? row.originalUrl,
    contentType: contentTypeOf(document),
    thumbnailUrl: document.thumbnailUrl,
    language: document.language,
    author: document.author,
    site: document.site,
    publishedAt: document.publishedAt,
    sourceInfo: document.sourceInfo,
  }
}

async function make(
  deps: RunSummaryDeps,
  row: SummaryRow,
  input: CreateSummaryPayload,
  signal: AbortSignal,
): Promise<void> {
  const reporter = new ProgressReporter(deps, row.id)
  const advanced = await deps.includesAdvanced(row.userId)
  const source = await toSource(deps, row.userId, input)
  let finished = false
  for await (const event of summarizeSource(deps.pipeline, source, { advanced, signal })) {
    signal.throwIfAborted()
    if (event.type === 'progress') await reporter.progress(event.progress)
    else if (event.type === 'partial') await reporter.partial(event.text)
    else if (event.type === 'document') await reporter.document(documentFields(event.document, row))
    else {
      await finish(deps, row, event.result)
      finished = true
    }
  }
  if (!finished) throw new Error('The summarizer ended without a result.')
}

/** The file of a summary that has ended is not needed any more. */
async function releaseFile({ files }: FailSummaryDeps, { input }: SummaryRow): Promise<void> {
  if (input?.fileUrl !== undefined) await files.release(input.fileUrl)
}

async function finish(deps: RunSummaryDeps, row: SummaryRow, result: SummaryResult): Promise<void> {
  const { usage: _, ...fields } = summaryFields(result)
  await updateUnfinished(deps.db, row.id, {
    ...fields,
    status: 'ready',
    progress: null,
    partialText: null,
    input: null,
    updatedAt: deps.clock.now(),
  })
  await deps.hub.publish(row.id, { type: 'changed' })
  await releaseFile(deps, row)
}

/** Ends a summary as failed and gives its quota back, in one transaction. */
export async function failSummary(deps: FailSummaryDeps, id: string, error: AppError): Promise<void> {
  const ended = await deps.db.transaction(async (tx) => {
    const row = await lockSummary(tx, id)
    if (row === undefined || isEnded(row)) return null
    const fields = {
      failureCode: error.code,
      failureMessage: error.message,
      progress: null,
      partialText: null,
      quotaPeriod: null,
    }
    await updateUnfinished(tx, id, { ...fields, status: 'failed', updatedAt: deps.clock.now() })
    if (row.quotaPeriod !== null) await deps.giveBack(tx, row.userId, row.quotaPeriod)
    return row
  })
  await deps.hub.publish(id, { type: 'changed' })
  if (ended !== null) await releaseFile(deps, ended)
}

/** What to do about an error: end the summary with it, or (null) let the queue try again. */
function finalError(error: unknown, run: JobRun, timedOut: boolean): AppError | null {
  if (run.signal.aborted) return null
  if (timedOut)
    return new AppError(
      'timed_out',
      'This took longer than it may. Nothing was charged; please try again, or try a shorter source.',
    )
  if (error instanceof AppError && error.code !== 'internal') return error
  return run.earlierTries >= RETRIES_AFTER_ERROR ? new AppError('internal', UNEXPECTED, { cause: error }) : null
}

/**
 * The job behind a summary: reads the source, summarizes it, tells everyone who watches. It can be run any number of
 * times: a summary that has ended is left alone, one that was deleted is not made.
 */
export async function runSummary(deps: RunSummaryDeps, summaryId: string, run: JobRun): Promise<void> {
  const row = await findSummary(deps.db, summaryId)
  if (row === undefined || isEnded(row) || row.input === null) return
  if (run.lastTry) return failSummary(deps, summaryId, new AppError('internal', INTERRUPTED))

  const deleted = new AbortController()
  const unsubscribe = deps.hub.subscribe(summaryId, (event) => {
    if (event.type === 'deleted') deleted.abort()
  })
  const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    await make(deps, row, row.input, AbortSignal.any([run.signal, deleted.signal, timeLimit]))
  } catch (error) {
    if (deleted.signal.aborted) return
    const final = finalError(error, run, timeLimit.aborted)
    if (final === null) throw error
    if (final.code === 'internal') run.log.error({ err: error, summaryId }, 'summary failed')
    else run.log.info({ summaryId, code: final.code }, 'summary failed')
    await failSummary(deps, summaryId, final)
  } finally {
    unsubscribe()
  }
}
