import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * A text as it comes, as it travels between processes: what follows after a beginning that the receiver has, and a sum
 * of the whole by which the receiver knows that it had the right one.
 */
export const tailSchema = z.object({
  /** Length of the beginning, in UTF-16 code units. */
  from: z.int().min(0),
  /** All that follows it. */
  text: z.string(),
  sum: z.string(),
})
export type Tail = z.infer<typeof tailSchema>

const SUM_LENGTH = 12

const sumOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, SUM_LENGTH)

function commonLength(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) if (a[at] !== b[at]) return at
  return shorter
}

/**
 * A text as the tail that fits onto each of some earlier states of it.
 *
 * @param known what receivers may have: the text of the last message, and that of the row
 */
export function tailAfter(text: string, known: readonly string[]): Tail {
  const from = Math.min(...known.map((earlier) => commonLength(text, earlier)))
  return { from, text: text.slice(from), sum: sumOf(text) }
}

/** The whole text, or null where the receiver's own is not the beginning that the tail follows. */
export function applyTail(own: string, { from, text, sum }: Tail): string | null {
  if (own.length < from) return null
  const whole = own.slice(0, from) + text
  return sumOf(whole) === sum ? whole : null
}
