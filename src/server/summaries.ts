import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../shared/errors.ts'
import { languageChoiceSchema, sourceLanguage } from '../shared/languages.ts'
import { type Plan, type PlanCatalogue, planOf } from '../shared/plans/catalogue.ts'
import { heldPlan, usagePeriodAt } from '../shared/plans/entitlements.ts'
import { isVideoUrl, parseSourceUrl } from '../shared/source-url.ts'
import type { Tx } from './db/database.ts'
import { isStillSignedIn, userOf } from './features/accounts/session/session-plugin.ts'
import { toUser } from './features/accounts/to-user.ts'
import { findUserById, setSummaryLanguage } from './features/accounts/users-repo.ts'
import { failSummary, INTERRUPTED } from './features/summaries/fail-summary.ts'
import { MAX_WAITING } from './features/summaries/quota.ts'
import type { SummaryRouteDeps } from './features/summaries/routes.ts'
import { type RunSummaryDeps, runSummary } from './features/summaries/run-summary.ts'
import type { Rights } from './features/summaries/to-summary.ts'
import { WaitingLine } from './features/summaries/waiting-line.ts'
import { defineJobKind, type JobKind, type JobQueue } from './jobs/queue.ts'
import { SUMMARIES_AT_ONCE } from './pipeline.ts'
import { lockUser, reserveSummary, returnSummary } from './plans/quota.ts'
import { requireActor } from './platform/actor.ts'
import type { Config } from './platform/config.ts'
import type { Wiring } from './wiring.ts'

/** Name of the work behind summaries. */
export const SUMMARIZE = 'summarize'
const summaryJobSchema = z.object({ summaryId: z.uuid() })
export type SummaryJob = z.infer<typeof summaryJobSchema>

/** Of which so many may be one person's. */
const OF_ONE_PERSON = { computing: 2, waiting: 3 }
/** What a summary's job may take beyond the summary's own time limit: its end has to be written down. */
const SUMMARY_MARGIN_SECONDS = 5 * 60

/** The work that is sent summaries whose job was given up. */
const GIVEN_UP = 'summarize-given-up'

/** What a plan allows. */
export function rightsIn(catalogue: PlanCatalogue): (plan: string | null) => Rights {
  const advancedPlanName = catalogue.plans.find((plan) => plan.advanced)?.name ?? null
  return (plan) => ({ plan: planOf(catalogue, plan), advancedPlanName })
}

/** What summaries need of the counters of plans. */
export const quotaOf = (catalogue: PlanCatalogue) => ({
  takeTurn: lockUser,
  reserve: async (tx: Tx, userId: string, now: Date) => reserveSummary(tx, catalogue, userId, now),
  giveBack: returnSummary,
})

/** How long is tried to write down that a summary has ended: as long as a database may be away. */
const GIVEN_UP_RETRIES = { limit: 20, delaySeconds: 1, maxDelaySeconds: 60 }

/**
 * Ends summaries whose job was given up: its last try died with its process, or the database was away when it was to
 * write down its end.
 */
export function givenUpSummaries({ database, clock, hub, catalogue, uploads }: Wiring): JobKind<SummaryJob> {
  const deps = { db: database.db, clock, hub, files: uploads.files, ...quotaOf(catalogue) }
  return defineJobKind({
    name: GIVEN_UP,
    concurrency: 1,
    expireInSeconds: 60,
    retries: GIVEN_UP_RETRIES,
    data: summaryJobSchema,
    handle: async ({ summaryId }) => failSummary(deps, summaryId, new AppError('internal', INTERRUPTED)),
  })
}

/** The work behind summaries. */
export function summaryJobs(wiring: Wiring, config: Pick<Config, 'ai' | 'summaryTimeoutMs'>): JobKind<SummaryJob> {
  const { database, catalogue, clock, hub, metrics, pipeline, uploads } = wiring
  const { db } = database
  const planFor = async (userId: string): Promise<Plan> => {
    const user = await findUserById(db, userId)
    return planOf(catalogue, user === undefined ? null : heldPlan(user, clock.now()))
  }
  const deps: RunSummaryDeps = {
    db,
    clock,
    hub,
    pipeline,
    files: uploads.files,
    planFor,
    ...quotaOf(catalogue),
    timeLimitMs: config.summaryTimeoutMs,
    onEnd: ({ usage, ...end }) => {
      metrics.summaryEnded(end)
      metrics.modelsUsed(usage)
    },
  }
  const pace = config.ai.models.length === 0 ? 'computing' : 'waiting'
  return defineJobKind({
    name: SUMMARIZE,
    givenUpTo: GIVEN_UP,
    concurrency: SUMMARIES_AT_ONCE[pace],
    perGroup: OF_ONE_PERSON[pace],
    expireInSeconds: Math.ceil(config.summaryTimeoutMs / 1000) + SUMMARY_MARGIN_SECONDS,
    data: summaryJobSchema,
    handle: async ({ summaryId }, run) => runSummary(deps, summaryId, run),
  })
}

/** Tells people apart in rows of jobs, which stay for a while, and leads to nobody once an account is gone. */
const groupOf = (userId: string): string => createHash('sha256').update(userId).digest('base64url')

/** What the calls about summaries work with. */
export function summaryRoutes(
  wiring: Wiring,
  queue: JobQueue,
  jobs: JobKind<SummaryJob>,
  maxWaiting = MAX_WAITING,
): Omit<SummaryRouteDeps, 'rateLimitFactor'> {
  const { database, catalogue, clock, hub, pipeline, uploads, closing } = wiring
  const rightsOf = rightsIn(catalogue)
  return {
    db: database.db,
    clock,
    hub,
    summarizer: pipeline.summarizer,
    files: uploads.files,
    closing: closing.signal,
    plans: catalogue.plans,
    parseUrl: parseSourceUrl,
    isVideo: isVideoUrl,
    ...quotaOf(catalogue),
    keepLanguage: setSummaryLanguage,
    planOf: (actor) => planOf(catalogue, actor.plan),
    enqueue: async (tx, { summaryId, userId, priority }) =>
      queue.send(tx, jobs, { summaryId }, { group: groupOf(userId), priority }),
    line: new WaitingLine(async () => {
      const waiting = await queue.waiting(jobs, maxWaiting)
      return waiting.map((data) => summaryJobSchema.parse(data).summaryId)
    }),
    maxWaiting,
    rightsOf: (actor) => rightsOf(actor.plan),
    isStillSignedIn,
    languageOf: (request) => languageChoiceSchema.safeParse(userOf(request)?.summaryLanguage).data ?? sourceLanguage,
    usageOf: (request) => {
      requireActor(request)
      const user = userOf(request)
      const now = clock.now()
      return {
        summariesUsed: user === null ? 0 : toUser(user, now).summariesUsed,
        resetsAt: usagePeriodAt(user?.planStartedAt ?? now, now).end.toISOString(),
      }
    },
  }
}
