import { createHash, randomUUID } from 'node:crypto'
import { requireLanguage } from '../../../pipeline/pipeline.ts'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { SourceInfo } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { PASTED_TEXT } from '../../../shared/formats.ts'
import { longestTextLimit, type Plan, planOf, tooLongMessage } from '../../../shared/plans/catalogue.ts'
import { isVideoUrl, parseSourceUrl } from '../../../shared/source-url.ts'
import type { Engine } from '../../../shared/summary/summary.ts'
import { truncate } from '../../../shared/text/format.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/text/languages.ts'
import { summarizerVersion } from '../../../summarizer/summarizer.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryInput, SummaryRow } from '../../db/schema/index.ts'
import { lockUser } from '../../plans/quota-repo.ts'
import type { Actor } from '../../platform/request-context.ts'
import { setSummaryLanguage } from '../accounts/users-repo.ts'
import { storeText } from '../uploads/create-upload.ts'
import { claimUpload, ensureInspected, identifyUpload } from '../uploads/use-upload.ts'
import { findEarlierByKey, insertAlias } from './alias-repo.ts'
import type { SummariesContext } from './context.ts'
import { enqueueSummary, reserveSlot } from './queue.ts'
import { findByIdempotencyKey, findReady, findUnfinishedSame, insertSummary, QUEUED } from './repo.ts'
import { insertSource } from './source-repo.ts'

const MAX_TITLE_CHARACTERS = 120

/** Facts about an input before it is read: the fields shown in the list, and the hash that identifies repeats. */
type InputFacts = Pick<SummaryRow, 'title' | 'originalUrl' | 'contentType' | 'inputHash'> & {
  info?: SourceInfo
}

/** Facts of a link or a text; null for a file, whose row is read within the transaction. */
function factsOf(payload: CreateSummaryPayload): InputFacts | null {
  if (payload.url !== undefined) {
    const url = parseSourceUrl(payload.url)
    return {
      title: url.href,
      originalUrl: url.href,
      contentType: isVideoUrl(url) ? 'youtube' : 'article',
      inputHash: hashUrl(url, payload.html ?? payload.transcript),
    }
  }
  if (payload.content !== undefined) {
    const [firstLine = ''] = payload.content.split('\n')
    return {
      title: truncate(firstLine, MAX_TITLE_CHARACTERS),
      originalUrl: null,
      contentType: 'document',
      inputHash: hashText(payload.content),
      info: { readAs: PASTED_TEXT },
    }
  }
  return null
}

async function fileFacts({ catalogue }: SummariesContext, tx: Tx, actor: Actor, fileUrl = ''): Promise<InputFacts> {
  const { fileName, fileType, sha256 } = await identifyUpload(tx, catalogue, actor, fileUrl)
  return {
    title: truncate(fileName, MAX_TITLE_CHARACTERS),
    originalUrl: null,
    contentType: fileType === 'epub' ? 'epub' : 'document',
    inputHash: hashFile(sha256),
  }
}

export type Key = Pick<SummaryRow, 'idempotencyKey' | 'idempotencyHash'>

/** The idempotency key of a request, with the hash of its body. */
export const keyOf = (idempotencyKey: string | null, body: object): Key => ({
  idempotencyKey,
  idempotencyHash: idempotencyKey === null ? null : sha256(JSON.stringify(body)),
})

/** The summary of an earlier request with the same idempotency key. */
export async function findEarlier(tx: Tx, actor: Actor, { idempotencyKey, idempotencyHash }: Key) {
  if (idempotencyKey === null) return undefined
  const row = await findByIdempotencyKey(tx, actor.userId, idempotencyKey)
  const earlier =
    row === undefined
      ? await findEarlierByKey(tx, actor.userId, idempotencyKey)
      : { row, idempotencyHash: row.idempotencyHash }
  if (earlier !== undefined && earlier.idempotencyHash !== idempotencyHash) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  return earlier?.row
}

