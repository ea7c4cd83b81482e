import { z } from 'zod'

/** Counted from 1, times in seconds. `chapter` counts front matter; `locationLabel` has the book's own number. */
export const locationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), paragraph: z.int().min(1) }),
  z.object({
    kind: z.literal('page'),
    page: z.int().min(1),
    /** Present if the page's text was recognized from a picture: `unsure` if it was hard to read. */
    recognized: z.enum(['sure', 'unsure']).optional(),
  }),
  z.object({ kind: z.literal('slide'), slide: z.int().min(1) }),
  z.object({ kind: z.literal('chapter'), chapter: z.int().min(1), title: z.string().optional() }),
  z.object({ kind: z.literal('time'), startSeconds: z.number().min(0), endSeconds: z.number().min(0) }),
])

export type SourceLocation = z.infer<typeof locationSchema>
