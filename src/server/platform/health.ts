import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const statusSchema = z.object({ status: z.enum(['ok', 'unavailable']) })

/**
 * `/healthz` answers while the process runs; `/readyz` only while it can do its work, so that a balancer stops sending
 * requests before the process stops taking them.
 */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get(
    '/healthz',
    { schema: { summary: 'The process runs', tags: ['health'], response: { 200: statusSchema } } },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'The process can do its work',
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
