import { childElements, type DomElement, type DomNode, hasName, isElement } from './dom.ts'

const MAX_FORMULA_DEPTH = 100

/** Accents above a letter, and the combining characters that draw them. */
const accents: ReadonlyMap<string, string> = new Map([
  ['¯', '\u0304'],
  ['‾', '\u0304'],
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['˙', '\u0307'],
  ['→', '\u20d7'],
])

/** Whether a text is one pair of brackets with what is inside. */
function isBracketed(text: string): boolean {
  if (!/^[([{].*[)\]}]$/su.test(text)) return false
  let depth = 0
  for (const [at, sign] of Array.from(text).entries()) {
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    if (depth === 0) return at === Array.from(text).length - 1
  }
  return false
}

/** A part of a formula in brackets, unless it is a number, one letter, a function's name or in brackets. */
function grouped(part: string): string {
  const text = part.replace(/\u2061$/u, '')
  const isOne = /^(?:[\p{N}.]+|.\p{M}*)$/u.test(text) || functionName.test(text) || isBracketed(text)
  return isOne ? text : `(${text})`
}

/** End of the number, letter or pair of brackets that begins at a position; the position itself without one. */
function atomEnd(text: string, from: number): number {
  const rest = text.slice(from)
  const simple = /^(?:[\p{N}.]+|\p{L}[\p{M}′″]*|∞)/u.exec(rest)?.[0].length ?? 0
  if (simple > 0 || !rest.startsWith('(')) return from + simple
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return from
}

/** Whether a text is one letter, number or root with its powers and indexes, which a fraction needs no brackets for. */
function isFactor(text: string): boolean {
  let at = atomEnd(text, text.startsWith('√') ? 1 : 0)
  while (at < text.length) {
    const next = /[\^_]/u.test(text[at] ?? '') ? atomEnd(text, at + 1) : at
    if (next <= at + 1) return false
    at = next
  }
  return text !== ''
}

/** The lower part of a fraction. */
const denominator = (text: string): string => (isFactor(text) ? text : grouped(text))

/** The upper part of a fraction; a product of letters needs no brackets. */
const numerator = (text: string): string => (/^[\p{L}\p{N}]+$/u.test(text) ? text : denominator(text))

const functionName =
  /^(?:(?:arc|ar)?(?:sin|cos|tan|cot|sec|csc|tg|ctg)h?|log|ln|lg|lim|exp|max|min|sup|inf|det|dim|ker|deg|gcd|arg|mod|Re|Im|Pr)$/u

/** Signs that are raised by themselves. */
const raisedSign = /^[′″‴⁗'*†°∘]+$/u

/** Brackets that are drawn above or below a part, and lines. */
const brace = /^[⏞⏟⏜⏝︷︸︵︶_＿]$/u

/** @param isOne whether the base is one name or number, which needs no brackets */
const power = (base: string, exponent: string, isOne: boolean): string =>
  raisedSign.test(exponent)
    ? base + exponent.replaceAll('∘', '°')
    : `${isOne ? base : grouped(base)}^${grouped(exponent)}`

/** The text of a token; the space at the ends of words inside a formula is a no-break space. */
function tokenText(element: DomElement): string {
  const text = element.textContent.replace(/[ \t\r\n]+/gu, ' ').replace(/^ | $/gu, '')
  return element.localName === 'mtext' ? text.replaceAll('\u00a0', ' ') : text.trim()
}

/** Joins the parts of a row; names of functions, fractions, powers and indexes stay apart from the letters after them. */
function joinRow(parts: readonly string[]): string {
  let row = ''
  let last = ''
  for (const part of parts) {
    const isApart =
      ((functionName.test(last) || /[_^/][\p{L}\p{N}.]+$/u.test(last)) && /^[\p{L}\p{N}√]/u.test(part)) ||
      (functionName.test(part) && /[\p{L}\p{N})]$/u.test(last))
    row += isApart ? ` ${part}` : part
    if (part !== '') last = part
  }
  return row
}

/** Shorter spaces are typography, not the distance between two formulas, in em. */
const MIN_SPACE_EM = 0.8

