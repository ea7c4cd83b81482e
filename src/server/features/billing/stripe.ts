import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import { minutes } from '../../../shared/account/retention.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Context } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'

/** Per try; callers wait for all of them. */
const TIMEOUT_MS = 8000
const RETRIES = 2

/** Creates a client of Stripe's SDK. @param apiUrl of a server other than Stripe's own */
export function createStripe(
  { secretKey, apiUrl }: { secretKey: string; apiUrl: string | null },
  { timeoutMs, retries }: { timeoutMs: number; retries: number } = { timeoutMs: TIMEOUT_MS, retries: RETRIES },
): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(url === null
      ? {}
      : {
          protocol: url.protocol === 'http:' ? 'http' : 'https',
          host: url.hostname,
          ...(url.port === '' ? {} : { port: url.port }),
        }),
  })
}

/** @throws AppError `unavailable` when payments are not configured */
export function requireStripe(stripe: Stripe | null): Stripe {
  if (stripe !== null) return stripe
  throw new AppError('unavailable', 'Payments are not set up here.', {
    cause: new Error('STRIPE_SECRET_KEY is not set.'),
  })
}

/** Returns whether Stripe answered that an object does not exist (https://docs.stripe.com/error-codes#resource-missing). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

export async function nullIfMissing<T>(request: Promise<T>): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

/** Returns whether Stripe rejected an email; it is stricter than we are (https://docs.stripe.com/error-codes#email-invalid). */
export const isEmailRejected = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'email_invalid'

const emailPattern = /(?<!\S)\S+@\S+/g
/** Keys, and secrets that sign events. Stripe masks those that it quotes; other servers may not. */
const keyPattern = /\b(?:sk|rk|pk|whsec)_\w+/g
const RETRY_SECONDS = 30

/** Stripe's error for the log, without emails, keys and the rest of the SDK's error. */
function loggableCause(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const parts = [error.type, error.code, error.param, error.statusCode, error.requestId].filter(Boolean)
  const message = error.message.replace(emailPattern, '[address]').replace(keyPattern, '[key]')
  return new Error(`Stripe: ${message} (${parts.join(', ')})`)
}

/**
 * Runs requests to Stripe, all of which may be repeated.
 * @throws AppError `unavailable` for every error of Stripe that the requests did not handle
 */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new AppError(
      'unavailable',
      'We can’t reach our payment provider right now. Nothing was charged. Please try again in a few minutes.',
      { cause: loggableCause(error), retryAfterSeconds: RETRY_SECONDS },
    )
  }
}

type Part = string | number | null

/** Stripe replays the response to a key for a day, its own failures included, so a key is used for ten minutes only. */
const KEY_MS = minutes(10)

/** Identifies what is created from the same parts. */
export const digestOf = (what: string, ...parts: readonly Part[]): string =>
  `precis-${what}-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

/**
 * Idempotency key for a request, the same in all processes for ten minutes (https://docs.stripe.com/api/idempotent_requests).
 * The parts must cover all parameters: Stripe rejects a known key with other ones. Since keys expire, look whether the
 * object exists before creating it.
 */
export const idempotencyKey = (clock: Clock, what: string, ...parts: readonly Part[]): string =>
  digestOf(what, ...parts, Math.floor(clock.now().getTime() / KEY_MS))

/** Metadata that names the installation that created an object: several may share a Stripe account. */
const APP_METADATA = 'precis_app'

const installationOf = ({ config }: Context): string => new URL(config.http.appUrl).origin

/** Metadata of everything that this installation creates for a user. */
export const installationMetadata = (context: Context): Record<typeof APP_METADATA, string> => ({
  [APP_METADATA]: installationOf(context),
})

/**
 * Returns whether another installation created an object, by its metadata, then that of its customer. An object without
 * the metadata is older than it, and counts as ours.
 */
export function isOfOtherInstallation(
  context: Context,
  ...metadata: readonly (Stripe.Metadata | null | undefined)[]
): boolean {
  const installation = metadata.map((one) => one?.[APP_METADATA]).find((value) => value !== undefined && value !== '')
  return installation !== undefined && installation !== installationOf(context)
}

const NOT_CANCELED = 'We couldn’t cancel your subscription, so nothing was deleted. Please try again in a few minutes.'

/**
 * Cancels a subscription immediately, so that nothing more is charged. Repeating it changes nothing.
 * @throws AppError `unavailable` unless the subscription has certainly ended
 */
export async function endSubscription(stripe: Pick<Stripe, 'subscriptions'> | null, subscriptionId: string) {
  if (stripe === null) {
    throw new AppError('unavailable', NOT_CANCELED, {
      cause: new Error('A user has a subscription, but STRIPE_SECRET_KEY is not set.'),
    })
  }
  try {
    await stripe.subscriptions.cancel(subscriptionId)
  } catch (error) {
    // A missing or canceled subscription has ended.
    if (!isMissing(error)) throw new AppError('unavailable', NOT_CANCELED, { cause: error })
  }
}
