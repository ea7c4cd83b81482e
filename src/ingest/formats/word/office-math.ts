import { childElements, DomElement, DomText, findElement, hasName } from '../html/dom.ts'
import { drawnMath } from '../html/mathml-text.ts'
import type { Attributes } from './xml.ts'

const named = (element: DomElement, name: string): DomElement | undefined => childElements(element).find(hasName(name))

const element = (name: string, ...children: readonly DomElement[]): DomElement => {
  const made = new DomElement(name)
  for (const child of children) made.append(child)
  return made
}

const text = (name: string, content: string): DomElement => {
  const made = new DomElement(name)
  made.append(new DomText(content))
  return made
}

const row = (source: DomElement | undefined): DomElement =>
  element('mrow', ...(source === undefined ? [] : childElements(source).map(toMathMl)))

const property = (source: DomElement, name: string): string | null =>
  findElement(source, (inner) => inner.localName === name && inner.parentNode?.parentNode === source)?.getAttribute(
    'val',
  ) ?? null

/** A base with what is below and above it; empty parts are left out. */
function script(base: DomElement, below: DomElement | undefined, above: DomElement | undefined): DomElement {
  const [under, over] = [below, above].map((part) => (part === undefined || part.textContent === '' ? null : row(part)))
  if (under && over) return element('msubsup', base, under, over)
  if (under) return element('msub', base, under)
  return over ? element('msup', base, over) : base
}

function brackets(source: DomElement): DomElement {
  const parts = childElements(source).filter(hasName('e'))
  const separator = property(source, 'sepChr') ?? '|'
  const inner = parts.flatMap((part, at) => (at === 0 ? [row(part)] : [text('mo', separator), row(part)]))
  return element(
    'mrow',
    text('mo', property(source, 'begChr') ?? '('),
    ...inner,
    text('mo', property(source, 'endChr') ?? ')'),
  )
}

function fraction(source: DomElement): DomElement {
  const made = element('mfrac', row(named(source, 'num')), row(named(source, 'den')))
  if (property(source, 'type') === 'noBar') made.setAttribute('linethickness', '0')
  return made
}

/** The text of a run. The ampersands between aligned equations are not drawn; the space at its ends is. */
function plainText(content: string): DomElement {
  const shown = content.replace(/&/gu, '')
  return /^\s|\s$/u.test(shown) ? text('mtext', shown.replace(/^\s+|(?<!\s)\s+$/gu, '\u00a0')) : text('mi', shown)
}

/** Converts Office Math to MathML (ISO/IEC 29500-1, 22.1); the depth of the source is limited by its reader. */
function toMathMl(source: DomElement): DomElement {
  const base = named(source, 'e')
  switch (source.localName) {
    case 't':
      return plainText(source.textContent)
    case 'f':
      return fraction(source)
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return script(row(base), named(source, 'sub'), named(source, 'sup'))
    case 'sPre':
      return element(
        'mmultiscripts',
        row(base),
        element('mprescripts'),
        row(named(source, 'sub')),
        row(named(source, 'sup')),
      )
    case 'nary': {
      const sign = script(text('mo', property(source, 'chr') ?? '∫'), named(source, 'sub'), named(source, 'sup'))
      return element('mrow', sign, ...(sign.localName === 'mo' ? [] : [text('mo', '\u2061')]), row(base))
    }
    case 'func':
      return element('mrow', row(named(source, 'fName')), text('mo', '\u2061'), row(base))
    case 'limLow':
      return element('munder', row(base), row(named(source, 'lim')))
    case 'limUpp':
      return element('mover', row(base), row(named(source, 'lim')))
    case 'rad': {
      const degree = named(source, 'deg')
      if (degree === undefined || degree.textContent === '') return element('msqrt', row(base))
      return element('mroot', row(base), row(degree))
    }
    case 'acc':
      return element('mover', row(base), text('mo', property(source, 'chr') ?? '\u0302'))
    case 'bar':
      return property(source, 'pos') === 'top' ? element('mover', row(base), text('mo', '¯')) : row(base)
    case 'd':
      return brackets(source)
    case 'm':
      return element(
        'mtable',
        ...childElements(source)
          .filter(hasName('mr'))
          .map((line) => element('mtr', ...childElements(line).map(row))),
      )
    case 'eqArr':
      return element('mtable', ...childElements(source).filter(hasName('e')).map(row))
    default:
      return source.localName.endsWith('Pr') ? element('mrow') : row(source)
  }
}

/** Reads the formulas among the elements of a part (m:oMath). */
export class OfficeMath {
  #open: DomElement | null = null

  get isOpen(): boolean {
    return this.#open !== null
  }

  open(name: string, attributes: Attributes): void {
    if (this.#open === null && name !== 'm:oMath') return
    const child = new DomElement(name.slice(2))
    const value = attributes('m:val')
    if (value !== undefined) child.setAttribute('val', value)
    this.#open?.append(child)
    this.#open = child
  }

  text(content: string): void {
    this.#open?.append(new DomText(content))
  }

  /** Ends an element; returns the text of the formula that ends with it, or an empty text. */
  close(): string {
    const closed = this.#open
    if (closed === null) return ''
    this.#open = closed.parentNode
    return this.#open === null ? drawnMath(row(closed)) : ''
  }
}
