/** subset-font comes without types; these are the parts of its README that are used here. */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'truetype' | 'woff' | 'woff2'
    /** Keeps every glyph; the text is empty then. */
    keepAllGlyphs?: boolean
    /** Fixes axes of a variable font, or narrows them. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  /** A font with the glyphs of a text, in any of the formats that HarfBuzz or a browser reads. */
  export default function subsetFont(font: Uint8Array, text: string, options?: SubsetOptions): Promise<Uint8Array>
}
