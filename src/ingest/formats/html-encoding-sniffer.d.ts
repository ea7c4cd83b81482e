/** html-encoding-sniffer comes without types; these are the parts of its README that are used here. */
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    xml?: boolean
    transportLayerEncodingLabel?: string | undefined
    defaultEncoding?: string
    maxPrescanBytes?: number
  }
  /** The canonical name of the encoding of a page, by byte order mark, transport and `<meta>`. */
  export default function htmlEncodingSniffer(bytes: Uint8Array, options?: SniffOptions): string
}
