import { type ParagraphRole, TITLE_LEVEL } from '../word/paragraphs.ts'
import type { Bytes } from './bytes.ts'
import type { Fib } from './fib.ts'
import { applyModifiers, type Properties } from './sprms.ts'

/** A style, with what it has from those it is based on. */
export interface Style extends Properties {
  role: ParagraphRole | null
}

const NONE = 0xfff
const MAX_CHAIN = 20
const PARAGRAPH_STYLE = 1

/** Roles of Word's own styles by their number ([MS-DOC] 2.9.260, sti), which is the same in every language. */
function roleOf(builtIn: number): ParagraphRole | null {
  if (builtIn >= 1 && builtIn <= 9) return { type: 'heading', level: builtIn }
  switch (builtIn) {
    case 62:
      return { type: 'heading', level: TITLE_LEVEL }
    case 34:
      return { type: 'caption' }
    case 84:
    case 180:
    case 181:
      return { type: 'quote' }
    case 45:
    case 101:
      return { type: 'code' }
    default:
      return null
  }
}

interface Declared {
  role: ParagraphRole | null
  base: number
  own: Properties
}

/** One style definition ([MS-DOC] 2.9.260): fixed part, name, formatting. */
function declaredAt(std: Bytes, baseBytes: number, generation: Fib['generation']): Declared {
  const kind = std.u16(2) & 0xf
  const own: Properties = {}
  const declared = { role: roleOf(std.u16(0) & 0xfff), base: std.u16(2) >> 4, own }
  const nameBytes = generation < 8 ? 2 + std.u8(baseBytes) : 4 + 2 * std.u16(baseBytes)
  let at = baseBytes + nameBytes
  const parts = std.u16(4) & 0xf
  for (let index = 0; index < Math.min(parts, 2); index += 1) {
    at += at % 2
    const bytes = std.u16(at)
    // A paragraph style's first part is a paragraph's formatting, which begins with the style's own number.
    const skipped = kind === PARAGRAPH_STYLE && index === 0 ? 2 : 0
    applyModifiers(own, std.slice(at + 2 + skipped, bytes - skipped), generation)
    at += 2 + bytes
  }
  return declared
}

/** Reads the style sheet ([MS-DOC] 2.9.271); gives the style of a number. */
export function readStyles(fib: Fib, tables: Bytes): (number: number) => Style {
  const sheet = tables.slice(fib.tables.styles.at, fib.tables.styles.length)
  const count = Math.min(sheet.u16(2), NONE)
  const baseBytes = sheet.u16(4)
  const declared: (Declared | null)[] = []
  let at = 2 + sheet.u16(0)
  for (let index = 0; index < count && at < sheet.length; index += 1) {
    const bytes = sheet.u16(at)
    declared.push(bytes === 0 ? null : declaredAt(sheet.slice(at + 2, bytes), baseBytes, fib.generation))
    at += 2 + bytes
  }
  const resolved = new Map<number, Style>()

  function resolve(number: number): Style {
    const chain: Declared[] = []
    for (let next = number, steps = 0; next !== NONE && steps < MAX_CHAIN; steps += 1) {
      const found = declared[next]
      if (found === undefined || found === null) break
      chain.push(found)
      next = found.base
    }
    const role = chain.find((style) => style.role !== null)?.role ?? null
    return Object.assign({ role }, ...chain.map((style) => style.own).toReversed(), { role })
  }

  return (number) => {
    const known = resolved.get(number) ?? resolve(number)
    resolved.set(number, known)
    return known
  }
}