/** A base with indexes and powers after it, and before it (14 and 6 of carbon). */
function multiscripts(parts: readonly DomElement[], textOf: (element: DomElement) => string): string {
  const split = parts.findIndex(hasName('mprescripts'))
  const [base, ...after] = split === -1 ? parts : parts.slice(0, split)
  const scripts = (all: readonly DomElement[]): string =>
    all
      .map((part, at) => [at % 2 === 0 ? '_' : '^', textOf(part)])
      .map(([sign = '', text = '']) => (text === '' ? '' : sign + grouped(text)))
      .join('')
  const before = split === -1 ? [] : parts.slice(split + 1)
  return `${scripts(before)}${base === undefined ? '' : textOf(base)}${scripts(after)}`
}

/** Relation sign at the beginning of the second column of aligned equations. */
const relation = /^[=<>≤≥≈≡∼≃≅≠∈⊂⊆→⇒⇔:]/u

const isToken = hasName('mi', 'mn', 'mo', 'mtext', 'ms')

/** The text of MathML as drawn, with the signs of fractions, powers, indexes and roots, without annotations. */
function drawnText(node: DomNode, depth = 0): string {
  if (!isElement(node)) return node.textContent.trim()
  const { localName } = node
  if (localName.startsWith('annotation') || localName === 'mphantom' || depth > MAX_FORMULA_DEPTH) return ''
  if (isToken(node)) return tokenText(node)
  const children: DomNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  const parts = childElements(node)
  const part = (at: number): string => {
    const child = parts[at]
    return child === undefined ? '' : drawnText(child, depth + 1)
  }
  const joined = (): string => joinRow(children.map((child) => drawnText(child, depth + 1)))
  const cells = (): string[] => parts.map((_, at) => part(at)).filter((text) => text !== '')
  switch (localName) {
    case 'mspace':
      return Number.parseFloat(node.getAttribute('width') ?? '') >= MIN_SPACE_EM ? ' ' : ''
    case 'mfrac':
      if (Number.parseFloat(node.getAttribute('linethickness') ?? '') === 0) return `(${part(0)} over ${part(1)})`
      return `${numerator(part(0))}/${denominator(part(1))}`
    case 'msup':
      return power(part(0), part(1), parts[0] !== undefined && isToken(parts[0]))
    case 'msub':
      return `${part(0)}_${grouped(part(1))}`
    case 'munder':
      return brace.test(part(1)) ? part(0) : `${part(0)}_${grouped(part(1))}`
    case 'mover':
      if (brace.test(part(1))) return part(0)
      if (/^\p{M}$/u.test(part(1))) return part(0) + part(1)
      return accents.has(part(1)) ? `${part(0)}${accents.get(part(1)) ?? ''}` : `${part(0)}^${grouped(part(1))}`
    case 'msubsup':
    case 'munderover':
      return `${part(0)}_${grouped(part(1))}${raisedSign.test(part(2)) ? part(2) : `^${grouped(part(2))}`}`
    case 'mmultiscripts':
      return multiscripts(parts, (element) => drawnText(element, depth + 1))
    case 'msqrt':
      return `√${grouped(joined())}`
    case 'mroot':
      return `${grouped(part(0))}^(1/${part(1)})`
    case 'mtr':
    case 'mlabeledtr':
      return cells().reduce((line, cell) => line + (line === '' || relation.test(cell) ? '' : ', ') + cell, '')
    case 'mtable':
      return cells().join('; ')
    case 'mfenced':
      return `${node.getAttribute('open') ?? '('}${parts.map((_, at) => part(at)).join(', ')}${node.getAttribute('close') ?? ')'}`
    default:
      return joined()
  }
}

/** Replaces the invisible operators of MathML, and removes the second brackets of a binomial. */
const plainSigns = (text: string): string =>
  text
    .replace(/\u2061(?=\()|[\u2062-\u2064]/gu, '')
    .replaceAll('\u2061', ' ')
    .replace(/\((\([^()]* over [^()]*\))\)/gu, '$1')
    .trim()

/** The text of MathML as drawn; empty if there is nothing to draw. */
export const drawnMath = (math: DomElement): string => plainSigns(drawnText(math))
