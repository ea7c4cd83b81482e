import type { FastifyInstance } from 'fastify'
import type { AccountDeps, AccountOptions } from './account-deps.ts'
import { accountLimits } from './account-limits.ts'
import { registerEmailRoutes } from './email-routes.ts'
import { registerGoogleRoutes } from './google/google-routes.ts'
import { registerMyDataRoutes } from './my-data-routes.ts'
import { registerOwnAccountRoutes } from './own-account-routes.ts'
import { registerPasswordResetRoutes } from './password-reset-routes.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'

/** Everything about signing in and the own account. */
export function registerAccountRoutes(app: FastifyInstance, options: AccountOptions): void {
  const deps: AccountDeps = { ...options, limits: accountLimits(app, options.rateLimitFactor) }
  registerSignInRoutes(app, deps)
  registerGoogleRoutes(app, deps)
  registerOwnAccountRoutes(app, deps)
  registerPasswordResetRoutes(app, deps)
  registerEmailRoutes(app, deps)
  registerMyDataRoutes(app, deps)
}
