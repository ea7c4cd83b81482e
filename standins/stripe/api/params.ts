import { z } from 'zod'
import { invalid, type StripeFailure } from '../engine/failure.ts'
import { intervalSchema } from '../engine/records.ts'
import type { Params } from './form.ts'

/** What parameters are made of; on the wire all of them are texts. */
export const text = z.string().min(1).max(5000)
/** Empty: unset again. */
export const unsettable = z
  .string()
  .max(5000)
  .transform((value) => (value === '' ? null : value))
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/u, 'Invalid integer')
  .transform(Number)
export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true')
export const webAddress = z
  .string()
  .refine((value) => /^https?:$/u.test(URL.parse(value)?.protocol ?? ''), 'Not a valid URL')

/** An empty list is sent as an empty text. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === '' ? [] : value), z.array(item))

const names = z.string().max(40, 'Metadata keys can have up to 40 characters')
const values = z.string().max(500, 'Metadata values can have up to 500 characters')
/** An empty value takes a key away, an empty text all of them (https://docs.stripe.com/api/metadata). */
export const metadata = z.union([z.literal(''), z.record(names, values)])

/** Metadata after a change of it. */
export function withMetadata(
  before: Record<string, string>,
  change: z.infer<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return before
  if (change === '') return {}
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

/** A time, or bounds of it. */
export const range = z.union([
  integer,
  z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial(),
])

export function isWithin(time: number, wanted: z.infer<typeof range> | undefined): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return time === wanted
  const { gt, gte, lt, lte } = wanted
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  )
}

export const recurring = z.strictObject({
  interval: intervalSchema,
  interval_count: integer.optional(),
  usage_type: z.literal('licensed').optional(),
})

const expand = { expand: z.array(text).optional() }

/** The parameters of a call; those that it does not know are refused, as Stripe does. */
export const call = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...shape, ...expand })

/** The parameters of a list. */
export const listCall = <S extends z.ZodRawShape>(shape: S) =>
  call({
    ...shape,
    limit: integer.optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
  })

/** `items`, `0`, `price` as `items[0][price]`. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

/** A refusal of parameters in Stripe's words (https://docs.stripe.com/error-codes). */
function refusalOf(issue: z.core.$ZodIssue): StripeFailure {
  const param = nameOf(issue.path)
  const { input } = issue
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find(({ path }) => path.length > 0)
    if (inner !== undefined) return refusalOf({ ...inner, path: [...issue.path, ...inner.path] })
    return invalid(`Invalid value for ${param}.`, param)
  }
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
    const message = `Received unknown parameter: ${unknown}. (This stand-in knows fewer parameters than Stripe does.)`
    return invalid(message, unknown, 'parameter_unknown')
  }
  if (input === undefined) return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (input === '') {
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      'parameter_invalid_empty',
    )
  }
  if (issue.message === 'Invalid integer') {
    return invalid(`Invalid integer: ${JSON.stringify(input)}`, param, 'parameter_invalid_integer')
  }
  if (issue.message === 'Not a valid URL') return invalid('Not a valid URL', param, 'url_invalid')
  if (issue.code === 'invalid_value') {
    return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, param)
  }
  return invalid(issue.message, param)
}

/** Reads parameters. Throws Stripe's refusal of the first that is wrong. */
export function readParams<S extends z.ZodType>(schema: S, params: Params): z.infer<S> {
  const read = schema.safeParse(params, { reportInput: true })
  if (read.success) return read.data
  const [first] = read.error.issues
  throw first === undefined ? invalid('Invalid parameters.') : refusalOf(first)
}