interface NewRequest {
  payload: SummaryInput
  /** Title until the source is read, and the source: one that is known, or the facts about a new one. */
  title: string
  source: { id: string } | InputFacts
  /** Whether the queue has reached its capacity. */
  isFull: boolean
  key: Key
}

interface Request extends NewRequest {
  source: InputFacts
}

/**
 * Stores a page captured in a browser as an upload, so that it is read, retried and removed like one.
 * @throws AppError what the parser reports about the page or transcript
 */
async function keepPage(
  context: SummariesContext,
  actor: Actor,
  { html, transcript, ...payload }: CreateSummaryPayload,
): Promise<SummaryInput> {
  const text = html ?? transcript
  if (text === undefined || payload.url === undefined) return payload
  parseSourceUrl(payload.url)
  const fileName = html === undefined ? 'transcript.txt' : 'page.html'
  return { ...payload, fileUrl: await storeText(context, actor, { fileName, text }) }
}

/** Reserves quota, inserts a new summary and enqueues its job. */
export async function insertAndEnqueue(
  context: SummariesContext,
  tx: Tx,
  actor: Actor,
  { payload, title, source, isFull, key }: NewRequest,
  isRepeat: boolean,
): Promise<SummaryRow> {
  if (payload.fileUrl !== undefined) await claimUpload(tx, actor, payload.fileUrl)
  const { period, priority } = await reserveSlot(context, tx, actor, { isFull, isRepeat })
  const now = context.clock.now()
  const { userId } = actor
  const inserted = await insertSummary(tx, {
    ...key,
    userId,
    sourceId: 'id' in source ? source.id : await insertSource(tx, { ...source, title: null, userId, createdAt: now }),
    title: payload.title || title,
    input: payload,
    quotaPeriod: period,
    progress: QUEUED,
    createdAt: now,
    updatedAt: now,
  })
  await enqueueSummary(context.queue, tx, inserted, priority)
  return inserted
}

/** Returns the user's summary of the same source with the same options, or creates one. */
async function findOrCreate(context: SummariesContext, tx: Tx, actor: Actor, request: Request): Promise<SummaryRow> {
  const { payload, source, key } = request
  if (payload.fresh === true) return insertAndEnqueue(context, tx, actor, request, false)
  const { userId } = actor
  const { language = sourceLanguage, focus } = payload
  const { advanced } = planOf(context.catalogue, actor.plan)
  const cacheKey = cacheKeyFor(context, actor, payload)
  const ready = await findReady(tx, { userId, inputHash: source.inputHash, cacheKey })
  const reusable =
    payload.reuse === true
      ? await findReady(tx, {
          userId,
          inputHash: source.inputHash,
          cacheKeyEnd: cacheKeyEnd({ advanced, language, focus }),
        })
      : undefined
  const earlier = reusable ?? (payload.url === undefined ? ready : undefined)
  const known =
    earlier === undefined
      ? await findUnfinishedSame(tx, { userId, inputHash: source.inputHash, language, focus })
      : { ...earlier, cached: true }
  if (known === undefined) return insertAndEnqueue(context, tx, actor, request, ready !== undefined)
  return answerWith(context, tx, known, key)
}

/** Answers a request with a summary that exists, also for a repeat with the same idempotency key. */
export async function answerWith({ clock }: SummariesContext, tx: Tx, known: SummaryRow, key: Key) {
  const { id: summaryId, userId } = known
  if (key.idempotencyKey !== null)
    await insertAlias(tx, { ...key, id: randomUUID(), userId, summaryId, isRedo: false }, clock.now())
  return known
}

