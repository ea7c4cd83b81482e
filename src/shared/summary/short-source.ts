import type { Coverage } from './summary.ts'

/** Sources with fewer words have no advanced summary. */
export const MIN_ADVANCED_WORDS = 1000

/** Whether the source of a summary is too short for an advanced one. */
export const isShortSource = ({ coverage }: { coverage: Coverage | null }): boolean =>
  coverage !== null && coverage.words < MIN_ADVANCED_WORDS
