import type { SourceInput } from '../../../ingest/index.ts'
import { readSource, summarizeDocument } from '../../../pipeline/pipeline.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { addUsage } from '../../../shared/summary/add-usage.ts'
import type { ContentType, ModelUsage, SummaryResult } from '../../../shared/summary/summary.ts'
import { sourceLanguage } from '../../../shared/text/languages.ts'
import { transcriptionPrice, type WorkMemory } from '../../../summarizer/index.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import type { SummaryInput, SummaryRow } from '../../db/schema/index.ts'
import type { JobKind, JobRun } from '../../jobs/job-kind.ts'
import { findPlan } from '../../plans/quota-repo.ts'
import { requireFeature } from '../../plans/require-feature.ts'
import { abandonOnAbort } from '../../platform/concurrency.ts'
import { traced } from '../../platform/request-context.ts'
import { findUsedRecording, readUsedUpload, releaseUpload, useRecording } from '../uploads/use-upload.ts'
import { openCheckpoints } from './checkpoint-repo.ts'
import type { SummaryJobContext } from './context.ts'
import { ABORT_GRACE_MS, finalError, logEnd, watchDeletion, withDeadLetter } from './long-job.ts'
import {
  recordModelUsage,
  requireModelAllowance,
  requireReadableLength,
  requireTranscriptionAllowance,
} from './model-usage-repo.ts'
import { type CacheKey, failSummary, finishSummary, INTERRUPTED, reserveLate, reserveMinutes } from './persist.ts'
import { ProgressReporter } from './progress.ts'
import { SUMMARIZE, summaryJobSchema } from './queue.ts'
import { findStatus, findSummary, isEnded, updateUnfinished } from './repo.ts'
import { cacheKeyOf } from './request.ts'
import { searchedTexts } from './search/searched-texts.ts'
import type { SourceWords } from './search/source-words.ts'
import { findDocument, packJson, type SourceFacts, sourceNotKept, writeSource } from './source-repo.ts'

/** Time a job may take beyond the summary's own time limit, to write its end. */
const MARGIN_SECONDS = 5 * 60

const UNEXPECTED = 'Something went wrong on our side while making this summary. Nothing was charged; please try again.'
const TIMED_OUT =
  'This summary took too long, so we stopped it. Nothing was charged. Please try again. If it keeps happening, try a shorter source.'

/** Longest attempt with a self-hosted model, which may write slowly and whose calls end when it falls silent. */
const LOCAL_MODEL_LIMIT_MS = 12 * 60 * 60 * 1000

function timeLimitOf({ config: { ai, summaryTimeoutMs } }: SummaryJobContext): number {
  return ai.models.some((name) => name.startsWith('local:')) ? LOCAL_MODEL_LIMIT_MS : summaryTimeoutMs
}

/** Listening to a recording may take as long as the recording, besides. */
const listeningSeconds = ({ config: { transcription } }: SummaryJobContext): number =>
  (transcription?.limits.maxMinutes ?? 0) * 60

/** Aborts after a time without `restart`. */
function startTimeLimit(ms: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms).unref()
  return { signal: controller.signal, restart: () => void timer.refresh(), end: () => clearTimeout(timer) }
}

type SummaryJob = JobKind<{ summaryId: string }>

export function summaryJobs(context: SummaryJobContext): [SummaryJob, SummaryJob] {
  return withDeadLetter({
    ...SUMMARIZE,
    hasModels: context.config.ai.models.length > 0,
    expireInSeconds: Math.ceil(timeLimitOf(context) / 1000) + listeningSeconds(context) + MARGIN_SECONDS,
    data: summaryJobSchema,
    handle: async ({ summaryId }, run) => runSummary(context, summaryId, run),
    giveUp: async ({ summaryId }) => failSummary(context, summaryId, new AppError('internal', INTERRUPTED)),
  })
}

