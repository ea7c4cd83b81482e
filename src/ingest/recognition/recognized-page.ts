/** A line of recognized text. Lengths are in pixels of the picture, from its top left corner. */
interface RecognizedLine {
  text: string
  x0: number
  x1: number
  baseline: number
  height: number
}

/** Recognized text of one page. */
export interface RecognizedPage {
  /** Counted from 1. */
  number: number
  /** Of the picture, as its lines are upright. */
  width: number
  height: number
  /** In reading order; none if nothing is legible. */
  lines: readonly RecognizedLine[]
  /** Mean over the characters, 0 to 100; 0 if there are none. */
  confidence: number
  /** Name of the language whose data can't be installed, so that the page was not read: "Russian". */
  missing?: string | undefined
  /** If a language model read the page: its name, and the text that Tesseract recognized. */
  byModel?: { name: string; recognized: string } | undefined
}

/** Below, Tesseract took some letters for others on most pages that were looked at. */
export const SURE = 75

export const isUnsure = ({ confidence }: RecognizedPage): boolean => confidence < SURE

/** Pages that have to be recognized before a file can be read. */
export interface ScannedPages {
  /** Counted from 1, in order. */
  pages: readonly number[]
  /** Language of the other pages, or as the file declares it; null if unknown. */
  language: string | null
}

/** Whether scanned pages are recognized: the first reading names them, and the second one is given them. */
export type Recognition = 'wanted' | readonly RecognizedPage[]

/** A picture of a page in a format that Tesseract reads, its lines upright but for quarter turns. */
export interface PagePicture {
  file: Uint8Array
  width: number
  height: number
}

/** Scanned pages beyond these are not recognized: it takes about two seconds a page. */
export const MAX_RECOGNIZED_PAGES = 200

/** Resolution of pictures of pages: Tesseract's authors recommend at least this. */
export const DOTS_PER_INCH = 300
