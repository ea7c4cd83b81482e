import { retention } from '../../shared/account/retention.ts'
import { AppError } from '../../shared/errors.ts'
import { hasPrices, heldPlan, planOf, planState, usagePeriodAt } from '../../shared/plans/catalogue.ts'
import { openDatabase } from '../composition/open-database.ts'
import { hasCluster } from '../db/bundled/cluster.ts'
import type { Db } from '../db/database.ts'
import type { UserRow } from '../db/schema/index.ts'
import { createResetLink } from '../features/accounts/email/email-links.ts'
import { createInvitation as invite } from '../features/accounts/invitations/invitations.ts'
import { deleteInvitation, openInvitations } from '../features/accounts/invitations/invitations-repo.ts'
import { signOutUser } from '../features/accounts/session/manage-sessions.ts'
import { findUserByEmailOrId, toUser } from '../features/accounts/users-repo.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { type Manifest, readBackup } from '../features/backup/read-backup.ts'
import { checkMigration, inspectTarget, restoreBackup } from '../features/backup/restore-backup.ts'
import {
  type CancellationFacts,
  type CancellationOutcome,
  listCancellations as findCancellations,
  processCancellation as process,
  rejectCancellation as reject,
} from '../features/billing/cancellation/cancellations.ts'
import type { CancellationStatus } from '../features/billing/cancellation/repo.ts'
import { cancellationRequestsOf } from '../features/billing/repo.ts'
import { checkSetup } from '../features/billing/setup/check-setup.ts'
import { syncCustomer } from '../features/billing/sync/sync-customer.ts'
import { findSuggestions, type SuggestionFilter } from '../features/suggestions/repo.ts'
import { SUMMARIZE } from '../features/summaries/queue.ts'
import { findJob, listJobs as findJobs, type JobState, retryJob, type UnfinishedJob } from '../jobs/unfinished-jobs.ts'
import { setPlan as changePlan, planChangesOf, type RequestedPlan } from '../plans/plan-changes-repo.ts'
import { productVersion } from '../platform/process.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { OperatorContext } from './operator-context.ts'

/** Everything that operators can do by command. */

function planFacts({ catalogue, clock }: OperatorContext, row: UserRow) {
  const held = heldPlan(row, clock.now())
  const { id, name } = planOf(catalogue, held)
  return {
    id,
    name,
    state: planState(catalogue, held),
    stored: row.subscriptionPlan,
    source: row.planSource,
    expiresAt: row.subscriptionExpiresAt,
  }
}

function usageFacts({ catalogue, clock }: OperatorContext, row: UserRow) {
  const now = clock.now()
  const { start, end } = usagePeriodAt(row.planStartedAt, now)
  const { summariesUsed, questionsUsed, audioMinutesUsed, exportsUsed } = toUser(row, now)
  const plan = planOf(catalogue, heldPlan(row, now))
  return {
    summariesUsed,
    questionsUsed,
    audioMinutesUsed,
    exportsUsed,
    summariesPerMonth: plan.summariesPerMonth,
    questionsPerMonth: plan.questionsPerMonth,
    audioMinutesPerMonth: plan.audioMinutesPerMonth,
    monthBegan: start,
    monthEnds: end,
  }
}

/**
 * Reads a user, by email or id, with their plan, usage, subscription, and requests to cancel.
 * @throws AppError `not_found`
 */
export async function showUser(context: OperatorContext, emailOrId: string) {
  const { db } = await context.openDatabase()
  const row = await findUserByEmailOrId(db, emailOrId)
  const changes = await planChangesOf(db, row.id)
  const requests = await cancellationRequestsOf(db, row.id)
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    firstName: row.firstName,
    lastName: row.lastName,
    authProvider: row.authProvider,
    createdAt: row.createdAt,
    plan: planFacts(context, row),
    usage: usageFacts(context, row),
    stripe: {
      customerId: row.stripeCustomerId,
      subscriptionId: row.stripeSubscriptionId,
      status: row.subscriptionStatus,
      price: row.subscriptionPrice,
      currency: row.subscriptionCurrency,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      syncedAt: row.billingSyncedAt,
    },
    planChanges: changes.map(({ createdAt: at, operator, fromPlan: from, toPlan: to, expiresAt: until, reason }) => {
      return { at, operator, from, to, until, reason }
    }),
    cancellations: requests.map(({ userId: _userId, ...request }) => request),
  }
}

/** Signs a user out of every browser and revokes their API tokens, or only counts them. @throws AppError `not_found` */
export async function signOut(context: OperatorContext, wanted: { who: string; dryRun: boolean }) {
  const { db } = await context.openDatabase()
  return { ...(await signOutUser({ ...context, db }, wanted)), dryRun: wanted.dryRun }
}

