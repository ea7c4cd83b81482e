import { z } from 'zod'
import { locationSchema } from './location.ts'

/** A passage of the source that a line of the summary rests on. `citationLink` has where it leads. */
export const citationSchema = z.object({
  blockId: z.string(),
  /** Location of the block in the source. */
  location: locationSchema,
  /** Text of the citation chip: "12:41", "p. 14", "¶ 3". */
  label: z.string(),
  /** The passage, verbatim, shortened to what a reader takes in at a glance. */
  excerpt: z.string(),
})
export type Citation = z.infer<typeof citationSchema>

/** A line of the summary together with the passages it rests on. */
export const citedTextSchema = z.object({ text: z.string(), citations: z.array(citationSchema) })
export type CitedText = z.infer<typeof citedTextSchema>
