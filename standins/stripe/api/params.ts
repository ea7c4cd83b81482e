import { z } from 'zod'
import { invalid, missing } from '../engine/failure.ts'
import { listOf } from '../wire.ts'

/** Parameters as they are sent: strings, lists and groups of them. */
type Param = string | Param[] | { [name: string]: Param }
export type Params = { [name: string]: Param }

type Tree = Map<string, string | Tree>

/** Deeper than any parameter. */
const MAX_DEPTH = 10

/** `items[0][price]` as `items`, `0`, `price`. */
function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[', MAX_DEPTH)
  return [first, ...rest.map((part) => part.replace(/\]$/u, ''))]
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  // `expand[]=a&expand[]=b` numbers its values by itself.
  const key = name === '' ? String(tree.size) : name
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const found = tree.get(key)
  const inner: Tree = found instanceof Map ? found : new Map()
  tree.set(key, inner)
  put(inner, rest, value)
}

function toParam(value: string | Tree): Param {
  if (typeof value === 'string') return value
  const isList = value.size > 0 && [...value.keys()].every((key) => /^\d+$/u.test(key))
  if (isList) return [...value.values()].map(toParam)
  return Object.fromEntries([...value].map(([key, inner]) => [key, toParam(inner)]))
}

/** Decodes form-encoded parameters with brackets. */
export function decodeForm(text: string): Params {
  const tree: Tree = new Map()
  for (const [name, value] of new URLSearchParams(text)) put(tree, pathOf(name), value)
  return Object.fromEntries([...tree].map(([key, inner]) => [key, toParam(inner)]))
}

export const text = z.string().min(1).max(5000)
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/u, 'Invalid integer')
  .transform(Number)
export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true')
export const webAddress = z
  .string()
  .refine((value) => /^https?:$/u.test(URL.parse(value)?.protocol ?? ''), 'Not a valid URL')
/** The SDK sends an empty list as an empty string. */
export const maybeEmpty = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === '' ? [] : value), z.array(item))
export const metadata = z.record(z.string().max(40), z.string().max(500))

/** Metadata after a change: an empty value removes its key (https://docs.stripe.com/api/metadata). */
export const withMetadata = (
  before: Record<string, string>,
  change: Record<string, string> = {},
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))

const paging = { limit: integer.optional(), starting_after: text.optional() }

/** Parameters of a list. */
export const listing = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...shape, ...paging })

/**
 * A page of records, the newest first (https://docs.stripe.com/api/pagination).
 *
 * @param records from the oldest to the newest
 */
export function pageOf<T extends { id: string }, W>(
  records: readonly T[],
  { limit = 10, starting_after: after }: { limit?: number | undefined; starting_after?: string | undefined },
  { what, url, show }: { what: string; url: string; show: (record: T) => W },
) {
  if (limit < 1 || limit > 100)
    throw invalid(`Invalid integer: ${limit}. This value must be between 1 and 100.`, 'limit')
  const newest = records.toReversed()
  const index = newest.findIndex(({ id }) => id === after)
  if (after !== undefined && index === -1) throw missing(what, after, 'starting_after')
  const rest = newest.slice(index + 1)
  return listOf(rest.slice(0, limit).map(show), url, rest.length > limit)
}

/** `items`, `0`, `price` as `items[0][price]`. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

/**
 * Parses parameters.
 *
 * @throws StripeFailure for the first that is missing, wrong or unknown
 */
export function readParams<S extends z.ZodType>(schema: S, params: Params): z.infer<S> {
  const read = schema.safeParse(params, { reportInput: true })
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue === undefined) throw invalid('Invalid parameters.')
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
    const message = `Received unknown parameter: ${unknown}. (This stand-in knows fewer parameters than Stripe does.)`
    throw invalid(message, unknown, 'parameter_unknown')
  }
  const param = nameOf(issue.path)
  if (issue.input === undefined) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  throw invalid(`${issue.message}: ${param}`, param)
}
