import type { DataFile, DataPart } from '../../db/data-files.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { AccountLimits } from './account-limits.ts'
import type { PostLetter } from './letters.ts'
import type { CheckNewPassword } from './new-password.ts'

/**
 * What another feature does when a person leaves. In the transaction, while the rows are still there, it notes what is
 * not deleted with them; what it returns, where there is something left, is done when the person is gone, and never throws.
 */
export type Leave = (tx: Tx, userId: string) => Promise<(() => Promise<void>) | null>

/** What is needed to hand out, and to remove, all that is kept about a person. */
export interface MyDataOptions {
  /** All that is kept about a person, by every feature. */
  allData: DataPart
  /** Makes one archive of files. */
  pack: (files: AsyncIterable<DataFile>) => AsyncIterable<Uint8Array>
  /** Cancels a subscription at the payment provider, or throws. */
  endSubscription: (subscriptionId: string) => Promise<void>
  /** By every feature that keeps more than rows of the person. */
  leave: readonly Leave[]
}

/** What accounts need of the rest of the product. */
export interface AccountOptions extends MyDataOptions {
  db: Db
  clock: Clock
  rateLimitFactor: number
  /** The address people use. */
  appUrl: string
  production: boolean
  /** Of the installation; keys are derived from it. */
  sessionSecret: string
  checkNewPassword: CheckNewPassword
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
