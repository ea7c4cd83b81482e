import { z } from 'zod'
import { toPattern } from '../text/language-tables.ts'
import tables from './failures.json' with { type: 'json' }

/** `retry-after-ms`, else `Retry-After` as seconds or date (RFC 9110, section 10.2.3); null without a valid one. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const precise = headers['retry-after-ms']?.trim()
  if (precise !== undefined && /^\d{1,12}(?:\.\d{1,6})?$/.test(precise)) return Math.ceil(Number(precise))
  const value = headers['retry-after']?.trim()
  if (value === undefined) return null
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(value)) return Math.ceil(Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}

/** Failures of one try of one model. */
export type TryFailureKind =
  | 'limited' // Rate limit.
  | 'broken' // No connection, an error of the server, a stream that was cut.
  | 'stalled' // Silence within an answer.
  | 'timed_out' // No answer within the time of a try.
  | 'invalid' // An answer in another shape.
  | 'cut' // An answer that ended at its longest length.
  | 'too_long' // More than the context window, or more than the model read.
  | 'refused' // The model or its provider declined.
  | 'denied' // Key, account, permission or name of the model.
  | 'rejected' // The request itself.
  | 'resting' // Not asked, because its circuit breaker is open.

/** Failure of one try. The message is safe to log; the complaint is not. */
export class TryFailure extends Error {
  readonly kind: TryFailureKind
  readonly status: number | null
  /** Retry delay that the server requests. */
  readonly retryAfterMs: number | null
  readonly #complaint: string

  constructor(
    kind: TryFailureKind,
    message: string,
    details: { status?: number | null; retryAfterMs?: number | null; complaint?: string } = {},
  ) {
    super(message)
    this.name = 'TryFailure'
    this.kind = kind
    this.status = details.status ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.#complaint = details.complaint ?? ''
  }

  /** The server's full message, for decisions only: it may contain secrets. */
  get complaint(): string {
    return this.#complaint
  }
}

/** Characters of a server's message that are examined. */
const COMPLAINT_CHARACTERS = 2000

const code = z.union([z.string(), z.number()]).nullish().catch(null)

/** Common fields of the errors of the AI SDK and of providers' streams. */
const errorShape = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  statusCode: z.number().nullish().catch(null),
  responseHeaders: z.record(z.string(), z.string()).nullish().catch(null),
  responseBody: z.string().nullish().catch(null),
  code,
  type: code,
  isRetryable: z.boolean().nullish().catch(null),
})

const tooLong = toPattern(tables.tooLong)
const declined =
  /content[_ ]?(?:filter|policy|management)|safety|moderation|flagged|prohibited[_ ]content|invalid_prompt|usage polic/iu
const outOfMoney = /insufficient[_ ](?:quota|credits|funds|balance)|billing_(?:error|hard)|credit balance|spend limit/iu
const overloaded = /overloaded|rate[_ ]?limit|too many requests|resource_exhausted/iu

/** Errors of the AI SDK whose messages contain the invalid answer. */
const unreadable = /^AI_(?:TypeValidation|JSONParse|InvalidResponseData)Error$/u

const temporary: ReadonlySet<number> = new Set([408, 409, 425])
const denied: ReadonlySet<number> = new Set([401, 402, 403, 404])

/** HTTP status in an error's code, as model routers send it within a stream. */
function statusIn(value: string | number | null | undefined): number | null {
  const status = typeof value === 'number' ? value : /^[45]\d\d$/.test(value ?? '') ? Number(value) : 0
  return status >= 400 && status < 600 ? status : null
}

/** Google's retry delay in a body, in milliseconds (https://cloud.google.com/apis/design/errors, RetryInfo). */
function retryDelayIn(body: string): number | null {
  const seconds = /"retryDelay":\s?"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(body)?.[1]
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000)
}

function kindOfStatus(status: number | null, complaint: string): TryFailureKind {
  if (status === 413 || tooLong.test(complaint)) return 'too_long'
  if (outOfMoney.test(complaint) && status !== 503) return 'denied'
  if (status === 429) return 'limited'
  if ((status === null || status < 500) && !temporary.has(status ?? 0) && declined.test(complaint)) return 'refused'
  if (status === null || status >= 500 || temporary.has(status)) {
    return status === null && overloaded.test(complaint) ? 'limited' : 'broken'
  }
  return denied.has(status) ? 'denied' : 'rejected'
}

/** Classifies an error without keeping it: it has keys and the source's text. `fit` makes a message safe to log. */
export function readFailure(error: unknown, fit: (message: string) => string, now: Date): TryFailure {
  const parsed = errorShape.safeParse(error)
  if (!parsed.success) return new TryFailure('broken', 'failed in an unknown way')
  if (unreadable.test(parsed.data.name)) return new TryFailure('broken', 'sent an invalid response')
  const { message, statusCode, responseHeaders, responseBody, code, type } = parsed.data
  // A stream that breaks has the successful status of its beginning.
  const status = statusCode != null && statusCode >= 300 ? statusCode : statusIn(code)
  const complaint = [message, code, type, responseBody].filter(Boolean).join(' ').slice(0, COMPLAINT_CHARACTERS)
  const said = fit(message === '' ? (responseBody ?? '') : message)
  const words = [status === null ? '' : `answered ${status}`, said].filter(Boolean).join(': ')
  return new TryFailure(kindOfStatus(status, complaint), words === '' ? 'gave no answer' : words, {
    status,
    retryAfterMs: retryAfterMs(responseHeaders ?? {}, now) ?? retryDelayIn(responseBody ?? ''),
    complaint,
  })
}
