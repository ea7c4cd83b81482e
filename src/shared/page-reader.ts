import type { ModelUsage } from './summary/summary.ts'

/** Text that a language model read from the picture of a page. */
interface ReadPicture {
  /** In reading order; none if the model found no text. */
  paragraphs: readonly string[]
  /** The model, as configured. */
  model: string
}

/** The reading of one source's pictures. */
export interface PageReading {
  /**
   * Reads an upright page.
   *
   * @param jpeg a picture of the page
   * @returns null if no model answers, for example because none can read pictures
   * @throws the signal's reason
   */
  read(jpeg: Uint8Array, signal: AbortSignal): Promise<ReadPicture | null>
  /** Usage of all calls so far. */
  usage(): ModelUsage[]
}

/** Reads pages that recognition can't make out: language models that see. */
export interface PageReader {
  begin(): PageReading
}

/**
 * Called with what reading a source has used of language models: before each call, and after the last one. Awaited, and
 * ends the reading if it throws.
 */
export type OnModelUsage = (usage: readonly ModelUsage[]) => void | Promise<void>
