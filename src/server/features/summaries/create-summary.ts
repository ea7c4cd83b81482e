import { createHash, randomUUID } from 'node:crypto'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { truncate } from '../../../shared/format.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/languages.ts'
import type { ContentType } from '../../../shared/summary.ts'
import type { Summarizer } from '../../../summarizer/index.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { type AskDeps, isCrowded, takePlace } from './quota.ts'
import { findRepeatByKey, insertRepeat, type Repeat } from './repeats-repo.ts'
import { findByIdempotencyKey, findReady, findUnfinishedSame, insertSummary } from './repo.ts'
import { hashOfAddress, hashOfFile, hashOfText, nameOfMaking } from './same-work.ts'
import { requireLanguage } from './summarize-source.ts'
import { checkTextLimit } from './text-limit.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface CreateSummaryDeps extends AskDeps {
  summarizer: Pick<Summarizer, 'engine' | 'translates'>
  /** Keeps a person's choice of a language. */
  keepLanguage: (tx: Tx, userId: string, language: LanguageChoice) => Promise<void>
  /** Parses an address a person typed; throws when it can't be one. */
  parseUrl: (url: string) => URL
  /** Whether an address is a video's rather than an article's. */
  isVideo: (url: URL) => boolean
  files: Pick<UploadedFiles, 'prepare' | 'identify' | 'claim'>
}

const TITLE_CHARACTERS = 120

/** What the list shows until the source has been read, and what tells the input from others. */
interface Described {
  title: string
  originalUrl: string | null
  contentType: ContentType
  inputHash: string
}

/** Facts known about an input before it is read; null for a file, which is described within the transaction. */
function describe(deps: CreateSummaryDeps, payload: CreateSummaryPayload): Described | null {
  if (payload.url !== undefined) {
    const url = deps.parseUrl(payload.url)
    return {
      title: url.href,
      originalUrl: url.href,
      contentType: deps.isVideo(url) ? 'youtube' : 'article',
      inputHash: hashOfAddress(url),
    }
  }
  if (payload.content !== undefined) {
    const [firstLine = ''] = payload.content.split('\n')
    return {
      title: truncate(firstLine, TITLE_CHARACTERS),
      originalUrl: null,
      contentType: 'document',
      inputHash: hashOfText(payload.content),
    }
  }
  return null
}

async function describeFile(deps: CreateSummaryDeps, tx: Tx, actor: Actor, fileUrl = ''): Promise<Described> {
  const { fileName, fileType, sha256 } = await deps.files.identify(tx, actor, fileUrl)
  return {
    title: truncate(fileName, TITLE_CHARACTERS),
    originalUrl: null,
    contentType: fileType === 'epub' ? 'epub' : 'document',
    inputHash: hashOfFile(sha256),
  }
}

const hashOf = (payload: CreateSummaryPayload): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('base64url')

/** The result of an earlier request with the same key, if there was one. */
async function findEarlier(tx: Tx, actor: Actor, key: string, hash: string): Promise<SummaryRow | undefined> {
  const row = await findByIdempotencyKey(tx, actor.userId, key)
  const earlier =
    row === undefined ? await findRepeatByKey(tx, actor.userId, key) : { row, idempotencyHash: row.idempotencyHash }
  if (earlier !== undefined && earlier.idempotencyHash !== hash) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  return earlier?.row
}

type Key = Pick<Repeat, 'idempotencyKey' | 'idempotencyHash'>

interface Entry {
  described: Described
  /** Whether more summaries wait than can be created in good time. */
  crowded: boolean
  key: Key
  /** Whether the user has a summary of the same link with the same options. */
  isRepeat: boolean
}