interface Attempt {
  row: SummaryRow
  input: SummaryInput
  reporter: ProgressReporter
  memory: WorkMemory
  signal: AbortSignal
  /** Called while a recording is transcribed, whose length the time limit can't know. */
  restartTimeLimit: () => void
  /** Minutes of the recording that are reserved. */
  minutes: number
  /** Usage of the services that transcribe recordings and read pages; empty without one. */
  readingUsage: ModelUsage[]
  /** Model usage of all attempts so far; null if unknown. */
  usage: ModelUsage[] | null
  /** Model usage of this attempt. */
  ownUsage: ModelUsage[]
}

/**
 * The job behind a summary: reads the source, summarizes it, and writes its end. Idempotent: a summary that has ended or
 * was deleted is left alone.
 */
async function runSummary(context: SummaryJobContext, summaryId: string, run: JobRun): Promise<void> {
  const row = await findSummary(context.db, summaryId)
  if (row === undefined || isEnded(row) || row.input === null) return
  if (run.lastTry) return failSummary(context, summaryId, new AppError('internal', INTERRUPTED))

  const startedAt = performance.now()
  const { deleted, check, stop } = watchDeletion(context.hub, summaryId, async () => {
    const status = await findStatus(context.db, summaryId)
    return status === undefined || status === 'failed'
  })
  const timeLimit = startTimeLimit(timeLimitOf(context))
  const signal = AbortSignal.any([run.signal, deleted.signal, timeLimit.signal])
  const onError = (error: unknown): void => run.log.warn({ err: error, summaryId }, 'progress could not be reported')
  const reporter = new ProgressReporter({ ...context, onGone: check, onError }, row)
  const memory = openCheckpoints({ ...context, log: run.log }, summaryId)
  const attempt: Attempt = {
    row,
    input: row.input,
    reporter,
    memory,
    signal,
    restartTimeLimit: timeLimit.restart,
    minutes: 0,
    readingUsage: [],
    usage: row.usage,
    ownUsage: [],
  }
  try {
    await abandonOnAbort(signal, ABORT_GRACE_MS, readAndSummarize(context, attempt))
    reportEnd(context, run, startedAt, attempt)
  } catch (error) {
    await reporter.close()
    const { usage } = attempt
    if (deleted.signal.aborted) {
      run.log.info({ summaryId, usage: usage ?? [] }, 'summary was deleted while it was being made')
      return
    }
    const final = finalError(error, run, {
      timedOut: timeLimit.signal.aborted ? TIMED_OUT : null,
      unexpected: UNEXPECTED,
    })
    if (final === null) {
      await updateUnfinished(context.db, summaryId, { usage })
      throw error
    }
    reportEnd(context, run, startedAt, attempt, final)
    await failSummary(context, summaryId, final, usage)
  } finally {
    await reporter.close()
    stop()
    timeLimit.end()
    await recordModelUsage(context, row.userId, attempt.ownUsage)
  }
}

/** Logs the end of a summary and counts it in the metrics. */
function reportEnd(
  { metrics }: SummaryJobContext,
  run: JobRun,
  startedAt: number,
  { row, usage }: Attempt,
  failure?: AppError,
): void {
  const seconds = Math.round((performance.now() - startedAt) / 10) / 100
  const line = { summaryId: row.id, seconds, usage: usage ?? [] }
  metrics.summaryEnded({ outcome: failure?.code ?? 'ready', seconds })
  metrics.modelsUsed(line.usage)
  logEnd(run, line, { done: 'summary made', failed: 'summary failed' }, failure)
}

/** Reads the source, summarizes it unless the user has the same summary already, and ends the row as ready. */
async function readAndSummarize(context: SummaryJobContext, attempt: Attempt): Promise<void> {
  const { row, input, reporter, signal } = attempt
  const plan = await findPlan(context, row.userId)
  const document = await traced('read the source', {}, async () => obtainDocument(context, attempt))
  await reporter.document({ title: row.input?.title || document.title })
  const { plans } = context.catalogue
  // Only now is the type of a linked file known.
  if (contentTypeOf(document) === 'epub') requireFeature(plans, plan, 'ebooks')
  if (input.redo?.advanced === true) requireFeature(plans, plan, 'advanced')
  const key: CacheKey = {
    contentHash: document.contentHash,
    cacheKey: cacheKeyOf(context.pipeline.summarizer.engine, { ...input, advanced: plan.advanced }),
  }
  signal.throwIfAborted()
  if (await finishSummary(context, row.id, key, null, row.usage ?? [])) return
  if (row.quotaPeriod === null) await reserveLate(context, row.id)
  requireReadableLength(context, document.words)
  await requireModelAllowance(context, context.db, row.userId)
  const { kind, language } = document
  const attributes = { 'precis.source.kind': kind, 'precis.source.language': language ?? 'unknown' }
  const result = await traced('summarize', attributes, async () => summarize(context, attempt, document, plan))
  signal.throwIfAborted()
  const usage = addUsage(row.usage, addUsage(attempt.readingUsage, result.usage))
  attempt.usage = usage
  await traced('finish', {}, async () => finishSummary(context, row.id, key, result, usage))
}

