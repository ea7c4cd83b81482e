import { createHash } from 'node:crypto'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { truncate } from '../../../shared/format.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/languages.ts'
import type { ContentType } from '../../../shared/summary.ts'
import type { Summarizer } from '../../../summarizer/index.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { resultOf } from './finish-summary.ts'
import { type AskDeps, isCrowded, takePlace } from './quota.ts'
import { findByIdempotencyKey, findReady, insertSummary, type NewSummary } from './repo.ts'
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
  files: Pick<UploadedFiles, 'prepare' | 'claim' | 'release'>
}

const TITLE_CHARACTERS = 120

/** What the list shows until the source has been read, and what tells the input from others. */
interface Described {
  title: string
  originalUrl: string | null
  contentType: ContentType
  inputHash: string
  /** As the person's machine calls the file; null where there is none. */
  fileName: string | null
}

/** What is known of an input beforehand; null for a file, which is described when it is claimed. */
function describe(deps: CreateSummaryDeps, payload: CreateSummaryPayload): Described | null {
  if (payload.url !== undefined) {
    const url = deps.parseUrl(payload.url)
    return {
      title: url.href,
      originalUrl: url.href,
      contentType: deps.isVideo(url) ? 'youtube' : 'article',
      inputHash: hashOfAddress(url),
      fileName: null,
    }
  }
  if (payload.content !== undefined) {
    const [firstLine = ''] = payload.content.split('\n')
    return {
      title: truncate(firstLine, TITLE_CHARACTERS),
      originalUrl: null,
      contentType: 'document',
      inputHash: hashOfText(payload.content),
      fileName: null,
    }
  }
  return null
}

async function claimFile(deps: CreateSummaryDeps, tx: Tx, actor: Actor, fileUrl = ''): Promise<Described> {
  const { fileName, fileType, sha256 } = await deps.files.claim(tx, actor, fileUrl)
  return {
    title: truncate(fileName, TITLE_CHARACTERS),
    originalUrl: null,
    contentType: fileType === 'epub' ? 'epub' : 'document',
    inputHash: hashOfFile(sha256),
    fileName,
  }
}

const hashOf = (payload: CreateSummaryPayload): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('base64url')

/** The result of an earlier request with the same key, if there was one. */
async function findEarlier(tx: Tx, actor: Actor, key: string, hash: string): Promise<SummaryRow | undefined> {
  const earlier = await findByIdempotencyKey(tx, actor.userId, key)
  if (earlier !== undefined && earlier.idempotencyHash !== hash) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  return earlier
}

/** A summary that is ready as soon as it is asked for, because its input has been summarized before. */
function repeatOf(ready: SummaryRow, described: Described, title: string | undefined) {
  const { fileName } = described
  const { sourceTitle, sourceInfo, contentType, author, site, publishedAt, thumbnailUrl } = ready
  return {
    ...resultOf(ready),
    title: title || sourceTitle || described.title,
    sourceTitle,
    sourceInfo: sourceInfo === null || fileName === null ? sourceInfo : { ...sourceInfo, fileName },
    contentType,
    author,
    site,
    publishedAt,
    thumbnailUrl,
    status: 'ready',
    cached: true,
    usage: [],
  } satisfies Partial<NewSummary>
}

interface Entry {
  beforehand: Described | null
  /** Whether more waits than can be made in good time. */
  crowded: boolean
  key: Pick<NewSummary, 'idempotencyKey' | 'idempotencyHash'>
}

/** A new row: ready at once where the same text or file has been summarized in the same way, else queued. */
async function enter(
  deps: CreateSummaryDeps,
  tx: Tx,
  actor: Actor,
  payload: CreateSummaryPayload,
  { beforehand, crowded, key }: Entry,
): Promise<SummaryRow> {
  const plan = deps.planOf(actor)
  if (payload.content !== undefined) checkTextLimit(deps.plans, plan, payload.content)
  const described = beforehand ?? (await claimFile(deps, tx, actor, payload.fileUrl))
  const { fileName: _, ...fields } = described
  const madeWith = nameOfMaking(deps.summarizer.engine, { advanced: plan.advanced, language: payload.language })
  const ready = await findReady(tx, { userId: actor.userId, inputHash: described.inputHash, madeWith })
  const now = deps.clock.now()
  const row = { ...key, ...fields, userId: actor.userId, createdAt: now, updatedAt: now }
  if (ready !== undefined && payload.url === undefined)
    return insertSummary(tx, { ...row, ...repeatOf(ready, described, payload.title) })
  const { period, priority } = await takePlace(deps, tx, actor, { crowded, isRepeat: ready !== undefined })
  const inserted = await insertSummary(tx, {
    ...row,
    title: payload.title || described.title,
    input: payload,
    quotaPeriod: period,
    progress: { stage: 'queued', done: 0, total: 1 },
  })
  await deps.enqueue(tx, { summaryId: inserted.id, userId: actor.userId, priority })
  return inserted
}

/**
 * Asks for a summary: checks the input against the person's plan, takes one from their quota, stores it as queued and
 * queues the work, all in one transaction. With an idempotency key, a repeat returns what the first request made, also
 * when the first has used up the quota: requests of one person take turns before the key is looked up.
 *
 * A text or file that the person has had summarized in the same way is ready at once and takes no quota. An address is
 * read again first, since pages change.
 *
 * A file is looked at before, and claimed after, the key: a repeat finds its summary although the file is used up.
 *
 * @throws AppError `upgrade_required`, `url_invalid`, `payload_too_large`, `conflict`, `rate_limited`, `unavailable`,
 *   `not_found`, `language_unavailable`, `upload_expired`, `upload_incomplete`, and what the reader says of a file
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
  const known = describe(deps, payload)
  if (payload.fileUrl !== undefined) await deps.files.prepare(actor, payload.fileUrl)
  const idempotencyHash = idempotencyKey === null ? null : hashOf(payload)
  const row = await deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    if (idempotencyKey !== null && idempotencyHash !== null) {
      const earlier = await findEarlier(tx, actor, idempotencyKey, idempotencyHash)
      if (earlier !== undefined) return earlier
    }
    if (language !== undefined) await deps.keepLanguage(tx, actor.userId, language)
    return enter(deps, tx, actor, payload, { beforehand: known, crowded, key: { idempotencyKey, idempotencyHash } })
  })
  if (row.cached && payload.fileUrl !== undefined) await deps.files.release(payload.fileUrl)
  return row
}
