import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const statusSchema = z.object({ status: z.enum(['ok', 'unavailable']) })

/**
 * Registers `/healthz`, which succeeds while the process runs, and `/readyz`, which fails before the process stops
 * accepting requests, so that load balancers notice.
 */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get(
    '/healthz',
    { schema: { summary: 'Whether the process runs', tags: ['health'], response: { 200: statusSchema } } },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'Whether the process is ready for requests',
        tags: ['health'],
        response: { 200: statusSchema, 503: statusSchema },
      },
    },
    async (_request, reply) => {
      if (await isReady()) return { status: 'ok' as const }
      return reply.code(503).send({ status: 'unavailable' as const })
    },
  )
}
