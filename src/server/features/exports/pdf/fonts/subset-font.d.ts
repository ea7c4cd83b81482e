/** Types for the parts of subset-font that are used here; the package has none. */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'truetype' | 'woff' | 'woff2'
    /** Keeps every glyph; the text is empty then. */
    keepAllGlyphs?: boolean
    /** Fixes axes of a variable font, or narrows them. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  export default function subsetFont(font: Uint8Array, text: string, options?: SubsetOptions): Promise<Uint8Array>
}
