import type { FastifyInstance } from 'fastify'
import { hours } from '../../../shared/account/retention.ts'
import { calls } from '../../../shared/api/calls.ts'
import type { Context } from '../../db/database.ts'
import { addLimitedCall } from '../../platform/http/call-routes.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { insertSuggestion } from './repo.ts'

const MAX_SUGGESTIONS = 20

export function registerSuggestionRoutes(app: FastifyInstance, { db, clock }: Context): void {
  const limit = createLimit(app, {
    name: 'suggestions',
    max: MAX_SUGGESTIONS,
    windowMs: hours(1),
    message: 'Thank you, those were many suggestions. Please try again in an hour.',
  })

  addLimitedCall(app, calls.suggestFeature, limit, async ({ body, actor: { userId } }) => ({
    id: await insertSuggestion(db, { ...body, userId, createdAt: clock.now() }),
  }))
}
