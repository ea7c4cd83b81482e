import { createContext } from 'react'
import type { Citation } from '../../shared/summary/citation.ts'

export interface ShownCitation {
  chipId: string
  references: readonly [Citation, ...Citation[]]
  /** Whether it was chosen by keyboard, so that focus moves to the passage. */
  takesFocus: boolean
}

export interface SourceControl {
  isOpen: boolean
  shown: ShownCitation | null
  show: (citation: ShownCitation) => void
}

/** Shows passages in the source beside the summary; null where the source wasn't kept. */
export const SourceContext = createContext<SourceControl | null>(null)

/** URL of the summarized source, where its citations lead; null without one. */
export const SourceUrlContext = createContext<string | null>(null)

/** Whether the summary is still being written, so that its citations are yet to come. */
export const WritingContext = createContext(false)
