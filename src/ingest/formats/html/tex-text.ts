import { decodeHTMLStrict } from 'entities'
import { childElements, DomElement, DomText } from './dom.ts'
import { drawnMath } from './mathml-text.ts'
import commands from './tex-commands.json' with { type: 'json' }

/** Thrown for notation that this reader doesn't know; the formula is then shown as TeX. */
class UnknownTex extends Error {}

const MAX_DEPTH = 60

/** A longer one is a document. */
const MAX_TEX_CHARACTERS = 4000

const token = /\\(?:[a-z]+\*?|.)|\d+(?:[.,]\d+)*|\s+|./giu

const table = <Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(entries))

const signs = table<string>(commands.signs)
const accents = table<string>(commands.accents)
const spaces = table<string>(commands.spaces)
const doubleStruck = table<string>(commands.doubleStruck)
const brackets = table<string[]>(commands.brackets)
const functions = new Set(commands.functions)
const ignored = new Set(commands.ignored)
const dropped = new Set(commands.dropped)
const styled = new Set(commands.styled)
const texts = new Set(commands.texts)
const alignments = new Set(commands.alignments)

function element(name: string, ...children: readonly DomElement[]): DomElement {
  const made = new DomElement(name)
  for (const child of children) made.append(child)
  return made
}

function leaf(name: string, text: string): DomElement {
  const made = new DomElement(name)
  made.append(new DomText(text))
  return made
}

const row = (parts: readonly DomElement[]): DomElement =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : element('mrow', ...parts)

function sign(name: string): DomElement {
  const own = signs.get(name)
  if (own !== undefined) return leaf('mo', own)
  const text = decodeHTMLStrict(`&${name};`)
  if (text.startsWith(`&${name}`)) throw new UnknownTex()
  return leaf(/^\p{L}$/u.test(text) ? 'mi' : 'mo', text)
}

/** Reads TeX's math mode into MathML by recursive descent. */
class TexReader {
  readonly #tokens: string[]
  #at = 0
  #depth = 0

  constructor(tex: string) {
    this.#tokens = tex.match(token) ?? []
  }

  formula(): DomElement {
    const lines = this.#rows(() => false)
    if (this.#at < this.#tokens.length) throw new UnknownTex()
    return this.#grid(lines, false)
  }

  #space(): void {
    while (/^\s/u.test(this.#tokens[this.#at] ?? '')) this.#at += 1
  }

  #peek(): string | undefined {
    this.#space()
    return this.#tokens[this.#at]
  }

  #take(): string {
    const next = this.#peek()
    if (next === undefined) throw new UnknownTex()
    this.#at += 1
    return next
  }

