/** What the metadata stream of a file says, null where it is silent. */
export interface XmpFacts {
  title: string | null
  author: string | null
  date: string | null
  language: string | null
}

const START = '<x:xmpmeta'
const END = '</x:xmpmeta>'
const MAX_BYTES = 512 * 1024
const MAX_VALUE = 500

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** References to characters, replaced once: what they spell is not read again. */
const decode = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )

/** The content of the first element of a name, or of the first item of the list in it. */
function valueOf(packet: string, name: string): string | null {
  const open = packet.indexOf(`<${name}>`)
  const close = open === -1 ? -1 : packet.indexOf(`</${name}>`, open)
  if (close === -1) return null
  const content = packet.slice(open + name.length + 2, Math.min(close, open + 8 * MAX_VALUE))
  const item = /<rdf:li[^>]{0,200}>([^<]{0,500})/u.exec(content)?.[1] ?? (content.includes('<') ? '' : content)
  const value = decode(item).replace(/\s+/gu, ' ').trim()
  return value === '' || value.length > MAX_VALUE ? null : value
}

/**
 * Title, first author, date and language of a document's metadata (XMP, ISO 16684-1), where it stands in the file as it
 * is: files keep it uncompressed, so that programs that know nothing of PDF find it. The last one counts, for changes
 * are added at the end.
 */
export function readXmp(bytes: Uint8Array): XmpFacts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file.lastIndexOf(START)
  const end = start === -1 ? -1 : file.indexOf(END, start)
  const packet = end === -1 || end - start > MAX_BYTES ? '' : file.toString('utf8', start, end)
  return {
    title: valueOf(packet, 'dc:title'),
    author: valueOf(packet, 'dc:creator'),
    date: valueOf(packet, 'xmp:CreateDate'),
    language: valueOf(packet, 'dc:language'),
  }
}