/** Records that canceling counts from now on. @throws AppError `cancelled` */
async function countCancel({ reporter, signal }: Attempt): Promise<void> {
  if (await reporter.countCancel()) return
  signal.throwIfAborted()
  throw new AppError('cancelled', 'This summary was canceled.')
}

/**
 * Takes the minutes of a recording from the plan before it is transcribed, and counts what a service is used for. A
 * recording of unknown length is counted as it is heard.
 * @throws AppError `upgrade_required`, `quota_exhausted`, `daily_minutes_used`, `budget_exhausted`, `cancelled`
 */
async function countMinutes(
  context: SummaryJobContext,
  attempt: Attempt,
  { done, total }: { done: number; total: number | null },
): Promise<void> {
  const { row } = attempt
  attempt.restartTimeLimit()
  const minutes = Math.max(1, Math.ceil(Math.max(done, total ?? 0)))
  const service = context.config.transcription?.service ?? null
  if (service !== null) await requireTranscriptionAllowance(context, row.userId, minutes)
  if (minutes > attempt.minutes) {
    await reserveMinutes(context, row.id, minutes)
    attempt.minutes = minutes
  }
  if (service === null) return
  await countCancel(attempt)
  const price = transcriptionPrice(service.model, service.url)
  const costUsd = price === null ? null : price * done
  setReadingUsage(attempt, [
    { model: service.model, calls: 1, inputTokens: 0, outputTokens: 0, costUsd, audioMinutes: done },
  ])
}

function setReadingUsage(attempt: Attempt, usage: readonly ModelUsage[]): void {
  attempt.readingUsage = [...usage]
  attempt.ownUsage = attempt.readingUsage
  attempt.usage = addUsage(attempt.row.usage, attempt.readingUsage)
}

/**
 * Counts what a language model is used for while it reads pages, and checks the ceilings before it reads the first one.
 * @throws AppError `daily_tokens_used`, `budget_exhausted`, `cancelled`
 */
async function countPages(context: SummaryJobContext, attempt: Attempt, usage: readonly ModelUsage[]): Promise<void> {
  attempt.restartTimeLimit()
  if (usage.length === 0) await requireModelAllowance(context, context.db, attempt.row.userId)
  await countCancel(attempt)
  setReadingUsage(attempt, usage)
}

async function toSource(context: SummaryJobContext, userId: string, input: SummaryInput): Promise<SourceInput> {
  const { url = null, fileUrl } = input
  if (url !== null && fileUrl === undefined) return { kind: 'url', url }
  if (input.redo !== undefined) throw sourceNotKept()
  const title = input.title ?? null
  if (fileUrl === undefined) return { kind: 'text', content: input.content ?? '', title }
  const file = await readUsedUpload(context, userId, fileUrl)
  return { kind: 'file', bytes: file.bytes, fileName: url === null ? file.fileName : null, url, title }
}

/** Runs a function with the source of an input. A recording is a file on disk meanwhile. */
async function withSource<T>(
  context: SummaryJobContext,
  userId: string,
  input: SummaryInput,
  use: (source: SourceInput) => Promise<T>,
): Promise<T> {
  const { fileUrl, url = null, title = null } = input
  const recording = fileUrl === undefined ? null : await findUsedRecording(context, userId, fileUrl)
  if (recording === null) return use(await toSource(context, userId, input))
  return useRecording(context, recording, async (file) => use({ kind: 'recording', ...file, url, title }))
}