  /** The source of a group or of one token. */
  #source(): string {
    const first = this.#take()
    if (first !== '{') return first
    const from = this.#at
    for (let open = 1; open > 0; this.#at += 1) {
      const next = this.#tokens[this.#at]
      if (next === undefined) throw new UnknownTex()
      open += next === '{' ? 1 : next === '}' ? -1 : 0
    }
    return this.#tokens.slice(from, this.#at - 1).join('')
  }

  /** Rows separated by `\\` with cells separated by `&`, up to a token that ends them. */
  #rows(isEnd: (next: string) => boolean): DomElement[][] {
    const rows: DomElement[][] = [[]]
    for (;;) {
      const cell = row(this.#parts((next) => next === '&' || next === '\\\\' || isEnd(next)))
      rows.at(-1)?.push(cell)
      const next = this.#peek()
      if (next !== '&' && next !== '\\\\') return rows
      this.#at += 1
      if (next === '\\\\') rows.push([])
      // The distance to the next row.
      if (next === '\\\\' && /^\[-?[\d.]/u.test(this.#tokens.slice(this.#at, this.#at + 2).join(''))) {
        while (this.#take() !== ']');
      }
    }
  }

  #grid(rows: readonly DomElement[][], isTable: boolean): DomElement {
    const lines = rows.map((cells) => (isTable ? element('mtr', ...cells) : row(cells)))
    const [only] = lines
    return lines.length === 1 && only !== undefined && !isTable ? only : element('mtable', ...lines)
  }

  #parts(isEnd: (next: string) => boolean): DomElement[] {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new UnknownTex()
    const parts: DomElement[] = []
    for (let next = this.#peek(); next !== undefined && !isEnd(next); next = this.#peek()) {
      if (next === '}') throw new UnknownTex()
      if (next === '^' || next === '_' || next === "'") parts.push(this.#scripts(parts.pop() ?? element('mrow')))
      else {
        const atom = this.#atom()
        if (atom !== null) parts.push(atom)
      }
    }
    this.#depth -= 1
    return parts
  }

  #scripts(base: DomElement): DomElement {
    let below: DomElement | null = null
    const above: DomElement[] = []
    for (let next = this.#peek(); next === '^' || next === '_' || next === "'"; next = this.#peek()) {
      this.#at += 1
      if (next === '_') below = this.#argument()
      else above.push(next === "'" ? leaf('mo', '′') : this.#argument())
    }
    const over = above.length === 0 ? null : row(above)
    if (below === null) return element('msup', base, over ?? element('mrow'))
    return over === null ? element('msub', base, below) : element('msubsup', base, below, over)
  }

  /** The argument of a command: a group, one digit or one other atom. */
  #argument(): DomElement {
    const next = this.#peek() ?? ''
    if (/^\d{2}/u.test(next)) {
      this.#tokens[this.#at] = next.slice(1)
      return leaf('mn', next.charAt(0))
    }
    return this.#atom() ?? element('mrow')
  }

  #group(end: string): DomElement {
    const inside = row(this.#parts((next) => next === end))
    if (this.#take() !== end) throw new UnknownTex()
    return inside
  }

  #atom(): DomElement | null {
    const next = this.#take()
    if (next === '{') return this.#group('}')
    if (next === '~') return element('mrow')
    if (/^\d/u.test(next)) return leaf('mn', next)
    if (/^\p{L}/u.test(next)) return leaf('mi', next)
    return next.startsWith('\\') ? this.#command(next.slice(1).replace(/\*$/u, '')) : leaf('mo', next)
  }

  #command(name: string): DomElement | null {
    if (!/^[a-z]/iu.test(name)) return /^[{}|%$#&_]$/u.test(name) ? leaf('mo', name === '|' ? '‖' : name) : null
    const space = spaces.get(name)
    if (space !== undefined) return this.#spaceOf(space)
    const accent = accents.get(name)
    if (accent !== undefined) return element('mover', this.#argument(), leaf('mo', accent))
    if (functions.has(name)) return leaf('mi', name)
    if (texts.has(name)) return this.#text(this.#source())
    if (styled.has(name)) return name === 'mathbb' ? this.#doubleStruck() : this.#argument()
    if (dropped.has(name)) return this.#source(), null
    if (ignored.has(name)) return this.#delimiter(name)
    switch (name) {
      case 'frac':
      case 'dfrac':
      case 'tfrac':
      case 'cfrac':
        return element('mfrac', this.#argument(), this.#argument())
      case 'binom':
      case 'dbinom':
      case 'tbinom': {
        const made = element('mfrac', this.#argument(), this.#argument())
        made.setAttribute('linethickness', '0')
        return made
      }
      case 'sqrt': {
        if (this.#peek() !== '[') return element('msqrt', this.#argument())
        this.#at += 1
        const degree = this.#group(']')
        return element('mroot', this.#argument(), degree)
      }
      case 'overset':
      case 'stackrel':
      case 'underset': {
        const other = this.#argument()
        return element(name === 'underset' ? 'munder' : 'mover', this.#argument(), other)
      }
      case 'pmod':
        return element('mrow', leaf('mtext', '\u00a0(mod\u00a0'), this.#argument(), leaf('mo', ')'))
      case 'begin':
        return this.#environment(this.#source().replace(/\*$/u, ''))
      default:
        return sign(name)
    }
  }

  #spaceOf(width: string): DomElement {
    const made = element('mspace')
    made.setAttribute('width', width)
    return made
  }

  #text(source: string): DomElement {
    const text = source.replaceAll(/\\[a-z]+\s*|[{}$]/giu, '').replace(/\\(.)/gu, '$1')
    return leaf(/^\p{L}+$/u.test(text) ? 'mi' : 'mtext', text.replace(/^\s|\s$/gu, '\u00a0'))
  }

  #doubleStruck(): DomElement {
    const name = this.#source()
    return leaf('mi', doubleStruck.get(name) ?? name)
  }

  /** A command before a delimiter, of which a period is not drawn. */
  #delimiter(name: string): null {
    if ((name === 'left' || name === 'right') && this.#peek() === '.') this.#at += 1
    return null
  }

  #environment(name: string): DomElement {
    const isTable = brackets.has(name)
    if (!isTable && !alignments.has(name)) throw new UnknownTex()
    if (name === 'array' || name.startsWith('alignat') || name === 'alignedat') this.#source()
    const rows = this.#rows((next) => next === '\\end')
    if (this.#take() !== '\\end' || this.#source().replace(/\*$/u, '') !== name) throw new UnknownTex()
    const filled = rows.filter((cells) =>
      cells.some((cell) => childElements(cell).length > 0 || cell.textContent !== ''),
    )
    const [open = '', close = ''] = brackets.get(name) ?? []
    return element('mrow', leaf('mo', open), this.#grid(filled, isTable), leaf('mo', close))
  }
}

/** TeX without MediaWiki's group around every formula. */
const withoutGroup = (tex: string): string => tex.trim().replace(/^\{\\(?:display|text)style\s+(\S.*)\}$/su, '$1')

/** The text of a formula in TeX as MathML would draw it; the TeX itself if it has notation that is not known. */
export function texText(source: string): string {
  const tex = withoutGroup(source)
  if (tex.length > MAX_TEX_CHARACTERS || !/[\\{}]/u.test(tex)) return tex
  try {
    return drawnMath(new TexReader(tex).formula()) || tex
  } catch (error) {
    if (error instanceof UnknownTex) return tex
    throw error
  }
}

/** What opens TeX in the text of a page for MathJax and KaTeX. */
const opening = /\\[([]|\$\$?|\\begin\{([a-z]+\*?)\}/gu

const closings: ReadonlyMap<string, string> = new Map([
  ['\\(', '\\)'],
  ['\\[', '\\]'],
])

/** Whether text between single dollars is TeX rather than two amounts of money or names of variables. */
function isTexBetween(text: string, from: number, to: number): boolean {
  const tex = text.slice(from, to)
  if (/^\s|[\s\\]$/u.test(tex) || /[\p{L}\p{N}$\\]/u.test(text[from - 2] ?? '')) return false
  return !/[\p{L}\p{N}]/u.test(text[to + 1] ?? '') && /[\\^_{}=<>]|^\p{L}['′]*$|^\p{L}\(\p{L}\)$/u.test(tex)
}

/** Longest formula in Markdown, where each escaped bracket is tried. */
const MAX_TRIED_CHARACTERS = 1200

/**
 * The TeX that an escaped bracket at a position of Markdown opens, as it is drawn, and where it ends; null for other text,
 * which such brackets may be as well.
 */
export function texAt(text: string, at: number): { text: string; end: number } | null {
  const closing = closings.get(text.slice(at, at + 2))
  if (closing === undefined) return null
  const length = text.slice(at + 2, at + 2 + MAX_TRIED_CHARACTERS).indexOf(closing)
  const tex = text.slice(at + 2, at + 2 + Math.max(0, length))
  return /[\\^_{}=]|^\s?\p{L}\s?$/u.test(tex) ? { text: texText(tex), end: at + 4 + length } : null
}

/** Replaces TeX between delimiters by what it draws. */
export function withoutTex(text: string): string {
  if (!/\$|\\[([b]/u.test(text)) return text
  /** Where each closing delimiter comes next, so that none is searched for twice. */
  const places = new Map<string, number>()
  const placeOf = (closing: string, from: number): number => {
    const known = places.get(closing) ?? -1
    if (known >= from) return known
    const found = text.indexOf(closing, from)
    const place = found === -1 ? Number.POSITIVE_INFINITY : found
    places.set(closing, place)
    return place
  }
  let read = ''
  let done = 0
  for (const { 0: open, 1: environment, index } of text.matchAll(opening)) {
    if (index < done || (environment !== undefined && !alignments.has(environment.replace('*', '')))) continue
    const from = index + open.length
    const closing = environment === undefined ? (closings.get(open) ?? open) : `\\end{${environment}}`
    const to = placeOf(closing, from)
    if (to === from || to - from > MAX_TEX_CHARACTERS) continue
    if (open === '$' && !isTexBetween(text, from, to)) continue
    const end = to + closing.length
    read += text.slice(done, index) + texText(environment === undefined ? text.slice(from, to) : text.slice(index, end))
    done = end
  }
  return read + text.slice(done)
}
