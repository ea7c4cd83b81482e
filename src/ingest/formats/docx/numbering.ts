import { formatNumber, isNumberFormat } from '../list-markers.ts'
import { type Attributes, isOn, readXml } from '../word/xml.ts'

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
export interface Level {
  format: string
  /** Text with the numbers of levels: "%1.%2". */
  text: string
  start: number
  /** The paragraph style that uses it. */
  styleId?: string
  /** Writes the numbers of all levels in decimals (17.9.4). */
  isLegal?: boolean
  /** It restarts after a paragraph of a level below this one, from 1; 0 never (17.9.10). */
  restart?: number
}

/** Levels by their number, from 0. */
type Levels = Map<number, Level>

/** Word has nine levels. */
const MAX_LEVEL = 8

/** Longer numbers are not shown. */
const MAX_NUMBER_CHARACTERS = 40

/** Our names of the number formats; the others have their own. */
const formats: ReadonlyMap<string, string> = new Map([
  ['decimal', '1'],
  ['decimalHalfWidth', '1'],
  ['lowerLetter', 'a'],
  ['upperLetter', 'A'],
  ['lowerRoman', 'i'],
  ['upperRoman', 'I'],
])

const formatOf = (level: Level | undefined): string => formats.get(level?.format ?? '') ?? level?.format ?? '1'

function setProperty(level: Level, name: string, attributes: Attributes): void {
  const value = attributes('w:val') ?? ''
  if (name === 'w:numFmt') level.format = value
  else if (name === 'w:lvlText') level.text = value
  else if (name === 'w:pStyle') level.styleId = value
  else if (name === 'w:start') level.start = Number(value) || 0
  else if (name === 'w:isLgl') level.isLegal = isOn(attributes)
  else if (name === 'w:lvlRestart') level.restart = Number(value) || 0
}

/**
 * Reads a part with list definitions (ISO/IEC 29500-1, 17.9). Lists are also used to indent paragraphs without a mark,
 * which are not lists to a reader.
 */
export function readNumbering(bytes: Uint8Array | null): Numbering {
  /** By the id of a definition, or "num" and the id of a list with levels of its own. */
  const levels = new Map<string, Levels>()
  const abstractOf = new Map<string, string>()
  /** Definitions that a numbering style has, and those that refer to one, by the style (17.9.21, 17.9.27). */
  const ofStyle = new Map<string, string>()
  const linkedStyle = new Map<string, string>()
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
        else if (name === 'w:styleLink' && abstractId !== null) ofStyle.set(value, abstractId)
        else if (name === 'w:numStyleLink' && abstractId !== null) linkedStyle.set(abstractId, value)
        else if (name === 'w:lvl' || name === 'w:lvlOverride') level = Number(attributes('w:ilvl'))
        else if (level === null || !(level >= 0 && level <= MAX_LEVEL)) return
        else if (name === 'w:startOverride' && numberingId !== null) {
          restarts.getOrInsertComputed(numberingId, () => new Map<number, number>()).set(level, Number(value) || 0)
        } else {
          const list = levels.getOrInsertComputed(abstractId ?? `num ${numberingId}`, () => new Map<number, Level>())
          setProperty(
            list.getOrInsertComputed(level, () => ({ format: 'decimal', text: '', start: 1 })),
            name,
            attributes,
          )
        }
      },
      close(name) {
        if (name === 'w:abstractNum') abstractId = null
        else if (name === 'w:num') numberingId = null
        else if (name === 'w:lvlOverride' || (name === 'w:lvl' && abstractId !== null)) level = null
      },
    })
  }
  const definitionOf = (id: string): string => {
    const own = abstractOf.get(id) ?? ''
    return ofStyle.get(linkedStyle.get(own) ?? '') ?? own
  }
  const levelOf = (id: string, at: number): Level | undefined =>
    levels.get(`num ${id}`)?.get(at) ?? levels.get(definitionOf(id))?.get(at)
  return {
    isMarked(id, listLevel) {
      const level = levelOf(id, listLevel)
      return id !== '0' && id !== '' && (level?.format !== 'none' || level.text.trim() !== '')
    },
    levelOfStyle: (id, styleId) =>
      [...(levels.get(definitionOf(id)) ?? [])].find(
        ([, level]) => level.styleId !== undefined && level.styleId === styleId,
      )?.[0],
    next: counter({ levelOf, definitionOf, restarts }),
  }
}

/** Lists with their definitions, and the first numbers of those that restart the numbers of their definition. */
interface Lists {
  levelOf: (id: string, level: number) => Level | undefined
  definitionOf: (id: string) => string
  restarts: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/** Counts the paragraphs of lists, as `Numbering.next` does. */
export function counter({ levelOf, definitionOf, restarts }: Lists): Numbering['next'] {
  /** Numbers of the last paragraphs, by level. Lists of one definition share them unless they restart. */
  const counters = new Map<string, Map<number, number>>()
  return (id, listLevel) => {
    const shared = `definition ${definitionOf(id)}`
    const numbers = counters.getOrInsertComputed(restarts.has(id) ? id : shared, () => new Map<number, number>())
    const first = (at: number): number => restarts.get(id)?.get(at) ?? levelOf(id, at)?.start ?? 1
    const last = numbers.get(listLevel)
    numbers.set(listLevel, last === undefined ? first(listLevel) : last + 1)
    for (const at of numbers.keys()) {
      if (at > listLevel && listLevel < (levelOf(id, at)?.restart ?? at)) numbers.delete(at)
    }
    const own = levelOf(id, listLevel)
    if (own === undefined || (own.format !== 'none' && !isNumberFormat(formatOf(own)))) return undefined
    const text = own.text.replaceAll(/%([1-9])/gu, (_, digit: string) => {
      const at = Number(digit) - 1
      const level = levelOf(id, at)
      if (level?.format === 'none') return ''
      const format = formatOf(level)
      const isDecimal = own.isLegal === true && format !== 'decimalZero'
      return formatNumber(numbers.get(at) ?? first(at), isDecimal || !isNumberFormat(format) ? '1' : format)
    })
    return text.trim() === '' || text.length > MAX_NUMBER_CHARACTERS ? undefined : text.trim()
  }
}
