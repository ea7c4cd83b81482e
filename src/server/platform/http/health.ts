import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const statusSchema = z.object({ status: z.enum(['ok', 'unavailable']) })

/**
 * Registers `/healthz`, which succeeds while the process runs, and `/readyz`, which fails before the process stops
 * accepting requests, so that load balancers notice.
 */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const runs = { summary: 'Whether the process runs', tags: ['health'], response: { 200: statusSchema } }
  app.get('/healthz', { schema: runs }, async () => ({ status: 'ok' as const }))
  const responds = { 200: statusSchema, 503: statusSchema }
  const ready = { summary: 'Whether the process is ready for requests', tags: ['health'], response: responds }
  app.get('/readyz', { schema: ready }, async (_request, reply) => {
    if (await isReady()) return { status: 'ok' as const }
    return reply.code(503).send({ status: 'unavailable' as const })
  })
}
