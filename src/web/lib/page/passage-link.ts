import type { Citation } from '../../../shared/summary/citation.ts'
import { fieldsOf } from '../stores/store.ts'

/** State of a history entry that opens a summary, over the screen of the entry before it, at a passage of its source. */
export const atPassage = (summaryId: string, passage: Citation) => ({
  isOverScreen: true,
  passageOf: summaryId,
  passage,
})

function isCitation(value: unknown): value is Citation {
  const { blockId, label, excerpt, location } = fieldsOf(value)
  return (
    [blockId, label, excerpt].every((field) => typeof field === 'string') && typeof fieldsOf(location).kind === 'string'
  )
}

/** The passage that a history entry opens in the source of a summary; null for other entries and summaries. */
export function passageIn(state: unknown, summaryId: string | null): Citation | null {
  const { passageOf, passage } = fieldsOf(state)
  return passageOf === summaryId && isCitation(passage) ? passage : null
}
