import { z } from 'zod'
import { splitSentences } from '../../src/summarizer/text/sentences.ts'

export const itemSchema = z.object({
  id: z.string(),
  source: z.string(),
  summary: z.string(),
  spans: z.array(z.object({ start: z.int(), end: z.int(), labels: z.array(z.string()) })),
})

/** A summary with the spans that annotators marked, after FaithBench (Bao et al. 2024). */
export type Item = z.infer<typeof itemSchema>

/** A sentence of a summary: unsupported if it touches a span marked as unwanted, clean if it touches no span. */
interface JudgedSentence {
  start: number
  end: number
  verdict: 'unsupported' | 'clean' | 'disputed'
}

const isUnwanted = (label: string) => label.startsWith('Unwanted')

/** The sentences of an item's summary; `disputed` ones touch only spans marked as questionable or benign. */
export function judgedSentences({ summary, spans }: Item): JudgedSentence[] {
  return splitSentences(summary).map(({ start, end }) => {
    const touching = spans.filter((span) => span.start < end && span.end > start)
    if (touching.some(({ labels }) => labels.some(isUnwanted))) return { start, end, verdict: 'unsupported' }
    return { start, end, verdict: touching.length === 0 ? 'clean' : 'disputed' }
  })
}
