import { z } from 'zod'

/**
 * Where in its source a block is. Counting starts at 1; times are seconds from the start. `chapter` is the position in
 * the file's reading order and counts front matter too: `placeLabel` has the number that the book itself uses.
 */
export const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), paragraph: z.int().min(1) }),
  z.object({ kind: z.literal('page'), page: z.int().min(1) }),
  z.object({ kind: z.literal('slide'), slide: z.int().min(1) }),
  z.object({ kind: z.literal('chapter'), chapter: z.int().min(1), title: z.string().optional() }),
  z.object({ kind: z.literal('time'), startSeconds: z.number().min(0), endSeconds: z.number().min(0) }),
])

export type Place = z.infer<typeof placeSchema>
