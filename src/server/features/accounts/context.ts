import type { Context } from '../../db/database.ts'
import type { EmailContext } from '../../mail/email-queue.ts'
import type { Config } from '../../platform/config/config.ts'
import type { AccountLimits } from './limits.ts'

export interface AccountContext extends Context, EmailContext {
  appUrl: string
  production: boolean
  secure: boolean
  /** Whether everyone may create an account, or only users with an invitation. */
  registration: Config['registration']
  /** Secret of the installation; keys are derived from it. */
  sessionSecret: string
  /** Null: sign-in with Google is not configured. */
  google: Config['google']
  /** Null: no other OpenID provider is configured. */
  oidc: Config['oidc']
  passwords: Config['passwords']
  limits: AccountLimits
}
