import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { addCall, answer } from '../../platform/call-routes.ts'

/** The plan catalogue, for every screen that names a price, a quota or a limit. */
export function registerPlanRoutes(app: FastifyInstance, catalogue: PlanCatalogue): void {
  addCall(app, calls.plans, async () => answer(200, catalogue))
}