/** Creates a link to set a new password, for installations without a mail server. @throws AppError `not_found` */
export async function createPasswordLink(context: OperatorContext, who: string) {
  const { db } = await context.openDatabase()
  const { email } = await findUserByEmailOrId(db, who)
  const link = await createResetLink({ ...context, db }, email)
  return { email, url: link?.url ?? '', minutes: retention.resetLinkMinutes }
}

/**
 * Grants a user a plan for free, or revokes it.
 * @throws AppError `not_found`, and what `setPlan` of the plans throws
 */
export async function setPlan(
  { operator, openBilling }: OperatorContext,
  { who, ...requested }: Omit<RequestedPlan, 'operator'> & { who: string },
) {
  const billing = await openBilling()
  const user = await findUserByEmailOrId(billing.db, who)
  const change = await changePlan(billing, user.id, { ...requested, operator }, async (customerId) => {
    if (billing.stripe !== null) await syncCustomer(billing, customerId)
  })
  return { ...change, dryRun: requested.dryRun }
}

const shown = ({ isGiven: _isGiven, ...facts }: CancellationFacts) => facts

/** Lists requests to cancel, oldest first. */
export async function listCancellations(
  context: OperatorContext,
  { status, limit }: { status: CancellationStatus | 'all'; limit: number },
) {
  const { db } = await context.openDatabase()
  const found = await findCancellations({ ...context, db }, { status, limit: limit + 1 })
  return { cancellations: found.slice(0, limit).map(shown), more: found.length > limit }
}

const answered = (
  { config }: OperatorContext,
  { cancellation, subscriptions, settledNow }: CancellationOutcome,
  dryRun: boolean,
) => ({
  cancellation: shown(cancellation),
  subscriptions,
  settledNow,
  /** Whether an operator gave the user the current plan, which then stays. */
  isGiven: cancellation.isGiven,
  /** Whether the user gets an email, or would get one. */
  isMailed: settledNow && config.mail !== null,
  dryRun,
})

/** Ends the subscription of a request to cancel, or previews it. @throws AppError as `processCancellation` */
export async function processCancellation(context: OperatorContext, { id, dryRun }: { id: string; dryRun: boolean }) {
  const billing = await context.openBilling()
  return answered(context, await process(billing, id, { dryRun }), dryRun)
}

/** Rejects a request to cancel, or previews it. @throws AppError as `rejectCancellation` */
export async function rejectCancellation(
  context: OperatorContext,
  { id, answer, dryRun }: { id: string; answer: string; dryRun: boolean },
) {
  const billing = await context.openBilling()
  return answered(context, await reject(billing, id, answer, { dryRun }), dryRun)
}

/** Creates an invitation for an email address, or for whoever has the link. */
export async function createInvitation(context: OperatorContext, wanted: { email: string | null; validDays: number }) {
  const { db } = await context.openDatabase()
  return invite({ ...context, db }, wanted)
}

/** Lists the invitations that were neither used nor revoked and have not expired. */
export async function listInvitations({ clock, openDatabase }: OperatorContext) {
  const { db } = await openDatabase()
  const open = await openInvitations(db, clock.now())
  return { invitations: open.map(({ tokenHash: _hash, ...invitation }) => invitation) }
}

/** Revokes an invitation: its link no longer works. @throws AppError `not_found` */
export async function revokeInvitation({ openDatabase }: OperatorContext, id: string) {
  const { db } = await openDatabase()
  if (!(await deleteInvitation(db, id)))
    throw new AppError('not_found', `There is no open invitation ${id}. It may have been used.`)
  return { id }
}

/** Lists feature suggestions with their authors, newest first. */
export async function listSuggestions({ openDatabase }: OperatorContext, filter: SuggestionFilter) {
  const { db } = await openDatabase()
  const found = await findSuggestions(db, { ...filter, limit: filter.limit + 1 })
  return { suggestions: found.slice(0, filter.limit), more: found.length > filter.limit }
}

/** Makes a backup, or with `dryRun` only counts its content. @throws AppError as `makeBackup` */
export async function backUp(
  { config, clock, ...context }: OperatorContext,
  wanted: { file: string | null; dryRun: boolean },
  signal: AbortSignal,
) {
  const database = await context.openDatabase()
  const storage = await context.openStorage()
  const source = { database, storage, clock, dataDir: config.dataDir, version: productVersion() }
  return makeBackup(source, wanted, signal)
}

/** Accounts that a restore would replace, and why it needs `--force`. Creates neither a database nor its tables. */
async function inspect({ config, log }: OperatorContext): Promise<{ accounts: number; refusal: AppError | null }> {
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) return { accounts: 0, refusal: null }
  const database = await openDatabase(config, log, { asItIs: true })
  try {
    return await inspectTarget(database.db)
  } finally {
    await database.close()
  }
}

