import type { TextPosition } from '../../parsing/raised-text.ts'
import type { Attributes } from '../word/xml.ts'

/** Formatting in the properties of a run; a property that is missing is inherited (ISO/IEC 29500-1, 21.1.2.3). */
export interface RunStyle {
  struck?: boolean
  position?: TextPosition
}

export function runStyle(attributes: Attributes): RunStyle {
  const strike = attributes('a:strike')
  const written = attributes('a:baseline')
  const baseline = Number.parseFloat(written ?? '')
  const lowered = baseline < 0 ? 'sub' : 'base'
  return {
    ...(strike === undefined ? {} : { struck: /^(?:sng|dbl)Strike$/u.test(strike) }),
    ...(written === undefined ? {} : { position: baseline > 0 ? 'super' : lowered }),
  }
}

/** Reads the list style of a shape: how the runs of each level of its paragraphs look (21.1.2.4.12). */
export class ListStyle {
  /** By level, from 0. */
  readonly levels: RunStyle[] = []
  #level = -1

  open(name: string, attributes: Attributes): void {
    if (name === 'a:lstStyle' || name === 'a:p') this.#level = -1
    this.#level = /^a:lvl[1-9]pPr$/u.test(name) ? Number(name.charAt(5)) - 1 : this.#level
    if (name === 'a:defRPr' && this.#level >= 0) this.levels[this.#level] = runStyle(attributes)
  }
}
