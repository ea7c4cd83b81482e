import sniffEncoding from 'html-encoding-sniffer'
import { Parser } from 'htmlparser2'
import { damaged, tooComplex } from '../refusals.ts'
import namespaces from './namespaces.json' with { type: 'json' }

/** Attributes of one element, by prefix and name ("w:val"), whatever prefixes the file itself uses. */
export type Attributes = (name: string) => string | undefined

/** "skip" ignores an element's content and its end. */
export type Skip = 'skip' | void

/** Actions of a reader at elements, by their names. */
export type Actions = Readonly<Record<string, (attributes: Attributes) => Skip>>

/** Receives elements with the usual prefix of their namespace; those of unknown namespaces as "?:name". */
export interface XmlHandler {
  open(name: string, attributes: Attributes): Skip
  close?(name: string): void
  text?(text: string): void
}

/** Namespaces by their usual prefix. */
const prefixes: ReadonlyMap<string, string> = new Map(Object.entries(namespaces.prefixes))

/** Deeper than Word nests; each level costs memory. */
const MAX_DEPTH = 600
const MAX_ELEMENTS = 20_000_000

/** Length of the start of a part that may contain a declaration of its encoding. */
const DECLARATION_BYTES = 1024

/** Bytes decoded at a time, so that memory never contains a second copy of a whole part. */
const CHUNK_BYTES = 256 * 1024

/** Prefixes in force inside an element. */
interface Scope {
  depth: number
  /** Usual prefix by the file's own prefix; unknown namespaces only if they hide a known one. */
  prefixes: ReadonlyMap<string, string>
  /** Cache of names by their spelling in the file. */
  names: Map<string, string>
}

/** Maximum number of prefixes in a scope; files have a dozen. */
const MAX_PREFIXES = 200
const MAX_NAMES = 2000

class Reader {
  #depth = 0
  #elements = 0
  #skipBelow = 0
  /** Scopes around the current one, innermost last. */
  readonly #scopes: Scope[] = []
  #scope: Scope = { depth: 0, prefixes: new Map([['xml', 'xml']]), names: new Map() }
  readonly #handler: XmlHandler

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  #nameOf(raw: string): string {
    const known = this.#scope.names.get(raw)
    if (known !== undefined) return known
    const colon = raw.indexOf(':')
    const prefix = this.#scope.prefixes.get(colon === -1 ? '' : raw.slice(0, colon)) ?? '?'
    const name = `${prefix}:${raw.slice(colon + 1)}`
    if (this.#scope.names.size < MAX_NAMES) this.#scope.names.set(raw, name)
    return name
  }

  #enterScope(attributes: Readonly<Record<string, string>>): void {
    let declared: Map<string, string> | null = null
    for (const raw of Object.keys(attributes)) {
      if (raw !== 'xmlns' && !raw.startsWith('xmlns:')) continue
      const usual = prefixes.get(attributes[raw] ?? '') ?? '?'
      const own = raw.slice(6)
      if (usual === (this.#scope.prefixes.get(own) ?? '?')) continue
      declared ??= new Map(this.#scope.prefixes)
      declared.set(own, usual)
    }
    if (declared === null) return
    if (declared.size > MAX_PREFIXES) throw tooComplex('document')
    this.#scopes.push(this.#scope)
    this.#scope = { depth: this.#depth, prefixes: declared, names: new Map() }
  }

  open(raw: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1
    this.#elements += 1
    if (this.#depth > MAX_DEPTH || this.#elements > MAX_ELEMENTS) throw tooComplex('document')
    if (this.#skipBelow > 0) return
    this.#enterScope(attributes)
    const name = this.#nameOf(raw)
    const prefix = name.slice(0, name.indexOf(':') + 1)
    const found = this.#handler.open(name, (wanted) => {
      for (const key of Object.keys(attributes)) {
        const whole = key.includes(':') ? this.#nameOf(key) : `${prefix}${key}`
        if (whole === wanted) return attributes[key]
      }
      return undefined
    })
    if (found === 'skip') this.#skipBelow = this.#depth
  }

  close(raw: string): void {
    if (this.#skipBelow === 0) this.#handler.close?.(this.#nameOf(raw))
    else if (this.#skipBelow === this.#depth) this.#skipBelow = 0
    if (this.#scope.depth === this.#depth && this.#depth > 0) this.#scope = this.#scopes.pop() ?? this.#scope
    this.#depth -= 1
  }

  text(text: string): void {
    if (this.#skipBelow === 0) this.#handler.text?.(text)
  }
}

/**
 * Reads the XML of a part from start to end. Lenient: reads a cut or broken file up to the break. Knows only the five
 * entities of XML and fetches nothing.
 *
 * @throws AppError source_damaged for a part that declares entities, source_too_complex
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const reader = new Reader(handler)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
      onprocessinginstruction(name, declaration) {
        // Declared entities are not read (ISO/IEC 29500-2, 9.1.4), and would leave gaps; a type without them is harmless.
        if (/^!doctype$/iu.test(name) && /\[|<!entity/iu.test(declaration)) throw damaged('document')
      },
    },
    { xmlMode: true },
  )
  const encoding = sniffEncoding(bytes.subarray(0, DECLARATION_BYTES), { xml: true })
  const decoder = new TextDecoder(/^replacement$/iu.test(encoding) ? 'utf-8' : encoding)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }))
  }
  parser.end(decoder.decode())
}

/** Visits every element with a name; none if there are no bytes. */
export function eachElement(bytes: Uint8Array | null, wanted: string, visit: (attributes: Attributes) => void): void {
  if (bytes === null) return
  readXml(bytes, {
    open(name, attributes) {
      if (name === wanted) visit(attributes)
    },
  })
}

/** Reads the elements inside the first element with a name. Returns whether there is one. */
export function readInside(bytes: Uint8Array, outer: string, handler: Required<XmlHandler>): boolean {
  let found = false
  let inside = false
  readXml(bytes, {
    open(name, attributes) {
      if (inside) return handler.open(name, attributes)
      inside = name === outer
      found ||= inside
    },
    close(name) {
      if (name === outer) inside = false
      else if (inside) handler.close(name)
    },
    text(text) {
      if (inside) handler.text(text)
    },
  })
  return found
}

/** Chooses among alternative contents (mc:AlternateContent, ISO/IEC 29500-3): the first one with text is read. */
export class Alternatives {
  readonly #open: { before: number; taken: boolean }[] = []

  /** @param characters number of characters read so far */
  open(name: string, characters: number): Skip {
    if (name === 'mc:AlternateContent') this.#open.push({ before: characters, taken: false })
    else if (/^mc:(?:Choice|Fallback)$/u.test(name) && this.#open.at(-1)?.taken === true) return 'skip'
  }

  close(name: string, characters: number): void {
    const last = this.#open.at(-1)
    if (name === 'mc:AlternateContent') this.#open.pop()
    else if (name === 'mc:Choice' && last !== undefined) last.taken ||= characters > last.before
  }
}

/** Whether an on/off property (ISO/IEC 29500-1, 17.17.4, ST_OnOff) is on; without a value it is. */
export function isOn(attributes: Attributes): boolean {
  const value = attributes('w:val')
  return value === undefined || !/^(?:0|false|off|none)$/iu.test(value)
}
