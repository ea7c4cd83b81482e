import { createHash } from 'node:crypto'

/**
 * Fonts by their names in content streams: three standard ones; one for any text; one for Japanese, one for vertical
 * Japanese; one whose codes are numbers of Adobe-Japan1; one with ligatures.
 */
type PdfFont = 'plain' | 'bold' | 'typed' | 'unicode' | 'square' | 'vertical' | 'ligatures'

export interface PdfTextOptions {
  font?: PdfFont
  size?: number
  /** Gray of the fill, 0 for black to 1 for white. */
  gray?: number
  /** Text render mode; 3 paints nothing. */
  mode?: number
  /** Text matrix without the position. */
  matrix?: readonly [number, number, number, number]
}

/** A JPEG in shades of gray. */
interface PdfImage {
  jpeg: Uint8Array
  width: number
  height: number
}

export interface PdfOptions {
  /** The image of `pdfPicture`; a single gray pixel when left out. */
  image?: PdfImage
  /** Content streams, one per page. */
  pages: readonly string[]
  /** Content of the form that `/form Do` paints. */
  form?: string
  info?: Readonly<Record<string, string>>
  /** Bookmarks: title and index of the page. */
  outline?: readonly (readonly [string, number])[]
  /** Value of a text field at the top of the first page. */
  fieldValue?: string
  /** Encrypts the file (40-bit RC4); with an empty user password it opens without one. */
  passwords?: { user: string; owner: string }
}

/** Page size in points. */
export const PAGE = { width: 600, height: 800 }

const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`

function encoded(text: string, font: PdfFont): string {
  if (font === 'plain' || font === 'bold' || font === 'typed' || font === 'ligatures') {
    return hex(Buffer.from(text, 'latin1'))
  }
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return hex(Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 0xff])))
}

/** One line of text with its left end at a point, as content stream operators. */
export function pdfText(x: number, y: number, text: string, options: PdfTextOptions = {}): string {
  const { font = 'plain', size = 12, gray = 0, mode = 0, matrix = [1, 0, 0, 1] } = options
  return `BT ${gray} g ${mode} Tr /${font} ${size} Tf ${matrix.join(' ')} ${x} ${y} Tm ${encoded(text, font)} Tj ET\n`
}

/** Lines below one another, from a point downwards. */
export function pdfLines(x: number, y: number, lines: readonly string[], options: PdfTextOptions = {}): string {
  const step = 1.2 * (options.size ?? 12)
  return lines.map((line, index) => pdfText(x, y - index * step, line, options)).join('')
}

/** An image over the whole page, as in a scan. */
export const pdfPicture = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /picture Do Q\n`

const identityCmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Same def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0000> <ffff> <0000> endbfrange
endcmap end end`

type Body = string | { dictionary: string; data: Buffer }

/** Numbers and stores the objects. */
class Objects {
  readonly bodies: Body[] = []

  add(body: Body): number {
    this.bodies.push(body)
    return this.bodies.length
  }

  stream(data: string, dictionary = ''): number {
    return this.add({ dictionary, data: Buffer.from(data, 'latin1') })
  }
}

function simpleFont(objects: Objects, name: string, encoding = '/WinAnsiEncoding'): number {
  return objects.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding ${encoding} >>`)
}

/** A font whose first codes are ligatures, with glyph names that spell their letters. */
function ligatureFont(objects: Objects): number {
  const names = '/f_f /f_i /f_f_i /T_h.alt'
  const encoding = objects.add(`<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 ${names}] >>`)
  return simpleFont(objects, 'ABCDEF+Minion#20Pro', `${encoding} 0 R`)
}

function wideFont(objects: Objects, encoding: string, ordering: string, unicode: number | null): number {
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >>`
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /Wide /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880
 /Descent -120 /CapHeight 880 /StemV 80 >>`,
  )
  const letters = objects.add(
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Wide /CIDSystemInfo ${system} /FontDescriptor ${descriptor} 0 R
 /DW 1000 >>`,
  )
  const map = unicode === null ? '' : `/ToUnicode ${unicode} 0 R`
  return objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /${encoding} /DescendantFonts [${letters} 0 R] ${map} >>`,
  )
}

function fontsOf(objects: Objects): string {
  const cmap = objects.stream(identityCmap)
  const fonts: Record<PdfFont, number> = {
    plain: simpleFont(objects, 'Helvetica'),
    bold: simpleFont(objects, 'Helvetica-Bold'),
    typed: simpleFont(objects, 'Courier'),
    unicode: wideFont(objects, 'Identity-H', 'Identity', cmap),
    square: wideFont(objects, 'UniJIS-UCS2-H', 'Japan1', null),
    vertical: wideFont(objects, 'UniJIS-UCS2-V', 'Japan1', null),
    ligatures: ligatureFont(objects),
  }
  return Object.entries(fonts)
    .map(([name, number]) => `/${name} ${number} 0 R`)
    .join(' ')
}

