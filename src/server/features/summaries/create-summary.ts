import { createHash } from 'node:crypto'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { formatCount, truncate } from '../../../shared/format.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import type { ContentType } from '../../../shared/summary.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { countUnfinished, findByIdempotencyKey, insertSummary } from './repo.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface CreateSummaryDeps {
  db: Db
  clock: Clock
  /** Waits until no other request of the person is in a transaction of this kind; lasts until the transaction ends. */
  takeTurn: (tx: Tx, userId: string) => Promise<void>
  /** Takes one summary from the person's month; throws when none is left. */
  reserve: (tx: Tx, userId: string, now: Date) => Promise<{ plan: Plan; period: Date }>
  /** The longest text any plan takes: whether an upgrade would help. */
  longestTextLimit: number
  /** Parses an address a person typed; throws when it can't be one. */
  parseUrl: (url: string) => URL
  /** Whether an address is a video's rather than an article's. */
  isVideo: (url: URL) => boolean
  files: Pick<UploadedFiles, 'prepare' | 'claim'>
  /** Queues the work; it runs when the transaction commits. */
  enqueue: (tx: Tx, summaryId: string) => Promise<void>
}

const TITLE_CHARACTERS = 120
/** Summaries that one person may have in the making, so that nobody fills the queue for everybody. */
const MAX_UNFINISHED = 50
const RETRY_AFTER_SECONDS = 30

/** Number of characters as a person counts them: code points. */
const charactersOf = (text: string): number => Array.from(text).length

/** The spec's words for whose limit it is. */
function whoseLimit(plan: Plan): string {
  if (plan.id === 'elite') return 'Elite'
  return plan.id === 'starter' ? 'free users' : 'your current plan'
}

function checkTextLimit(deps: CreateSummaryDeps, plan: Plan, content: string): void {
  const length = charactersOf(content)
  if (length <= plan.textLimitCharacters) return
  const message = `Content exceeds the ${formatCount(plan.textLimitCharacters)} character limit for ${whoseLimit(plan)}.`
  if (length <= deps.longestTextLimit) throw new AppError('upgrade_required', message)
  throw new AppError('payload_too_large', message)
}

interface Described {
  title: string
  originalUrl: string | null
  contentType: ContentType
}

/** What the list shows until the source has been read; null for a file, which is described when it is claimed. */
function describe(deps: CreateSummaryDeps, payload: CreateSummaryPayload): Described | null {
  if (payload.url !== undefined) {
    const url = deps.parseUrl(payload.url)
    return {
      title: payload.title || url.href,
      originalUrl: url.href,
      contentType: deps.isVideo(url) ? 'youtube' : 'article',
    }
  }
  if (payload.content !== undefined) {
    const [firstLine = ''] = payload.content.split('\n')
    return { title: payload.title || truncate(firstLine, TITLE_CHARACTERS), originalUrl: null, contentType: 'document' }
  }
  return null
}

async function claimFile(
  deps: CreateSummaryDeps,
  tx: Tx,
  actor: Actor,
  payload: CreateSummaryPayload,
): Promise<Described> {
  const { fileName, fileType } = await deps.files.claim(tx, actor, payload.fileUrl ?? '')
  return {
    title: payload.title || truncate(fileName, TITLE_CHARACTERS),
    originalUrl: null,
    contentType: fileType === 'epub' ? 'epub' : 'document',
  }
}

async function checkUnfinished(tx: Tx, actor: Actor): Promise<void> {
  if ((await countUnfinished(tx, actor.userId)) < MAX_UNFINISHED) return
  throw new AppError('rate_limited', 'Many of your summaries are still being made. Please wait for one to finish.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
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

/**
 * Asks for a summary: checks the input against the person's plan, takes one from their quota, stores it as queued and
 * queues the work, all in one transaction. With an idempotency key, a repeat returns what the first request made, also
 * when the first has used up the quota: requests of one person take turns before the key is looked up.
 *
 * A file is looked at before, and claimed after, the key: a repeat finds its summary although the file is used up.
 *
 * @throws AppError `upgrade_required`, `url_invalid`, `payload_too_large`, `conflict`, `rate_limited`, `not_found`,
 *   `upload_expired`, `upload_incomplete`, and what the reader says of a file
 */
export async function createSummary(
  deps: CreateSummaryDeps,
  actor: Actor,
  payload: CreateSummaryPayload,
  idempotencyKey: string | null,
): Promise<SummaryRow> {
  const known = describe(deps, payload)
  if (payload.fileUrl !== undefined) await deps.files.prepare(actor, payload.fileUrl)
  const hash = hashOf(payload)
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    await deps.takeTurn(tx, actor.userId)
    if (idempotencyKey !== null) {
      const earlier = await findEarlier(tx, actor, idempotencyKey, hash)
      if (earlier !== undefined) return earlier
    }
    await checkUnfinished(tx, actor)
    const { plan, period } = await deps.reserve(tx, actor.userId, now)
    if (payload.content !== undefined) checkTextLimit(deps, plan, payload.content)
    const described = known ?? (await claimFile(deps, tx, actor, payload))
    const row = await insertSummary(tx, {
      ...described,
      userId: actor.userId,
      input: payload,
      quotaPeriod: period,
      idempotencyKey,
      idempotencyHash: idempotencyKey === null ? null : hash,
      progress: { stage: 'queued', done: 0, total: 1 },
      createdAt: now,
      updatedAt: now,
    })
    await deps.enqueue(tx, row.id)
    return row
  })
}
