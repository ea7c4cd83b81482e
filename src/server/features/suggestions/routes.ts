import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { hours } from '../../../shared/retention.ts'
import type { Context } from '../../db/context.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import type { Config } from '../../platform/config.ts'
import { createLimit } from '../../platform/limits.ts'
import { requireActor } from '../../platform/request-context.ts'
import { insertSuggestion } from './repo.ts'

/** Suggestions per user and hour. */
const MAX_SUGGESTIONS = 20

/** Route for feature suggestions. */
export function registerSuggestionRoutes(
  app: FastifyInstance,
  context: Context & { config: Pick<Config, 'http'> },
): void {
  const limit = createLimit(app, {
    name: 'suggestions',
    max: MAX_SUGGESTIONS,
    factor: context.config.http.rateLimitFactor,
    windowMs: hours(1),
    message: 'Thank you, those were many suggestions. Please try again in an hour.',
  })

  addCall(app, calls.suggestFeature, async ({ body, request }) => {
    const actor = requireActor(request)
    await limit(request)
    const { db, clock } = context
    return answer(201, { id: await insertSuggestion(db, { ...body, userId: actor.userId, createdAt: clock.now() }) })
  })
}