async function readDocument(
  context: SummaryJobContext,
  attempt: Attempt,
  source: SourceInput,
): Promise<PackedDocument> {
  const { row, reporter, signal } = attempt
  const reading = readSource(context.pipeline, source, {
    signal,
    userId: row.userId,
    onMinutes: async (done, total) => countMinutes(context, attempt, { done, total }),
    onModelUsage: async (usage) => countPages(context, attempt, usage),
  })
  let step = await reading.next()
  while (step.done !== true) {
    signal.throwIfAborted()
    reporter.progress(step.value)
    step = await reading.next()
  }
  return step.value
}

/**
 * Reads the source, unless it is kept. It is stored for later attempts, for reading it beside the summary and for later
 * summaries, and then an uploaded file is no longer needed.
 */
async function obtainDocument(context: SummaryJobContext, attempt: Attempt): Promise<PackedDocument> {
  const { row, input, signal } = attempt
  const stored = await findDocument(context.db, row.sourceId)
  const restored = stored === null ? null : await context.pipeline.ingest.restore(stored, signal, row.userId)
  if (restored !== null) return restored
  const document = await withSource(context, row.userId, input, async (source) =>
    readDocument(context, attempt, source),
  )
  signal.throwIfAborted()
  const { contentHash } = document
  const packed = await packJson(document.json)
  const facts = { ...sourceFacts(document, row), contentHash }
  const kept = packed && { document: packed, words: await wordsOf(context, row, facts, packed) }
  await writeSource(context.db, row, facts, kept)
  if (packed !== null && input.fileUrl !== undefined) await releaseUpload(context, input.fileUrl)
  return document
}

/** The words by which the source is found; none if they can't be listed, which is no reason to fail a summary. */
async function wordsOf(
  { sources, log }: SummaryJobContext,
  { sourceId, id }: SummaryRow,
  { contentHash, ...facts }: SourceFacts & { contentHash: string },
  stored: Buffer,
): Promise<SourceWords[]> {
  const { title, author, site, originalUrl, info } = facts
  const names = searchedTexts({ sourceTitle: title, author, site, originalUrl, sourceInfo: info })
  try {
    return await sources.words({ sourceId, contentHash, stored }, { names, language: facts.language })
  } catch (error) {
    log.warn(
      { event: 'search.source_not_indexed', summaryId: id, err: error },
      'the words of a source could not be listed',
    )
    return []
  }
}

const contentTypeOf = ({ kind }: PackedDocument): ContentType => (kind === 'text' ? 'document' : kind)

function sourceFacts(document: PackedDocument, { originalUrl }: SummaryRow): SourceFacts {
  const { title, url, thumbnailUrl, language, author, site, publishedAt, sourceInfo } = document
  const facts = { title, author, site, publishedAt, language, thumbnailUrl, info: { ...sourceInfo, language } }
  return { ...facts, originalUrl: url ?? originalUrl, contentType: contentTypeOf(document) }
}

async function summarize(
  { pipeline }: SummaryJobContext,
  attempt: Attempt,
  document: PackedDocument,
  { advanced }: Plan,
): Promise<SummaryResult> {
  const { row, input, reporter, memory, signal } = attempt
  const countsCancel = async (): Promise<void> => countCancel(attempt)
  const language = input.language === sourceLanguage ? undefined : input.language
  const events = summarizeDocument(pipeline.summarizer, document, {
    advanced,
    memory,
    onUsage: (usage) => {
      attempt.ownUsage = addUsage(attempt.readingUsage, usage)
      attempt.usage = addUsage(row.usage, attempt.ownUsage)
    },
    onModelCall: countsCancel,
    signal,
    ...(language === undefined ? {} : { language }),
    ...(input.focus ? { focus: input.focus } : {}),
  })
  for await (const event of events) {
    signal.throwIfAborted()
    if (event.type === 'progress') reporter.progress(event.progress)
    else if (event.type === 'partial') {
      await countsCancel()
      reporter.partial(event.page)
    } else if (event.type === 'done') return event.result
  }
  throw new Error('The summarizer ended without a result.')
}
