import type { PlanCatalogue } from '../shared/plans/catalogue.ts'
import type { Db } from './db/database.ts'
import type { AccountOptions, MyDataOptions } from './features/accounts/account-deps.ts'
import type { PostLetter } from './features/accounts/letters.ts'
import { newPasswordCheck } from './features/accounts/new-password.ts'
import { findCancellationLetter } from './features/billing/cancellation-letter.ts'
import type { AnyJobKind, JobQueue } from './jobs/queue.ts'
import { wireLetters } from './letters.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'

/** What accounts are made of. */
export interface AccountParts {
  config: Config
  log: Log
  db: Db
  clock: Clock
  catalogue: PlanCatalogue
}

/** The accounts of the product. */
export interface Accounts {
  /** What the queue has to know. */
  jobs: readonly AnyJobKind[]
  /** What routes need, by a queue that knows the jobs. */
  routes: (queue: JobQueue, myData: MyDataOptions) => AccountOptions
  /** Posts letters of every feature, by the same. */
  postBy: (queue: JobQueue) => PostLetter
  /** Once no job runs any more. */
  close: () => void
}

/** Wires accounts to what they need of the rest. */
export function wireAccounts({ config, log, db, clock, catalogue }: AccountParts): Accounts {
  const letters = wireLetters({
    config,
    log,
    db,
    clock,
    findCancellation: async (id) => findCancellationLetter({ db, clock, catalogue }, id),
  })
  const routes = (queue: JobQueue, myData: MyDataOptions): AccountOptions => ({
    ...myData,
    db,
    clock,
    rateLimitFactor: config.http.rateLimitFactor,
    appUrl: config.http.appUrl,
    production: config.production,
    sessionSecret: config.sessionSecret,
    checkNewPassword: newPasswordCheck({ ...config.passwords, appUrl: config.http.appUrl }, log),
    google: config.google,
    canMail: letters.canMail,
    postLetter: letters.postBy(queue),
  })
  return { jobs: letters.kinds, routes, postBy: letters.postBy, close: letters.close }
}