/** Inserts and enqueues a new summary. */
async function enter(
  deps: CreateSummaryDeps,
  tx: Tx,
  actor: Actor,
  payload: CreateSummaryPayload,
  { described, crowded, key, isRepeat }: Entry,
): Promise<SummaryRow> {
  if (payload.fileUrl !== undefined) await deps.files.claim(tx, actor, payload.fileUrl)
  const { period, priority } = await takePlace(deps, tx, actor, { crowded, isRepeat })
  const now = deps.clock.now()
  const inserted = await insertSummary(tx, {
    ...key,
    ...described,
    userId: actor.userId,
    title: payload.title || described.title,
    input: payload,
    quotaPeriod: period,
    progress: { stage: 'queued', done: 0, total: 1 },
    createdAt: now,
    updatedAt: now,
  })
  await deps.enqueue(tx, { summaryId: inserted.id, userId: actor.userId, priority })
  return inserted
}

/** Returns the user's summary of the same source with the same options, or creates one. */
async function findOrEnter(
  deps: CreateSummaryDeps,
  tx: Tx,
  actor: Actor,
  payload: CreateSummaryPayload,
  { beforehand, crowded, key }: Pick<Entry, 'crowded' | 'key'> & { beforehand: Described | null },
): Promise<SummaryRow> {
  const { userId } = actor
  const { language = sourceLanguage } = payload
  const plan = deps.planOf(actor)
  if (payload.content !== undefined) checkTextLimit(deps.plans, plan, payload.content)
  const described = beforehand ?? (await describeFile(deps, tx, actor, payload.fileUrl))
  if (payload.fresh === true) return enter(deps, tx, actor, payload, { described, crowded, key, isRepeat: false })
  const { inputHash } = described
  const madeWith = nameOfMaking(deps.summarizer.engine, { advanced: plan.advanced, language })
  const ready = await findReady(tx, { userId, inputHash, madeWith })
  const known =
    ready !== undefined && payload.url === undefined
      ? { ...ready, cached: true }
      : await findUnfinishedSame(tx, { userId, inputHash, language })
  if (known === undefined)
    return enter(deps, tx, actor, payload, { described, crowded, key, isRepeat: ready !== undefined })
  if (key.idempotencyKey !== null)
    await insertRepeat(tx, { ...key, id: randomUUID(), userId, summaryId: known.id }, deps.clock.now())
  return known
}

/**
 * Requests a summary: checks the input against the user's plan, takes one from their quota, stores it as queued and
 * enqueues the work, all in one transaction. With an idempotency key, a repeat returns the first result, also when the
 * first has used up the quota: requests of one user are serialized before the key is looked up.
 *
 * A source that the user has a summary of, with the same options, takes no quota and leads to that summary, unless the
 * request is for a fresh one. That is known immediately of a text or file, and of anything that is still being created. A
 * link is read again first, since pages change.
 *
 * A file is checked before, and claimed after, the lookups: a repeat finds its summary although the file is used up, and
 * leaves a second upload of it for a fresh one.
 *
 * @throws AppError `upgrade_required`, `url_invalid`, `payload_too_large`, `conflict`, `rate_limited`, `unavailable`,
 *   `not_found`, `language_unavailable`, `upload_expired`, `upload_incomplete`, and what the reader reports about a file
 */
export async function createSummary(
  deps: CreateSummaryDeps,
  actor: Actor,
  payload: CreateSummaryPayload,
  idempotencyKey: string | null,
): Promise<SummaryRow> {
  const { language } = payload
  requireLanguage(deps.summarizer, language === sourceLanguage ? undefined : language)
  const crowded = await isCrowded(deps)
  const beforehand = describe(deps, payload)
  if (payload.fileUrl !== undefined) await deps.files.prepare(actor, payload.fileUrl)
  const idempotencyHash = idempotencyKey === null ? null : hashOf(payload)
  return deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    if (idempotencyKey !== null && idempotencyHash !== null) {
      const earlier = await findEarlier(tx, actor, idempotencyKey, idempotencyHash)
      if (earlier !== undefined) return earlier
    }
    if (language !== undefined) await deps.keepLanguage(tx, actor.userId, language)
    return findOrEnter(deps, tx, actor, payload, { beforehand, crowded, key: { idempotencyKey, idempotencyHash } })
  })
}
