import type { Db } from './db/database.ts'
import type { AccountOptions } from './features/accounts/account-deps.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'

/** What accounts are made of. */
export interface AccountParts {
  config: Config
  db: Db
  clock: Clock
}

/** The accounts of the product. */
export interface Accounts {
  routes: AccountOptions
}

/** Wires accounts to what they need of the rest. */
export function wireAccounts({ config, db, clock }: AccountParts): Accounts {
  const routes: AccountOptions = {
    db,
    clock,
    rateLimitFactor: config.http.rateLimitFactor,
    appUrl: config.http.appUrl,
    production: config.production,
    sessionSecret: config.sessionSecret,
    google: config.google,
    canMail: config.mail !== null,
    postLetter: async () => {},
  }
  return { routes }
}
