import { Parser } from 'htmlparser2'
import { damaged, tooComplex } from '../refusals.ts'

/** Attributes of one element, by prefix and name ("w:val"), whatever prefixes the file itself uses. */
export type Attributes = (name: string) => string | undefined

/** Elements carry the prefix that their namespace usually has; those of unknown namespaces come as "?:name". */
export interface XmlHandler {
  /** "skip": nothing inside this element is told, nor its end. */
  open(name: string, attributes: Attributes): 'skip' | undefined
  close?(name: string): void
  text?(text: string): void
}

const office = 'http://schemas.openxmlformats.org/'
const openDocument = 'urn:oasis:names:tc:opendocument:xmlns:'

/** Namespaces of ISO/IEC 29500 (transitional and strict), Word 2003's XML and OpenDocument, by their usual prefix. */
const prefixes: Readonly<Record<string, string>> = {
  [`${office}wordprocessingml/2006/main`]: 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.microsoft.com/office/word/2003/wordml': 'w',
  'http://schemas.microsoft.com/office/word/2003/auxHint': 'wx',
  'http://schemas.microsoft.com/aml/2001/core': 'aml',
  [`${office}officeDocument/2006/relationships`]: 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  [`${office}package/2006/relationships`]: 'rel',
  [`${office}package/2006/content-types`]: 'ct',
  [`${office}markup-compatibility/2006`]: 'mc',
  [`${office}officeDocument/2006/math`]: 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  [`${office}drawingml/2006/main`]: 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  [`${office}drawingml/2006/wordprocessingDrawing`]: 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.microsoft.com/office/drawing/2017/decorative': 'adec',
  'urn:schemas-microsoft-com:vml': 'v',
  [`${office}drawingml/2006/diagram`]: 'dgm',
  'http://purl.oclc.org/ooxml/drawingml/diagram': 'dgm',
  [`${office}package/2006/metadata/core-properties`]: 'cp',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'urn:schemas-microsoft-com:office:office': 'o',
  [`${openDocument}office:1.0`]: 'office',
  [`${openDocument}text:1.0`]: 'text',
  [`${openDocument}table:1.0`]: 'table',
  [`${openDocument}style:1.0`]: 'style',
  [`${openDocument}drawing:1.0`]: 'draw',
  [`${openDocument}meta:1.0`]: 'meta',
  [`${openDocument}manifest:1.0`]: 'manifest',
  [`${openDocument}svg-compatible:1.0`]: 'svg',
  [`${openDocument}xsl-fo-compatible:1.0`]: 'fo',
}

/** Deeper nesting than Word writes; each level costs a stack frame's worth of memory. */
const MAX_DEPTH = 600
const MAX_ELEMENTS = 20_000_000

/** Bytes decoded at a time, so that no part is ever a second time in memory as a whole. */
const CHUNK_BYTES = 256 * 1024

/** Prefixes in force inside an element. */
interface Scope {
  depth: number
  /** Usual prefix by the file's own; those of unknown namespaces only where they hide a known one. */
  prefixes: ReadonlyMap<string, string>
  /** Names that were looked up, by how the file writes them. */
  names: Map<string, string>
}

/** Prefixes that stand for known namespaces; files have a dozen. */
const MAX_PREFIXES = 200
const MAX_NAMES = 2000

class Reader {
  private depth = 0
  private elements = 0
  private skipBelow = 0
  /** The last is in force. */
  private readonly scopes: Scope[] = []
  private scope: Scope = { depth: 0, prefixes: new Map([['xml', 'xml']]), names: new Map() }
  private readonly handler: XmlHandler

  constructor(handler: XmlHandler) {
    this.handler = handler
  }

  private nameOf(raw: string): string {
    const known = this.scope.names.get(raw)
    if (known !== undefined) return known
    const colon = raw.indexOf(':')
    const prefix = this.scope.prefixes.get(colon === -1 ? '' : raw.slice(0, colon)) ?? '?'
    const name = `${prefix}:${raw.slice(colon + 1)}`
    if (this.scope.names.size < MAX_NAMES) this.scope.names.set(raw, name)
    return name
  }

  private enterScope(attributes: Readonly<Record<string, string>>): void {
    let declared: Map<string, string> | null = null
    for (const raw of Object.keys(attributes)) {
      if (raw !== 'xmlns' && !raw.startsWith('xmlns:')) continue
      const usual = prefixes[attributes[raw] ?? ''] ?? '?'
      const own = raw.slice(6)
      if (usual === (this.scope.prefixes.get(own) ?? '?')) continue
      declared ??= new Map(this.scope.prefixes)
      declared.set(own, usual)
    }
    if (declared === null) return
    if (declared.size > MAX_PREFIXES) throw tooComplex('document')
    this.scopes.push(this.scope)
    this.scope = { depth: this.depth, prefixes: declared, names: new Map() }
  }

  open(raw: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1
    this.elements += 1
    if (this.depth > MAX_DEPTH || this.elements > MAX_ELEMENTS) throw tooComplex('document')
    if (this.skipBelow > 0) return
    this.enterScope(attributes)
    const name = this.nameOf(raw)
    const prefix = name.slice(0, name.indexOf(':') + 1)
    const found = this.handler.open(name, (wanted) => {
      for (const key of Object.keys(attributes)) {
        const whole = key.includes(':') ? this.nameOf(key) : `${prefix}${key}`
        if (whole === wanted) return attributes[key]
      }
      return undefined
    })
    if (found === 'skip') this.skipBelow = this.depth
  }

  close(raw: string): void {
    if (this.skipBelow === 0) this.handler.close?.(this.nameOf(raw))
    else if (this.skipBelow === this.depth) this.skipBelow = 0
    if (this.scope.depth === this.depth && this.depth > 0) this.scope = this.scopes.pop() ?? this.scope
    this.depth -= 1
  }

  text(text: string): void {
    if (this.skipBelow === 0) this.handler.text?.(text)
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const declaration = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const named = /^<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w-]{1,40})["']/u.exec(declaration)?.[1] ?? 'utf-8'
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  return /^utf-?16/iu.test(named) ? 'utf-8' : named
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  try {
    return new TextDecoder(encodingOf(bytes))
  } catch {
    return new TextDecoder()
  }
}

/**
 * Reads the XML of a part from start to end. Forgiving: a cut or broken file gives all that stands before the break.
 * No entity beyond XML's own five is known, nothing is fetched.
 *
 * @throws AppError source_damaged for a part with a document type declaration, source_too_complex
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const reader = new Reader(handler)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
      onprocessinginstruction(name) {
        // Word documents may not declare entities (ISO/IEC 29500-2, 9.1.4), and unread ones would leave gaps.
        if (/^!doctype$/iu.test(name)) throw damaged('Word document')
      },
    },
    { xmlMode: true },
  )
  const decoder = decoderFor(bytes)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }))
  }
  parser.end(decoder.decode())
}

/** Whether an on/off property (ISO/IEC 29500-1, 17.17.4, ST_OnOff) is on; its mere presence says so. */
export function isOn(attributes: Attributes): boolean {
  const value = attributes('w:val')
  return value === undefined || !/^(?:0|false|off|none)$/iu.test(value)
}
