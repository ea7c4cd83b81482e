import { z } from 'zod'
import { prepareSource } from '../../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../../src/summarizer/verification/unsupported-claims.ts'
import { documentOf } from '../summarizer/corpus.ts'
import { type Part, partOf, parts } from './parts.ts'
import { balancedAccuracy, type Share, shareOf, show } from './share.ts'

/** A source with consistent summaries and edited ones, after SummEdits (Laban et al. 2023). */
export const editedSchema = z.object({
  id: z.string(),
  domain: z.string(),
  source: z.string(),
  summaries: z.array(z.object({ summary: z.string(), supported: z.boolean(), edits: z.array(z.string()) })),
})
type EditedSource = z.infer<typeof editedSchema>

interface Judged {
  part: Part
  domain: string
  supported: boolean
  edits: readonly string[]
  isReported: boolean
}

function judge({ id, domain, source: text, summaries }: EditedSource): Judged[] {
  const source = prepareSource(documentOf(text))
  return summaries.map(({ summary, supported, edits }) => {
    const isReported = findUnsupported(source, summary, 'en').length > 0
    return { part: partOf(id), domain, supported, edits, isReported }
  })
}

interface Figures {
  caught: Share
  falseAlarms: Share
}

function figuresOf(judged: readonly Judged[]): Figures {
  const isReported = (each: Judged) => each.isReported
  return {
    caught: shareOf(
      judged.filter(({ supported }) => !supported),
      isReported,
    ),
    falseAlarms: shareOf(
      judged.filter(({ supported }) => supported),
      isReported,
    ),
  }
}

/**
 * Prints how many edited summaries the rules catch and how many consistent ones they report, by domain and by kind of
 * edit. A summary counts as reported if one of its sentences is. One with edits of several kinds counts for each.
 */
export function printEdited(sources: readonly EditedSource[]): void {
  const all = sources.flatMap(judge)
  for (const part of parts) {
    const judged = all.filter((each) => each.part === part)
    const domains = Map.groupBy(judged, ({ domain }) => domain)
    const ids = sources.filter(({ id }) => partOf(id) === part).map(({ id }) => id)
    console.log(`\nEdited summaries, ${part} part, ${ids.length} sources: ${ids.join(' ')}`)
    const accuracies = Array.from(domains, ([domain, each]) => {
      const { caught, falseAlarms } = figuresOf(each)
      const accuracy = balancedAccuracy(caught, falseAlarms)
      console.log(
        `  ${domain.padEnd(28)}${show(caught).padEnd(20)} caught, ${show(falseAlarms).padEnd(20)} false alarms, balanced accuracy ${accuracy.toFixed(3)}`,
      )
      return accuracy
    })
    const mean = accuracies.reduce((sum, each) => sum + each, 0) / Math.max(1, accuracies.length)
    console.log(`  mean balanced accuracy of the domains ${mean.toFixed(3)}`)
    for (const kind of new Set(judged.flatMap(({ edits }) => edits)).values().toArray().toSorted()) {
      console.log(`  ${kind.padEnd(28)}${show(figuresOf(judged.filter(({ edits }) => edits.includes(kind))).caught)}`)
    }
    const unnamed = figuresOf(judged.filter(({ edits }) => edits.length === 0)).caught
    console.log(`  ${'kind unknown'.padEnd(28)}${show(unnamed)}`)
  }
}
