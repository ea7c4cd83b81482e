import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { notFound } from '../../platform/http-errors.ts'
import type { BillingDeps } from './billing-deps.ts'
import { readEvent } from './read-event.ts'
import { recordEvent } from './record-event.ts'

export type WebhookDeps = Pick<BillingDeps, 'db' | 'clock' | 'stripe' | 'webhookSecret' | 'requestSync'>

/** Where the payment provider sends its events. */
export const WEBHOOK_PATH = '/api/webhooks/stripe'

/** Events are a few kilobytes. */
const MAX_BYTES = 1024 * 1024

const noEvent = (cause?: unknown): AppError => new AppError('invalid_input', 'This is no event.', { cause })

const signatureOf = ({ headers }: FastifyRequest): string => {
  const signature = headers['stripe-signature']
  return typeof signature === 'string' ? signature : ''
}

/**
 * The route that hears of the payment provider what has happened. It takes events in and answers; what they lead to is
 * a job's. A signature stands in for a session, so that another site has nothing to misuse.
 *
 * @param app a scope of its own, whose bodies stay as they were signed
 */
export function registerWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body))
  // What is too long, or breaks off, is no event either.
  app.setErrorHandler((error) => {
    const unread = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    throw unread ? noEvent(error) : error
  })
  app.post(
    WEBHOOK_PATH,
    {
      bodyLimit: MAX_BYTES,
      schema: {
        summary: 'Events of the payment provider, signed by it',
        tags: ['webhooks'],
        response: { 200: z.object({ received: z.literal(true) }), '4xx': errorBodySchema, '5xx': errorBodySchema },
      },
    },
    async (request) => {
      const { stripe, webhookSecret, clock } = deps
      if (stripe === null || webhookSecret === null) throw notFound()
      const { body } = request
      try {
        if (!Buffer.isBuffer(body)) throw noEvent()
        const now = clock.now()
        const event = readEvent(stripe, { body, signature: signatureOf(request), secret: webhookSecret, now })
        const isNew = await recordEvent(deps, event)
        request.log.info({ type: event.type, isNew }, 'an event of the payment provider')
      } catch (error) {
        if (error instanceof AppError) request.log.warn({ err: error.cause }, 'what came as an event was refused')
        throw error
      }
      return { received: true }
    },
  )
}
