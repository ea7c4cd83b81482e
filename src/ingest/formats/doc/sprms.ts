import type { Bytes } from './bytes.ts'
import type { Generation } from './fib.ts'

/** What can be told from formatting. */
export interface CharacterProperties {
  deleted?: boolean
  hidden?: boolean
  bold?: boolean
  /** Number of the font, in the table of fonts. */
  font?: number
  /** A character of a symbol font that stands for the one in the text. */
  symbol?: { font: number; code: number }
  style?: number
}

export interface ParagraphProperties {
  /** 0 to 8; 9 is body text. */
  outlineLevel?: number
  /** Number of the list; 0 is none. */
  list?: number
  inTable?: boolean
  /** The end of a row, at depth 1. */
  endsRow?: boolean
  /** Depth of the table that it stands in. */
  depth?: number
  endsInnerCell?: boolean
  endsInnerRow?: boolean
}

export type Properties = CharacterProperties & ParagraphProperties

/** Bytes of a modifier's operand by the top bits of its number ([MS-DOC] 2.2.5.1); 0: the operand says it itself. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3]

/** Modifiers whose operand counts its bytes in two, or in a way of its own ([MS-DOC] 2.9.249, 2.9.177). */
const DEFINE_TABLE = 0xd608
const CHANGE_TABS = 0xc615

function variableBytes(list: Bytes, at: number, number: number): number {
  if (number === DEFINE_TABLE) return 1 + list.u16(at)
  const count = list.u8(at)
  if (number !== CHANGE_TABS || count !== 255) return 1 + count
  const removed = list.u8(at + 1)
  return 3 + 4 * removed + 3 * list.u8(at + 2 + 4 * removed)
}

/**
 * Operand bytes of Word 6's modifiers by their number ("Word 6.0 Binary File Format", sprm definitions): V begins with
 * its own length, ? is not known. Those of paragraphs from 0, those of characters from 65.
 */
const paragraphs6 = '??2V11111111V11V2222422V1122212222222122222212222211'
const characters6 = '111V24123V1????2VV0?111111112132211111V1VV2V22'
const FIRST_OF_CHARACTERS = 65
const SPECIAL = 117
const OBJECT = 118

function bytes6(list: Bytes, at: number, number: number): number | null {
  if (number === SPECIAL || number === OBJECT) return 1
  const sign = number < FIRST_OF_CHARACTERS ? paragraphs6[number] : characters6[number - FIRST_OF_CHARACTERS]
  if (sign === undefined || sign === '?') return null
  return sign === 'V' ? 1 + list.u8(at) : Number(sign)
}

type Apply = (properties: Properties, list: Bytes, at: number) => void

/** On, off, or as the style has it, or its opposite; styles that hide are rare enough to take the latter for on. */
const isOn = (list: Bytes, at: number): boolean => list.u8(at) === 1 || list.u8(at) === 0x81

const setDeleted: Apply = (properties, list, at) => (properties.deleted = isOn(list, at))
const setHidden: Apply = (properties, list, at) => (properties.hidden = isOn(list, at))
const setBold: Apply = (properties, list, at) => (properties.bold = isOn(list, at))
const setFont: Apply = (properties, list, at) => (properties.font = list.u16(at))
const setStyle: Apply = (properties, list, at) => (properties.style = list.u16(at))
const setInTable: Apply = (properties, list, at) => (properties.inTable = list.u8(at) !== 0)
const setEndsRow: Apply = (properties, list, at) => (properties.endsRow = list.u8(at) !== 0)
const setListed: Apply = (properties) => (properties.list = 1)

/** Modifiers that matter to text ([MS-DOC] 2.6). */
const known8: ReadonlyMap<number, Apply> = new Map<number, Apply>([
  [0x0800, setDeleted],
  [0x083c, setHidden],
  [0x0835, setBold],
  [0x4a4f, setFont],
  [0x4a30, setStyle],
  [0x6a09, (properties, list, at) => (properties.symbol = { font: list.u16(at), code: list.u16(at + 2) })],
  [0x2640, (properties, list, at) => (properties.outlineLevel = list.u8(at))],
  [0x460b, (properties, list, at) => (properties.list = list.u16(at))],
  [0x2416, setInTable],
  [0x2417, setEndsRow],
  [0x6649, (properties, list, at) => (properties.depth = list.u32(at))],
  [0x244b, (properties, list, at) => (properties.endsInnerCell = list.u8(at) !== 0)],
  [0x244c, (properties, list, at) => (properties.endsInnerRow = list.u8(at) !== 0)],
])

const known6: ReadonlyMap<number, Apply> = new Map<number, Apply>([
  [65, setDeleted],
  [92, setHidden],
  [85, setBold],
  [93, setFont],
  [80, setStyle],
  [74, (properties, list, at) => (properties.symbol = { font: list.u16(at + 1), code: list.u8(at + 3) })],
  [12, setListed],
  [24, setInTable],
  [25, setEndsRow],
])

/** Applies a list of modifiers; what comes after one that is not understood is left. */
export function applyModifiers(properties: Properties, list: Bytes, generation: Generation): void {
  const old = generation < 8
  for (let at = 0; at < list.length; ) {
    const number = old ? list.u8(at) : list.u16(at)
    const operand = at + (old ? 1 : 2)
    const bytes = old
      ? bytes6(list, operand, number)
      : operandBytes[number >> 13] || variableBytes(list, operand, number)
    if (bytes === null) return
    if (operand + bytes <= list.length) (old ? known6 : known8).get(number)?.(properties, list, operand)
    at = operand + bytes
  }
}
