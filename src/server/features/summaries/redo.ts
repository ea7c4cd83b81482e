import { isDeepStrictEqual } from 'node:util'
import { requireLanguage } from '../../../pipeline/pipeline.ts'
import type { RedoSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { PASTED_TEXT } from '../../../shared/formats.ts'
import { type Plan, planOf } from '../../../shared/plans/catalogue.ts'
import { titleSourceOf } from '../../../shared/summary/summary-text.ts'
import { languageChoiceSchema } from '../../../shared/text/language-schemas.ts'
import { type LanguageChoice, sourceLanguage } from '../../../shared/text/languages.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryInput, SummaryRow } from '../../db/schema/index.ts'
import { lockUser } from '../../plans/quota-repo.ts'
import { requireFeature } from '../../plans/require-feature.ts'
import { type Actor, type Authorized, authorizeOwner } from '../../platform/request-context.ts'
import { isUsedUploadKept } from '../uploads/use-upload.ts'
import { findOwnSummary } from './alias-repo.ts'
import type { SummariesContext } from './context.ts'
import { enqueueSummary, reserveSlot } from './queue.ts'
import { findReady, findUnfinishedRedos, lockSummary, restartFailed } from './repo.ts'
import { answerWith, cacheKeyFor, checkTextLimit, findEarlier, insertAndEnqueue, keyOf } from './request.ts'
import { requireSource, sourceNotKept } from './source-repo.ts'

/** The language that a summary was requested in; undefined for that of its source. */
function languageOf({ language, sourceInfo }: SummaryRow): LanguageChoice | undefined {
  const isTranslated = sourceInfo?.language !== undefined && sourceInfo.language !== language
  return isTranslated ? languageChoiceSchema.safeParse(language).data : undefined
}

/** The stored request, from which the job runs even if the earlier summary is deleted. */
function inputOf({ pipeline }: SummariesContext, original: SummaryRow, payload: RedoSummaryPayload): SummaryInput {
  const { advanced = false, fresh = false, replace, anyway = false } = payload
  const { id, originalUrl, title, page } = original
  if (fresh && originalUrl === null)
    throw new AppError('invalid_input', 'This source didn’t come from the web, so it can’t be read again.')
  const focus = payload.focus ?? page?.focus?.text ?? ''
  const language = payload.language ?? (pipeline.summarizer.translates ? languageOf(original) : undefined)
  return {
    ...(fresh && originalUrl !== null ? { url: originalUrl } : {}),
    ...(language === undefined ? {} : { language }),
    ...(focus === '' ? {} : { focus }),
    // A title that the user chose.
    ...(titleSourceOf(original, page) === 'user' ? { title } : {}),
    ...(anyway ? { fresh: true } : {}),
    redo: { of: id, replace, advanced },
  }
}

/** The plan, which may have changed since the summary was requested. */
function requireRights(
  { catalogue }: SummariesContext,
  actor: Actor,
  { contentType }: SummaryRow,
  advanced = false,
): Plan {
  const plan = planOf(catalogue, actor.plan)
  if (advanced) requireFeature(catalogue.plans, plan, 'advanced')
  if (contentType === 'epub') requireFeature(catalogue.plans, plan, 'ebooks')
  return plan
}

async function requirePlan(
  context: SummariesContext,
  tx: Tx,
  actor: Actor,
  original: SummaryRow,
  { advanced }: RedoSummaryPayload,
): Promise<void> {
  const plan = requireRights(context, actor, original, advanced)
  if (original.sourceInfo?.readAs !== PASTED_TEXT) return
  const text = (await requireSource(tx, original.sourceId)).map((block) => block.text).join('\n\n')
  checkTextLimit(context.catalogue.plans, plan, text)
}

/** The user's summary of the same text with the same options, if any. Only the job knows whether a fresh copy differs. */
async function findUnchanged(
  context: SummariesContext,
  tx: Tx,
  actor: Actor,
  { contentHash }: SummaryRow,
  { url, fresh, language, focus }: SummaryInput,
): Promise<SummaryRow | undefined> {
  if (contentHash === null || url !== undefined || fresh === true) return undefined
  const cacheKey = cacheKeyFor(context, actor, { language, focus })
  const found = await findReady(tx, { userId: actor.userId, contentHash, cacheKey })
  return found && { ...found, cached: true }
}

/** Explains why a redo made nothing. */
export const unchangedMessage = ({ fresh }: RedoSummaryPayload): string =>
  `${fresh === true ? 'The source hasn’t changed since you summarized it' : 'You have this summary already'}, so nothing was made or counted. Send anyway: true to make a new one.`

/** An identical redo in progress, such as that of a double click. */
async function findSame(tx: Tx, original: Authorized<SummaryRow>, input: SummaryInput) {
  const unfinished = await findUnfinishedRedos(tx, original.userId, original.id)
  const same = unfinished.find((row) => isDeepStrictEqual(row.input, input))
  if (same === undefined && input.redo?.replace === true && unfinished.some((row) => row.input?.redo?.replace))
    throw new AppError('summary_not_ready', 'This summary is already being replaced. Please wait for the new one.')
  return same
}

/**
 * Requests a new summary of the source of a finished one, from the kept text or a fresh copy from the web. It takes one
 * from the quota like any other, and it is returned if the redo fails or the user has the same summary already: the
 * result is then that one, as `cached`, unless the request is for a new one `anyway`. A redo that replaces becomes the earlier summary only when it is ready; until then, and after a failure, that one stays.
 * @throws AppError `not_found`, `summary_not_ready`, `source_not_kept`, `invalid_input` for a fresh copy of what has no
 * link, and the errors of `createSummary`
 */
export async function redoSummary(
  context: SummariesContext,
  actor: Actor,
  id: string,
  payload: RedoSummaryPayload,
  idempotencyKey: string | null,
): Promise<SummaryRow> {
  const isFull = await context.positions.isFull()
  const key = keyOf(idempotencyKey, { redoOf: id, ...payload })
  return context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const earlier = await findEarlier(tx, actor, key)
    if (earlier !== undefined) return earlier
    const original = await findOwnSummary(tx, actor, id)
    if (original.status !== 'ready')
      throw new AppError('summary_not_ready', 'You can redo this summary when it is ready.')
    const input = inputOf(context, original, payload)
    if (payload.language !== sourceLanguage) requireLanguage(context.pipeline.summarizer, payload.language)
    await requirePlan(context, tx, actor, original, payload)
    const same = await findSame(tx, original, input)
    const known = same ?? (await findUnchanged(context, tx, actor, original, input))
    if (known !== undefined) return answerWith(context, tx, known, key)
    const { title, originalUrl, contentType, inputHash, sourceId, hasSource } = original
    if (input.url === undefined && !hasSource) throw sourceNotKept()
    // A fresh copy from the web is a source of its own, until it turns out to be the same.
    const source = input.url === undefined ? { id: sourceId } : { title, originalUrl, contentType, inputHash }
    return insertAndEnqueue(context, tx, actor, { payload: input, title, source, isFull, key }, false)
  })
}