async function replace(
  { config, log, clock }: OperatorContext,
  file: string,
  manifest: Manifest,
  { force, signal }: { force: boolean; signal: AbortSignal },
) {
  const database = await openDatabase(config, log, { replaceMissing: true })
  try {
    const storage = await openStorage(config)
    try {
      return await restoreBackup({ database, storage, clock, force }, file, manifest, signal)
    } finally {
      await storage.close()
    }
  } finally {
    await database.close()
  }
}

/**
 * Restores a backup: verifies all of it, then checks the target, and only then changes anything. A dry run returns why
 * the restore would be refused.
 * @throws AppError `invalid_input` for an incomplete backup, `accounts_exist` or `database_in_use` unless `force` is
 * set
 */
export async function restore(
  context: OperatorContext,
  { file, force, dryRun }: { file: string; force: boolean; dryRun: boolean },
  signal: AbortSignal,
) {
  const manifest = await readBackup(file, signal)
  checkMigration(manifest)
  const { accounts, ...found } = await inspect(context)
  const refusal = force ? null : found.refusal
  const { createdAt, version, rows, files } = manifest
  const facts = { file, createdAt, version, rows, files: files.count, replaced: accounts }
  if (dryRun) return { ...facts, ended: null, refusal: refusal?.message ?? null }
  if (refusal !== null) throw refusal
  return { ...facts, ...(await replace(context, file, manifest, { force, signal })), refusal: null }
}

const MAX_RETRIED = 10_000

/** A failed summary has returned its quota, and only its user starts it again. */
const FAILED_SUMMARY =
  'The summary has failed. Its user can retry it with one click, which counts as one summary of their month.'

/** Lists jobs that wait, run, or are in the dead letter queue, oldest first. */
export async function listJobs(
  { openDatabase }: OperatorContext,
  { state, kind, limit }: { state: JobState; kind: string | null; limit: number },
) {
  const { db } = await openDatabase()
  const jobs = await findJobs(db, { state, kind, limit: limit + 1 })
  return { jobs: jobs.slice(0, limit), more: jobs.length > limit }
}

async function requireJob(db: Db, id: string): Promise<UnfinishedJob> {
  const job = await findJob(db, id)
  if (job === undefined) throw new AppError('not_found', 'There is no such job. Finished jobs aren’t shown.')
  return job
}

/** Reads one job. @throws AppError `not_found` for one that is done or does not exist */
export async function showJob({ openDatabase }: OperatorContext, id: string): Promise<UnfinishedJob> {
  return requireJob((await openDatabase()).db, id)
}

async function deadLetters(db: Db, id: string | null): Promise<UnfinishedJob[]> {
  if (id === null) return findJobs(db, { state: 'failed', kind: null, limit: MAX_RETRIED })
  const job = await requireJob(db, id)
  if (job.state === 'failed') return [job]
  throw new AppError('job_not_failed', `This job is not in the dead letter queue: it is ${job.state}.`)
}

/**
 * Retries one dead letter, or with null all of them; `left` lists those that operators cannot retry.
 * @throws AppError `not_found`; `job_not_failed` for a job that waits or runs
 */
export async function retryJobs(
  { log, operator, openDatabase }: OperatorContext,
  { id, dryRun }: { id: string | null; dryRun: boolean },
) {
  const { db } = await openDatabase()
  const retried: UnfinishedJob[] = []
  const left: { job: UnfinishedJob; reason: string }[] = []
  for (const job of await deadLetters(db, id)) {
    if (job.kind === SUMMARIZE.name) left.push({ job, reason: FAILED_SUMMARY })
    else if (dryRun || (await retryJob(db, job.id))) retried.push(job)
  }
  if (!dryRun && retried.length > 0)
    log.info({ event: 'jobs.retried', jobs: retried.map((job) => job.id), operator }, 'an operator retried jobs')
  return { retried, left, dryRun }
}

/**
 * Checks the setup at Stripe; with `apply`, creates what is missing.
 * @throws AppError `unavailable` without prices or a key, or when Stripe rejects the key or cannot be reached
 */
export async function checkStripe({ config, catalogue }: OperatorContext, apply: boolean, signal: AbortSignal) {
  if (!hasPrices(catalogue))
    throw new AppError('unavailable', 'Nothing is sold here: the plan catalogue has no prices.')
  const { stripe } = config
  if (stripe === null) throw new AppError('unavailable', 'Payments are not set up: STRIPE_SECRET_KEY is not set.')
  return checkSetup({ ...config, stripe, catalogue, apply, signal })
}
