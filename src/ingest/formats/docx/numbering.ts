import { readXml } from '../word/xml.ts'

/** Tells whether paragraphs of a list show a number or bullet. */
export type Numbering = (numberingId: string, level: number) => boolean

/** Levels by their list, as far as they show nothing. */
type Unmarked = Map<string, Set<number>>

/**
 * Reads a part of list definitions (ISO/IEC 29500-1, 17.9). Lists are also used to indent paragraphs that show no mark
 * at all; those are not lists to a reader.
 */
export function readNumbering(bytes: Uint8Array | null): Numbering {
  const unmarked: Unmarked = new Map()
  const abstractOf = new Map<string, string>()
  let abstractId: string | null = null
  let numberingId: string | null = null
  let level: number | null = null
  if (bytes !== null) {
    readXml(bytes, {
      open(name, attributes) {
        const value = attributes('w:val')
        if (name === 'w:abstractNum') abstractId = attributes('w:abstractNumId') ?? null
        else if (name === 'w:num') numberingId = attributes('w:numId') ?? null
        else if (name === 'w:abstractNumId' && numberingId !== null) abstractOf.set(numberingId, value ?? '')
        else if (name === 'w:lvl') level = Number(attributes('w:ilvl'))
        else if (name === 'w:numFmt' && value === 'none' && abstractId !== null && level !== null) {
          unmarked.set(abstractId, (unmarked.get(abstractId) ?? new Set()).add(level))
        } else if (name === 'w:lvlOverride') return 'skip'
        return undefined
      },
      close(name) {
        if (name === 'w:abstractNum') abstractId = null
        else if (name === 'w:num') numberingId = null
        else if (name === 'w:lvl') level = null
      },
    })
  }
  return (id, listLevel) => {
    if (id === '0' || id === '') return false
    return unmarked.get(abstractOf.get(id) ?? '')?.has(listLevel) !== true
  }
}
