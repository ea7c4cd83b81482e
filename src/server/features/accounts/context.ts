import type { Context } from '../../db/database.ts'
import type { EmailContext } from '../../mail/email-queue.ts'
import type { Config } from '../../platform/config/config.ts'
import type { AccountLimits } from './limits.ts'

export interface AccountContext extends Context, EmailContext {
  config: Config
  limits: AccountLimits
}