/**
 * Requests a summary: checks the input against the user's plan, takes one from their quota, stores it as queued and
 * enqueues the work, all in one transaction. With an idempotency key, a repeat returns the first result, also when the
 * first has used up the quota: requests of one user are serialized before the key is looked up.
 *
 * A source that the user has a summary of, with the same options, takes no quota and leads to that summary, unless the
 * request is for a fresh one. That is known immediately of a text or file, and of anything that is still being created.
 * A link is read again first, since pages change, unless the request asks for the earlier summary with `reuse`.
 *
 * A file is inspected before, and claimed after, the lookups: a repeat finds its summary although the file is used up,
 * and leaves a second upload of it for a fresh one.
 * @throws AppError `upgrade_required`, `quota_exhausted`, `url_invalid`, `payload_too_large`, `idempotency_key_reused`,
 * `rate_limited`, `unavailable`, `not_found`, `language_unavailable`, `upload_expired`, `upload_incomplete`, and what
 * the parser reports about a file
 */
export async function createSummary(
  context: SummariesContext,
  actor: Actor,
  payload: CreateSummaryPayload,
  idempotencyKey: string | null,
): Promise<SummaryRow> {
  const { language, content } = payload
  requireLanguage(context.pipeline.summarizer, language === sourceLanguage ? undefined : language)
  const isFull = await context.positions.isFull()
  const facts = factsOf(payload)
  const input = await keepPage(context, actor, payload)
  const { fileUrl } = input
  if (fileUrl !== undefined) await ensureInspected(context, actor, fileUrl)
  const key = keyOf(idempotencyKey, payload)
  return context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const earlier = await findEarlier(tx, actor, key)
    if (earlier !== undefined) return earlier
    if (language !== undefined) await setSummaryLanguage(tx, actor.userId, language)
    if (content !== undefined) checkTextLimit(context.catalogue.plans, planOf(context.catalogue, actor.plan), content)
    const source = facts ?? (await fileFacts(context, tx, actor, fileUrl))
    return findOrCreate(context, tx, actor, { payload: input, title: source.title, source, isFull, key })
  })
}

/**
 * Checks a pasted text against the plan's limit, in code points.
 * @throws AppError `upgrade_required` if another plan allows it, else `payload_too_large`
 */
export function checkTextLimit(plans: readonly Plan[], plan: Plan, content: string): void {
  const length = Array.from(content).length
  if (length <= plan.textLimitCharacters) return
  const code = length <= longestTextLimit(plans) ? 'upgrade_required' : 'payload_too_large'
  throw new AppError(code, tooLongMessage(plans, plan))
}

/** Options that change the result for given content. */
interface SummaryOptions {
  advanced: boolean
  /** As requested. */
  language?: LanguageChoice | undefined
  /** Empty or undefined for the whole source. */
  focus?: string | undefined
}

/** Cache key of engine, version and options: results for the same content with the same key are interchangeable. */
export const cacheKeyOf = (engine: Engine, { advanced, language = sourceLanguage, focus }: SummaryOptions): string =>
  [`v${summarizerVersion}`, engine.id, advanced ? 'advanced' : 'basic', language, ...focusKey(focus)].join(' ')

/** Part of a cache key for a focus; keys for the whole source have none. */
const focusKey = (focus = ''): string[] => (focus === '' ? [] : [sha256(focus)])

/** Cache key of a summary that a user requests now. */
export const cacheKeyFor = (
  { catalogue, pipeline }: SummariesContext,
  actor: Actor,
  { language, focus }: Pick<SummaryOptions, 'language' | 'focus'>,
): string =>
  cacheKeyOf(pipeline.summarizer.engine, { advanced: planOf(catalogue, actor.plan).advanced, language, focus })

/** End of the cache keys of any engine and version. A plan without advanced summaries also reuses advanced ones. */
const cacheKeyEnd = ({ advanced, language = sourceLanguage, focus }: SummaryOptions): string =>
  ['', ...(advanced ? ['advanced'] : []), language, ...focusKey(focus)].join(' ')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** @param shown what the user's browser shows there, if the page was captured */
export const hashUrl = (url: URL, shown?: string): string =>
  sha256(JSON.stringify(shown === undefined ? ['url', url.href] : ['shown', url.href, shown]))

export const hashText = (content: string): string => sha256(JSON.stringify(['text', content]))

/** @param digest SHA-256 of the file's bytes */
export const hashFile = (digest: string): string => sha256(JSON.stringify(['file', digest]))
