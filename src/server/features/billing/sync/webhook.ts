import type { FastifyInstance } from 'fastify'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { days, retention } from '../../../../shared/account/retention.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { Context } from '../../../db/database.ts'
import { errorResponses } from '../../../platform/http/call-routes.ts'
import { notFound } from '../../../platform/http/http-errors.ts'
import type { BillingContext } from '../context.ts'
import { deleteEventsBefore, insertEvent } from '../repo.ts'
import { requestSync } from './jobs.ts'

export const WEBHOOK_PATH = '/api/webhooks/stripe'

/** Events have a few kilobytes. */
const MAX_BYTES = 1024 * 1024
/** Maximum difference between the time of a signature and ours. */
const TOLERANCE_SECONDS = 300

const nameSchema = z.string().min(1).max(255)
const eventSchema = z.object({
  id: nameSchema,
  type: nameSchema,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** The parts of an event that are used. Its content is ignored: the customer is read from Stripe instead. */
interface BillingEvent {
  id: string
  type: string
  /** Null for an event about no customer. */
  customerId: string | null
}

/** Customer of an event's object, or the object itself. */
function customerIn({ object, id, customer }: Record<string, unknown>): string | null {
  const value = object === 'customer' ? id : customer
  const expanded = z.object({ id: nameSchema }).safeParse(value)
  return expanded.success ? expanded.data.id : (nameSchema.safeParse(value).data ?? null)
}

/** Last timestamp in a signature, the one that the SDK uses (https://docs.stripe.com/webhooks#verify-manually). */
const signedAt = (header: string): number => Number([...header.matchAll(/(?:^|,)t=(\d+)/gu)].at(-1)?.[1] ?? Number.NaN)

/**
 * Verifies and parses an event. The signature covers its time, which must be recent, so that an intercepted event
 * cannot be replayed later.
 * @throws AppError `invalid_input`
 */
export function readEvent(
  { webhooks }: Pick<Stripe, 'webhooks'>,
  { body, signature, secret, now }: { body: Buffer; signature: string; secret: string; now: Date },
): BillingEvent {
  try {
    if (signedAt(signature) * 1000 > now.getTime() + TOLERANCE_SECONDS * 1000) throw new Error('Signed in the future.')
    const event = webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
    const { id, type, data } = eventSchema.parse(event)
    return { id, type, customerId: customerIn(data.object) }
  } catch (error) {
    throw new AppError('invalid_input', 'This is not a Stripe event.', { cause: error })
  }
}

/** Stores an event once and, in the same transaction, enqueues a sync of its customer. Returns whether it is new. */
export async function recordEvent(context: BillingContext, event: BillingEvent): Promise<boolean> {
  const { db, clock } = context
  return db.transaction(async (tx) => {
    if (!(await insertEvent(tx, { ...event, receivedAt: clock.now() }))) return false
    if (event.customerId !== null) await requestSync(context, tx, event.customerId)
    return true
  })
}

/** Deletes events that are too old for Stripe to repeat. */
export async function removeOldEvents({ db, clock }: Context): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - days(retention.paymentEventDays)))
}

const notAnEvent = (cause?: unknown): AppError => new AppError('invalid_input', 'This is not an event.', { cause })

/**
 * Registers the webhook, which stores events and leaves the work to jobs. It needs no session: events are signed.
 * @param app a separate scope, whose bodies are not parsed
 */
export function registerWebhookRoute(app: FastifyInstance, context: BillingContext): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body))
  // A body that is too long or incomplete is not an event either.
  app.setErrorHandler((error) => {
    const isUnreadable = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    throw isUnreadable ? notAnEvent(error) : error
  })
  app.post(
    WEBHOOK_PATH,
    {
      bodyLimit: MAX_BYTES,
      schema: {
        summary: 'Signed events of the payment provider',
        tags: ['webhooks'],
        response: { 200: z.object({ received: z.literal(true) }), ...errorResponses },
      },
    },
    async (request) => {
      const { stripe, config, clock } = context
      const secret = config.stripe?.webhookSecret ?? null
      if (stripe === null || secret === null) throw notFound()
      const { body, headers } = request
      try {
        if (!Buffer.isBuffer(body)) throw notAnEvent()
        const signature = String(headers['stripe-signature'] ?? '')
        const event = readEvent(stripe, { body, signature, secret, now: clock.now() })
        const isNew = await recordEvent(context, event)
        request.log.info({ event: 'billing.webhook', type: event.type, isNew }, 'Stripe event received')
      } catch (error) {
        if (error instanceof AppError) {
          request.log.warn({ event: 'billing.webhook_rejected', err: error.cause }, 'Stripe event rejected')
        }
        throw error
      }
      return { received: true }
    },
  )
}
