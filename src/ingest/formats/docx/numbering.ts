import { formatNumber, MAX_MARKER_CHARACTERS } from '../list-markers.ts'
import { readXml } from '../word/xml.ts'

/** The lists of a document. Their counters advance in reading order. */
export interface Numbering {
  /** Whether paragraphs of a list have a number or bullet. */
  isMarked(numberingId: string, level: number): boolean
  /** The level of a list that is linked to a paragraph style. */
  levelOfStyle(numberingId: string, styleId: string | null): number | undefined
  /** Counts a paragraph and returns its number; undefined where the list has bullets. */
  next(numberingId: string, level: number): string | undefined
}

/** A level of a list (ISO/IEC 29500-1, 17.9.6). */
interface Level {
  format: string
  /** Text with the numbers of levels: "%1.%2". */
  text: string
  start: number
  /** The paragraph style that uses it. */
  styleId?: string
}

/** Our names of the number formats. Other formats have letters or words of their language, which aren't shown. */
const formats: ReadonlyMap<string, string> = new Map([
  ['decimal', '1'],
  ['lowerLetter', 'a'],
  ['upperLetter', 'A'],
  ['lowerRoman', 'i'],
  ['upperRoman', 'I'],
])

/**
 * Reads a part with list definitions (ISO/IEC 29500-1, 17.9). Lists are also used to indent paragraphs without a mark,
 * which are not lists to a reader.
 */
export function readNumbering(bytes: Uint8Array | null): Numbering {
  const levels = new Map<string, Map<number, Level>>()
  const abstractOf = new Map<string, string>()
  /** First numbers of lists that restart the numbers of their definition. */
  const restarts = new Map<string, Map<number, number>>()
  let abstractId: string | null = null
  let numberingId: string | null = null
  let level: number | null = null
  if (bytes !== null) {
    readXml(bytes, {
      open(name, attributes) {
        const value = attributes('w:val') ?? ''
        if (name === 'w:abstractNum') abstractId = attributes('w:abstractNumId') ?? null
        else if (name === 'w:num') numberingId = attributes('w:numId') ?? null
        else if (name === 'w:abstractNumId' && numberingId !== null) abstractOf.set(numberingId, value)
        else if (name === 'w:lvl' || name === 'w:lvlOverride') level = Number(attributes('w:ilvl'))
        else if (level === null) return
        else if (name === 'w:startOverride' && numberingId !== null) {
          restarts.getOrInsertComputed(numberingId, () => new Map<number, number>()).set(level, Number(value) || 0)
        } else if (abstractId !== null && /^w:(?:numFmt|lvlText|start|pStyle)$/u.test(name)) {
          const list = levels.getOrInsertComputed(abstractId, () => new Map<number, Level>())
          const open = list.getOrInsertComputed(level, () => ({ format: '', text: '', start: 1 }))
          if (name === 'w:numFmt') open.format = value
          else if (name === 'w:lvlText') open.text = value
          else if (name === 'w:pStyle') open.styleId = value
          else open.start = Number(value) || 0
        }
      },
      close(name) {
        if (name === 'w:abstractNum') abstractId = null
        else if (name === 'w:num') numberingId = null
        else if (name === 'w:lvl' || name === 'w:lvlOverride') level = null
      },
    })
  }
  const listOf = (id: string): Map<number, Level> | undefined => levels.get(abstractOf.get(id) ?? '')
  /** Numbers of the last paragraphs, by level. Lists of one definition share them unless they restart. */
  const counters = new Map<string, Map<number, number>>()
  return {
    isMarked: (id, listLevel) => id !== '0' && id !== '' && listOf(id)?.get(listLevel)?.format !== 'none',
    levelOfStyle: (id, styleId) =>
      [...(listOf(id) ?? [])].find(([, level]) => level.styleId !== undefined && level.styleId === styleId)?.[0],
    next(id, listLevel) {
      const list = listOf(id)
      const shared = `definition ${abstractOf.get(id) ?? ''}`
      const numbers = counters.getOrInsertComputed(restarts.has(id) ? id : shared, () => new Map<number, number>())
      const first = (at: number): number => restarts.get(id)?.get(at) ?? list?.get(at)?.start ?? 1
      const last = numbers.get(listLevel)
      numbers.set(listLevel, last === undefined ? first(listLevel) : last + 1)
      for (const at of numbers.keys()) if (at > listLevel) numbers.delete(at)
      const own = list?.get(listLevel)
      if (own === undefined || !formats.has(own.format)) return undefined
      const text = own.text.replaceAll(/%([1-9])/gu, (_, digit: string) => {
        const at = Number(digit) - 1
        return formatNumber(numbers.get(at) ?? first(at), formats.get(list?.get(at)?.format ?? '') ?? '1')
      })
      return text.trim() === '' || text.length > MAX_MARKER_CHARACTERS ? undefined : text.trim()
    },
  }
}
