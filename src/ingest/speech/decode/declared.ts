/** Metadata that a recording's file declares, which may be wrong. */
export interface Declared {
  /** Null if unknown. */
  seconds: number | null
  title: string | null
  author: string | null
  publishedAt: string | null
  /** Language tag (ISO 639-2) of the track. */
  language: string | null
}

export const NOTHING_DECLARED: Declared = {
  seconds: null,
  title: null,
  author: null,
  publishedAt: null,
  language: null,
}
