/** word-extractor ships without types; these are the parts of its README that are used here. */
declare module 'word-extractor' {
  interface Options {
    /** Replaces curly quotes and dashes with ASCII. Defaults to true. */
    filterUnicode?: boolean
    includeHeadersAndFooters?: boolean
  }
  type Part = 'getBody' | 'getFootnotes' | 'getEndnotes' | 'getTextboxes'
  export default class WordExtractor {
    extract(source: Buffer): Promise<Record<Part, (options?: Options) => string>>
  }
}
