import { z } from 'zod'
import { pagePartSchema, summaryPageSchema } from './summary-page.ts'

const partialPart = pagePartSchema.omit({ lines: true }).extend({ lines: z.array(z.array(z.string())) })

/** A summary page as far as it is written, without citations. Verification may still change it. */
export const partialPageSchema = z.object({
  ...summaryPageSchema.pick({ kind: true, flags: true }).shape,
  gist: z.string(),
  takeaways: z.array(z.object({ label: z.string(), text: z.string() })),
  keyParts: z.array(partialPart),
  /** Paragraphs. */
  summary: z.array(z.string()),
  /** Empty where the user's plan does not include them, as are the quotes. */
  parts: z.array(partialPart),
  quotes: z.array(z.object({ text: z.string(), speaker: z.string().nullable() })),
})
export type PartialPage = z.infer<typeof partialPageSchema>

export const emptyPage: PartialPage = {
  kind: null,
  flags: [],
  gist: '',
  takeaways: [],
  keyParts: [],
  summary: [],
  parts: [],
  quotes: [],
}

/** Gist, takeaways and summary as text, with a blank line between paragraphs. */
export function partialText({ gist, takeaways, summary }: PartialPage): string {
  const lines = takeaways.map(({ label, text }) => `- ${label === '' ? '' : `${label}: `}${text}`)
  return [gist, lines.join('\n'), ...summary].filter((text) => text !== '').join('\n\n')
}
