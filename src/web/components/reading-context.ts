import { createContext } from 'react'
import type { Citation } from '../../shared/summary/citation.ts'

/** Citations of one location, as a chip has them; the first one identifies them. */
export interface ShownCitation {
  references: readonly [Citation, ...Citation[]]
  /** Whether it was chosen by keyboard, so that focus moves to the passage. */
  takesFocus: boolean
}

export interface SourceControl {
  isOpen: boolean
  shown: ShownCitation | null
  /** The citation whose chip takes focus: a new object each time. */
  focused: { citation: Citation } | null
  show: (citation: ShownCitation) => void
  /** Title of the source of a citation, where several are cited. */
  titleOf?: (citation: Citation) => string | undefined
}

/** Shows passages in the source beside the summary; null where the source wasn't kept. */
export const SourceContext = createContext<SourceControl | null>(null)

/** URL of the summarized source, where its citations lead; null without one. */
export const SourceUrlContext = createContext<string | null>(null)

/** Whether the summary is still being written, so that its citations are yet to come. */
export const WritingContext = createContext(false)
