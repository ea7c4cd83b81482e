import type { Stripe } from 'stripe'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/** How far the time of a signature may lie from ours, either way, in seconds. */
const TOLERANCE_SECONDS = 300

const MAX_NAME_CHARACTERS = 255
const nameSchema = z.string().min(1).max(MAX_NAME_CHARACTERS)

const eventSchema = z.object({
  id: nameSchema,
  type: nameSchema,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** What is read of an event: that it has come, and about whom. What it says of them is asked for anew. */
export interface BillingEvent {
  id: string
  type: string
  /** Null: about nobody. */
  customerId: string | null
}

/** The customer that an event is of, or about. */
function customerIn({ object, id, customer }: Record<string, unknown>): string | null {
  const named = object === 'customer' ? id : customer
  const expanded = z.object({ id: nameSchema }).safeParse(named)
  return expanded.success ? expanded.data.id : (nameSchema.safeParse(named).data ?? null)
}

/** The last time that a signature names; the one that the SDK goes by (https://docs.stripe.com/webhooks#verify-manually). */
function signedAt(header: string): number {
  return Number([...header.matchAll(/(?:^|,)t=(\d+)/gu)].at(-1)?.[1] ?? Number.NaN)
}

/**
 * Reads an event of the payment provider, signed with the secret, and just now: the time is signed as well, so that
 * what somebody has overheard cannot be sent again later.
 *
 * @throws AppError `invalid_input` when it is not
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
    throw new AppError('invalid_input', 'This is no event of the payment provider.', { cause: error })
  }
}
