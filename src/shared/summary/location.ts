import { z } from 'zod'

/** Counted from 1, times in seconds. `chapter` counts front matter; `locationLabel` has the book's own number. */
export const locationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), paragraph: z.int().min(1) }),
  z.object({
    kind: z.literal('page'),
    page: z.int().min(1),
    /**
     * Present if the page's text was recognized from a picture: `unsure` if it was hard to read, `model` if a language
     * model read it and its words were not recognized, so that it is not quoted.
     */
    recognized: z.enum(['sure', 'unsure', 'model']).optional(),
  }),
  z.object({ kind: z.literal('slide'), slide: z.int().min(1) }),
  z.object({ kind: z.literal('chapter'), chapter: z.int().min(1), title: z.string().optional() }),
  z.object({ kind: z.literal('time'), startSeconds: z.number().min(0), endSeconds: z.number().min(0) }),
])

export type SourceLocation = z.infer<typeof locationSchema>
