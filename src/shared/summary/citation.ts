import { z } from 'zod'
import { placeSchema } from './place.ts'

/** A passage of the source that a line of the summary rests on. */
export const placeRefSchema = z.object({
  blockId: z.string(),
  place: placeSchema,
  /** Text of the citation chip: "12:41", "p. 14", "¶ 3". */
  label: z.string(),
  /** Opens the source at the passage; null where the source has no URL. */
  href: z.string().nullable(),
  /** The passage, verbatim, shortened to what a reader takes in at a glance. */
  excerpt: z.string(),
})
export type PlaceRef = z.infer<typeof placeRefSchema>

/** A line of the summary together with the passages it rests on. */
export const citedTextSchema = z.object({ text: z.string(), places: z.array(placeRefSchema) })
export type CitedText = z.infer<typeof citedTextSchema>