function outlineOf(objects: Objects, outline: PdfOptions['outline'], pages: readonly number[]): string {
  if (outline === undefined) return ''
  const root = objects.bodies.length + outline.length + 1
  const items = outline.map(([title, page], index) => {
    const number = objects.bodies.length + 1
    const next = index + 1 < outline.length ? `/Next ${number + 1} 0 R` : ''
    return objects.add(`<< /Title (${title}) /Parent ${root} 0 R /Dest [${pages[page]} 0 R /Fit] ${next} >>`)
  })
  objects.add(`<< /Type /Outlines /First ${items[0]} 0 R /Last ${items.at(-1)} 0 R /Count ${items.length} >>`)
  return `/Outlines ${root} 0 R`
}

function fieldOf(objects: Objects, value: string | undefined, fonts: string): { page: string; catalog: string } {
  if (value === undefined) return { page: '', catalog: '' }
  const look = objects.stream(
    pdfText(2, 6, value),
    `/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << ${fonts} >> >>`,
  )
  const field = objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (${value}) /F 4 /Rect [50 760 350 780]
 /AP << /N ${look} 0 R >> >>`,
  )
  return { page: `/Annots [${field} 0 R]`, catalog: `/AcroForm << /Fields [${field} 0 R] >>` }
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number): void => {
    const kept = state[a]!
    state[a] = state[b]!
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 0xff
    swap(i, j)
  }
  let i = 0
  let j = 0
  const mixed = Uint8Array.from(data, (byte) => {
    i = (i + 1) & 0xff
    j = (j + state[i]!) & 0xff
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) & 0xff]!
  })
  return Buffer.from(mixed)
}

const FILE_ID = Buffer.from('0123456789abcdef')

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3): the file's key and its dictionary. */
function encryption({ user, owner }: { user: string; owner: string }): { key: Buffer; dictionary: string } {
  const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
  const ownerEntry = rc4(md5(padded(owner)).subarray(0, 5), padded(user))
  const permissions = Buffer.from([0xc0, 0xff, 0xff, 0xff])
  const key = md5(padded(user), ownerEntry, permissions, FILE_ID).subarray(0, 5)
  const entries = `/O ${hex(ownerEntry)} /U ${hex(rc4(key, PADDING))} /P -64`
  return { key, dictionary: `<< /Filter /Standard /V 1 /R 2 ${entries} >>` }
}

function serialize(objects: Objects, trailer: string, key: Buffer | null): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const write = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  for (const [index, body] of objects.bodies.entries()) {
    const number = index + 1
    offsets.push(length)
    if (typeof body === 'string') write(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'))
    else {
      const own = Buffer.from([number & 0xff, number >> 8, 0, 0, 0])
      const data = key === null ? body.data : rc4(md5(key, own).subarray(0, 10), body.data)
      write(Buffer.from(`${number} 0 obj\n<< ${body.dictionary} /Length ${data.length} >>\nstream\n`, 'latin1'))
      write(data)
      write(Buffer.from('\nendstream\nendobj\n'))
    }
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`
  const end = `trailer\n<< /Size ${offsets.length + 1} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(table + end, 'latin1')]))
}

/** A PDF file made of content streams. */
export function makePdf({ pages, form = '', info = {}, outline, ...rest }: PdfOptions): Uint8Array {
  const { fieldValue, passwords, image } = rest
  const objects = new Objects()
  const fonts = fontsOf(objects)
  const size = image ?? { width: 1, height: 1 }
  const picture = objects.stream(
    image === undefined ? '\x80' : Buffer.from(image.jpeg).toString('latin1'),
    `/Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} /ColorSpace /DeviceGray /BitsPerComponent 8
 ${image === undefined ? '' : '/Filter /DCTDecode'}`,
  )
  const box = `/BBox [0 0 ${PAGE.width} ${PAGE.height}]`
  const group = objects.stream(form, `/Type /XObject /Subtype /Form ${box} /Resources << /Font << ${fonts} >> >>`)
  const field = fieldOf(objects, fieldValue, fonts)
  const contents = pages.map((page) => objects.stream(page))
  const tree = objects.bodies.length + pages.length + 1
  const resources = `<< /Font << ${fonts} >> /XObject << /picture ${picture} 0 R /form ${group} 0 R >> >>`
  const numbers = contents.map((content, index) =>
    objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${content} 0 R
 /Resources ${resources} ${index === 0 ? field.page : ''} >>`,
    ),
  )
  objects.add(`<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`)
  const catalog = objects.add(
    `<< /Type /Catalog /Pages ${tree} 0 R ${field.catalog} ${outlineOf(objects, outline, numbers)} >>`,
  )
  const facts = objects.add(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${value})`)
      .join(' ')} >>`,
  )
  const trailer = [`/Root ${catalog} 0 R /Info ${facts} 0 R`]
  const secret = passwords === undefined ? null : encryption(passwords)
  if (secret !== null)
    trailer.push(`/Encrypt ${objects.add(secret.dictionary)} 0 R /ID [${hex(FILE_ID)} ${hex(FILE_ID)}]`)
  return serialize(objects, trailer.join(' '), secret?.key ?? null)
}

/** Lines of prose of similar width, each with a unique word. */
export const pdfProse = (name: string, count = 10): string[] =>
  Array.from({ length: count }, (_, index) => `${name} line ${index} tells of the tides and the moon`)
