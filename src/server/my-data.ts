import { z } from 'zod'
import { heldPlan } from '../shared/plans/held-plan.ts'
import type { DataPart } from './db/data-files.ts'
import type { Tx } from './db/database.ts'
import { accountData } from './features/accounts/account-data.ts'
import type { MyDataOptions } from './features/accounts/account-deps.ts'
import { findUserById } from './features/accounts/repo.ts'
import { billingData } from './features/billing/billing-data.ts'
import { endSubscription } from './features/billing/end-subscription.ts'
import { createStripe } from './features/billing/stripe-client.ts'
import { numberedName } from './features/exports/file-names.ts'
import { readMe } from './features/exports/read-me.ts'
import { summaryToMarkdown } from './features/exports/summary-to-markdown.ts'
import { zipFiles } from './features/exports/zip-files.ts'
import { suggestionData } from './features/suggestions/suggestion-data.ts'
import type { EventHub } from './features/summaries/event-hub.ts'
import { leaveSummaries } from './features/summaries/leave.ts'
import { type SummaryDataDeps, summaryData } from './features/summaries/summary-data.ts'
import type { Rights } from './features/summaries/to-summary.ts'
import { leaveUploads, removeFiles } from './features/uploads/leave.ts'
import { uploadData } from './features/uploads/upload-data.ts'
import { type AnyJobKind, defineJobKind, type JobQueue, type Retries } from './jobs/queue.ts'
import { planData } from './plans/plan-changes.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { ObjectStorage } from './storage/object-storage.ts'

/** What is needed to hand out, and to remove, all that is kept about a person. */
export interface MyDataParts {
  config: Pick<Config, 'stripe'>
  clock: Clock
  hub: EventHub
  storage: ObjectStorage
  rightsOf: (plan: string | null) => Rights
  leaveBilling: (queue: JobQueue) => MyDataOptions['leave'][number]
}

/** What accounts need of every other feature to do so. */
export interface MyData {
  /** What the queue has to know. */
  kinds: readonly AnyJobKind[]
  /** By a queue that knows them. */
  by: (queue: JobQueue) => MyDataOptions
}

const FILES_EXPIRE_SECONDS = 5 * 60
/** For most of a day; what is left then is removed with the files that no upload knows. */
const fileRetries: Retries = { limit: 30, delaySeconds: 5, maxDelaySeconds: 60 * 60 }

/** All that is kept about a person, feature by feature. */
function allDataBy({ clock, rightsOf }: Pick<MyDataParts, 'clock' | 'rightsOf'>): DataPart {
  return async function* allData(db, userId) {
    const summaries: SummaryDataDeps = {
      rightsOf: async (id) => {
        const person = await findUserById(db, id)
        return person === undefined ? null : rightsOf(heldPlan(person, clock.now()))
      },
      toMarkdown: summaryToMarkdown,
      nameOf: numberedName,
    }
    yield readMe(clock.now())
    yield* accountData(db, userId)
    yield* uploadData(db, userId)
    yield* billingData(db, userId)
    yield* planData(db, userId)
    yield* suggestionData(db, userId)
    yield* summaryData(summaries, db, userId)
  }
}

/** Wires a person's data to every feature that keeps some. */
export function wireMyData({ config, hub, storage, leaveBilling, ...parts }: MyDataParts): MyData {
  const stripe = config.stripe === null ? null : createStripe(config.stripe)
  const fileRemoval = defineJobKind({
    name: 'remove-files',
    concurrency: 1,
    expireInSeconds: FILES_EXPIRE_SECONDS,
    retries: fileRetries,
    data: z.object({ ids: z.array(z.uuid()) }),
    handle: async ({ ids }) => removeFiles(storage, ids),
  })
  return {
    kinds: [fileRemoval],
    by: (queue) => ({
      allData: allDataBy(parts),
      pack: zipFiles,
      endSubscription: async (subscriptionId) => endSubscription(stripe, subscriptionId),
      leave: [
        async (tx: Tx, userId: string) => leaveSummaries({ hub }, tx, userId),
        leaveBilling(queue),
        async (tx: Tx, userId: string) =>
          leaveUploads(async (within, ids) => queue.send(within, fileRemoval, { ids }), tx, userId),
      ],
    }),
  }
}
