import type { Attributes } from '../word/xml.ts'

/** Signs around the parts of a formula and between them (ISO/IEC 29500-1, 22.1.2.24, "Delimiter Object"). */
interface Delimiter {
  begin: string
  separator: string
  end: string
  parts: number
}

/** Signs before the parts of fractions, powers and sums. */
const signs: Readonly<Record<string, string>> = { 'm:den': '/', 'm:sup': '^', 'm:nary m:sub': '_', 'm:rad m:e': '√(' }

/** The signs of formulas that their markup implies: brackets, strokes, sums, roots. */
export class Formula {
  private readonly path: string[] = []
  private readonly delimiters: Delimiter[] = []
  /** Signs before the next text. */
  private pending = ''
  /** Sign of the open sum, product or integral, or null. */
  private operator: string | null = null

  /** Adds an element of a formula. */
  open(name: string, attributes: Attributes): void {
    const parent = this.path.at(-1) ?? ''
    const delimiter = this.delimiters.at(-1)
    const value = attributes('m:val') ?? ''
    this.path.push(name)
    if (name === 'm:d') this.delimiters.push({ begin: '(', separator: '|', end: ')', parts: 0 })
    else if (name === 'm:naryPr') this.operator = '∫'
    else if (name === 'm:chr' && this.operator !== null) this.operator = value
    else if (delimiter !== undefined && name === 'm:begChr') delimiter.begin = value
    else if (delimiter !== undefined && name === 'm:sepChr') delimiter.separator = value
    else if (delimiter !== undefined && name === 'm:endChr') delimiter.end = value
    else if (delimiter !== undefined && name === 'm:e' && parent === 'm:d') {
      delimiter.parts += 1
      this.pending += delimiter.parts === 1 ? delimiter.begin : delimiter.separator
    } else this.pending += this.signOf(name, parent)
  }

  /** Ends an element and returns the signs at its end. */
  close(name: string): string {
    if (this.path.at(-1) !== name) return ''
    this.path.pop()
    const parent = this.path.at(-1) ?? ''
    const sign = this.signOf(name, parent)
    if (sign !== '' && this.pending.endsWith(sign)) this.pending = this.pending.slice(0, -sign.length)
    else if (name === 'm:e' && parent === 'm:rad') return `${this.take()})`
    else if (name === 'm:d') return `${this.take()}${this.delimiters.pop()?.end ?? ''}`
    else if (name === 'm:naryPr') {
      this.pending += this.operator ?? ''
      this.operator = null
    }
    return ''
  }

  /** Returns and clears the signs before the next text. */
  take(): string {
    const taken = this.pending
    this.pending = ''
    return taken
  }

  private signOf(name: string, parent: string): string {
    return signs[name] ?? signs[`${parent} ${name}`] ?? ''
  }
}
