import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { hours } from '../../../shared/retention.ts'
import type { Context } from '../../db/database.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import type { Config } from '../../platform/config.ts'
import { createLimit } from '../../platform/limits.ts'
import { insertSuggestion } from './repo.ts'

const MAX_SUGGESTIONS = 20

export function registerSuggestionRoutes(
  app: FastifyInstance,
  { db, clock, config }: Context & { config: Pick<Config, 'http'> },
): void {
  const limit = createLimit(app, {
    name: 'suggestions',
    max: MAX_SUGGESTIONS,
    factor: config.http.rateLimitFactor,
    windowMs: hours(1),
    message: 'Thank you, those were many suggestions. Please try again in an hour.',
  })

  addCall(
    app,
    calls.suggestFeature,
    async ({ body, actor: { userId } }) =>
      answer(201, { id: await insertSuggestion(db, { ...body, userId, createdAt: clock.now() }) }),
    { limit },
  )
}
