import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { hours } from '../../../shared/retention.ts'
import { requireActor } from '../../platform/actor.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { createLimit } from '../../platform/limits.ts'
import { type SuggestFeatureDeps, suggestFeature } from './suggest-feature.ts'

export interface SuggestionRouteDeps extends SuggestFeatureDeps {
  rateLimitFactor: number
}

/** Suggestions that one person may send in an hour: more than anybody has, and fewer than fill a table. */
const MAX_SUGGESTIONS = 20

/** What people wish the product did. */
export function registerSuggestionRoutes(app: FastifyInstance, deps: SuggestionRouteDeps): void {
  const limit = createLimit(app, {
    name: 'suggestions',
    max: Math.max(1, Math.round(MAX_SUGGESTIONS * deps.rateLimitFactor)),
    windowMs: hours(1),
    key: (request) => request.actor?.userId ?? '',
    message: 'Thank you, those were many suggestions. Please try again in an hour.',
  })

  addCall(app, calls.suggestFeature, async ({ body, request }) => {
    const actor = requireActor(request)
    await limit(request)
    return answer(201, await suggestFeature(deps, actor, body))
  })
}