async function hasReadySummary(
  context: SummariesContext,
  tx: Tx,
  actor: Actor,
  { inputHash, userId, input }: SummaryRow,
): Promise<boolean> {
  if (input?.fresh === true) return false
  const cacheKey = cacheKeyFor(context, actor, input ?? {})
  return (await findReady(tx, { userId, inputHash, cacheKey })) !== undefined
}

/**
 * Checks that the source of a failed summary can be read again.
 * @throws AppError `upload_expired` or `source_not_kept`
 */
async function requireInput(tx: Tx, actor: Actor, { input, hasSource }: SummaryRow): Promise<void> {
  if (input === null || hasSource) return
  const { url, fileUrl, redo } = input
  if (fileUrl !== undefined && !(await isUsedUploadKept(tx, actor, fileUrl)))
    throw new AppError('upload_expired', 'The file of this summary is no longer kept. Please upload it again.')
  if (redo !== undefined && url === undefined) throw sourceNotKept()
}

/**
 * Retries a failed summary with its stored input and checkpoints: takes one from the quota and enqueues the work.
 * @throws AppError `not_found`, `summary_not_failed`, `upload_expired` when its file is gone, `source_not_kept`, and
 * the errors of the quota, the plan and the queue
 */
export async function retrySummary(context: SummariesContext, actor: Actor, id: string): Promise<SummaryRow> {
  const isFull = await context.positions.isFull()
  return context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const failed = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (failed.status !== 'failed' || failed.input === null)
      throw new AppError('summary_not_failed', 'Only a summary that failed can be tried again.')
    const plan = requireRights(context, actor, failed, failed.input.redo?.advanced)
    const { content } = failed.input
    if (content !== undefined) checkTextLimit(context.catalogue.plans, plan, content)
    await requireInput(tx, actor, failed)
    const isRepeat = await hasReadySummary(context, tx, actor, failed)
    const { period, priority } = await reserveSlot(context, tx, actor, { isFull, isRepeat })
    const row = await restartFailed(tx, failed, { quotaPeriod: period, updatedAt: context.clock.now() })
    await enqueueSummary(context.queue, tx, row, priority)
    return row
  })
}
