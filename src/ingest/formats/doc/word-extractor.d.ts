/** word-extractor ships without types; these are the parts of its README that are used here. */
declare module 'word-extractor' {
  interface Options {
    /** Replaces curly quotes and dashes with ASCII. Defaults to true. */
    filterUnicode?: boolean
  }
  interface TextBoxOptions extends Options {
    includeHeadersAndFooters?: boolean
  }
  interface Extracted {
    getBody(options?: Options): string
    getFootnotes(options?: Options): string
    getEndnotes(options?: Options): string
    getTextboxes(options?: TextBoxOptions): string
  }
  export default class WordExtractor {
    extract(source: Buffer): Promise<Extracted>
  }
}
