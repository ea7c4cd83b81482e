import type { Db } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { AccountLimits } from './account-limits.ts'
import type { PostLetter } from './letters.ts'

/** What accounts need of the rest of the product. */
export interface AccountOptions {
  db: Db
  clock: Clock
  rateLimitFactor: number
  /** The address people use. */
  appUrl: string
  production: boolean
  /** Of the installation; keys are derived from it. */
  sessionSecret: string
  /** Null: signing in with Google is not set up. */
  google: Config['google']
  /** Whether mail can be sent. */
  canMail: boolean
  postLetter: PostLetter
}

/** What the routes of accounts work with. */
export interface AccountDeps extends AccountOptions {
  limits: AccountLimits
}
