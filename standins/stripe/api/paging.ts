import { invalid, missing } from '../engine/failure.ts'
import type { List } from '../wire/shapes.ts'

interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/**
 * A page of records, the newest first (https://docs.stripe.com/api/pagination).
 *
 * @param records in the order in which they came
 */
export function pageOf<T extends { id: string }, W>(
  records: readonly T[],
  { limit = 10, starting_after: after, ending_before: before }: Paging,
  { what, url, show }: { what: string; url: string; show: (record: T) => W },
): List<W> {
  if (limit < 1 || limit > 100) {
    const message = `Invalid integer: ${limit}. This value must be between 1 and 100.`
    throw invalid(message, 'limit', 'parameter_invalid_integer')
  }
  if (after !== undefined && before !== undefined) {
    throw invalid('You can only provide one of ending_before or starting_after.')
  }
  const newest = records.toReversed()
  const indexOf = (id: string, param: string): number => {
    const index = newest.findIndex((record) => record.id === id)
    if (index === -1) throw missing(what, id, param)
    return index
  }
  const end = before === undefined ? newest.length : indexOf(before, 'ending_before')
  const rest = newest.slice(after === undefined ? 0 : indexOf(after, 'starting_after') + 1, end)
  // Towards the newer ones, the page next to the given record is the one that is wanted.
  const page = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return { object: 'list', data: page.map(show), has_more: rest.length > limit, url }
}
