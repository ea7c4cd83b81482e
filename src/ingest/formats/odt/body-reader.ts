import type { Piece } from '../../document.ts'
import { addRun, joinRuns } from '../../parsing/raised-text.ts'
import { DomElement, DomText } from '../html/dom.ts'
import { LINE_BREAK } from '../verse.ts'
import { plainSymbols } from '../word/fields.ts'
import { addPiece, altText, type Budget, type ParagraphRole, paragraphPiece, TableReader } from '../word/pieces.ts'
import type { Actions, Attributes, Skip, XmlHandler } from '../word/xml.ts'
import { type Flow, flows, leftOut, newFlow } from './flow.ts'
import { OUTLINE, type Styles } from './styles.ts'

const MAX_SPACES = 1000

/** Levels of headings in OpenDocument. */
const MAX_LEVEL = 10

/** A formula, which is part of its line, or the parts of a chart. */
export interface EmbeddedObject {
  formula: string
  pieces: readonly Piece[]
}

/** Reads the body of an OpenDocument text (OpenDocument 1.3, part 3, chapters 4 to 10). */
export class BodyReader implements XmlHandler {
  readonly #styles: Styles
  readonly #budget: Budget
  readonly #endnotes: Piece[] = []
  /** The next numbers of closed lists, by style and level, for lists that continue them. */
  readonly #continued = new Map<string, number>()
  readonly #flows: Flow[] = [newFlow()]
  readonly #spans: (string | undefined)[] = []
  /** Numbers of the last headings, by level. */
  readonly #headings: number[] = []
  #noteClass = ''
  #description: string | null = null
  #isFormula = false
  /** The open element of an object that is written into the text, as flat files have them. */
  #object: DomElement | null = null

  readonly #starts: Actions = {
    'text:p': (attributes) => this.#openParagraph(null, attributes),
    'text:h': (attributes) => this.#openHeading(attributes),
    'text:list': (attributes) => this.#openList(attributes),
    'text:list-item': (attributes) => this.#openItem(attributes),
    'text:section': (attributes) => (attributes('text:display') === 'none' ? 'skip' : undefined),
    'text:span': (attributes) => void this.#spans.push(attributes('text:style-name')),
    'text:s': (attributes) =>
      this.#append(' '.repeat(Math.min(MAX_SPACES, Math.max(1, Number(attributes('text:c') ?? 1) || 1)))),
    'text:tab': () => this.#append('\t'),
    'text:line-break': () => this.#append(LINE_BREAK),
    'text:note': (attributes) => {
      this.#noteClass = attributes('text:note-class') ?? ''
    },
    'table:table': () => void this.#flow.tables.push(new TableReader()),
    'table:covered-table-cell': (attributes) => this.#coverCell(attributes),
    'draw:object': (attributes) => {
      const path = attributes('xlink:href')
      if (path === undefined) this.#object = new DomElement('object')
      else this.#embed(path)
    },
    'draw:frame': () => {
      this.#flow.frames += 1
      this.#isFormula = false
    },
    // A formula is described by its notation.
    'svg:desc': () => {
      if (this.#isFormula) return 'skip'
      this.#description = ''
    },
  }

  readonly #ends: Readonly<Record<string, () => void>> = {
    'text:p': () => this.#closeParagraph(),
    'text:h': () => this.#closeParagraph(),
    'text:list': () => this.#flow.lists.pop(),
    'text:span': () => this.#spans.pop(),
    'table:table-row': () => this.#flow.tables.at(-1)?.endRow(),
    'table:table': () => this.#closeTable(),
    'svg:desc': () => this.#describe(),
    'draw:frame': () => {
      this.#flow.frames -= 1
    },
  }

  readonly #readObject: (source: string | DomElement) => EmbeddedObject

  /** @param readObject reads an embedded formula or chart, by its path or from its own elements */
  constructor(styles: Styles, budget: Budget, readObject: (source: string | DomElement) => EmbeddedObject) {
    this.#readObject = readObject
    this.#styles = styles
    this.#budget = budget
  }

  /** Returns everything that was read, with endnotes at the end. */
  finish(): Piece[] {
    while (this.#flows.length > 1) this.#closeFlow('draw:text-box')
    this.#endOpen()
    return [...this.#flow.pieces, ...this.#endnotes]
  }

  get #flow(): Flow {
    const last = this.#flows.at(-1)
    if (last === undefined) throw new Error('The text is a flow.')
    return last
  }

  open(name: string, attributes: Attributes): Skip {
    if (leftOut.has(name)) return 'skip'
    if (this.#object !== null) return this.#openInObject(this.#object, name, attributes)
    if (name === 'loext:content-control' && attributes('loext:showing-place-holder') === 'true') return 'skip'
    const table = this.#flow.tables.at(-1)
    if (name === 'table:table-cell' && table !== undefined)
      table.cellSpan = Number(attributes('table:number-columns-repeated') ?? 1) || 1
    if (flows.has(name)) this.#flows.push(newFlow())
    else return this.#starts[name]?.(attributes)
  }

  close(name: string): void {
    if (this.#object !== null) this.#closeInObject(this.#object)
    else if (!flows.has(name)) this.#ends[name]?.()
    else if (this.#flows.length > 1) this.#closeFlow(name)
  }

  text(text: string): void {
    if (this.#object !== null) this.#object.append(new DomText(text))
    else if (this.#description !== null) this.#description += text
    else if (this.#flow.frames === 0) this.#append(text.replaceAll(/\s+/gu, ' '))
  }

  #openInObject(around: DomElement, name: string, attributes: Attributes): void {
    this.#budget.take('cells')
    const prefix = name.slice(0, name.indexOf(':') + 1)
    const child = new DomElement(name.slice(prefix.length))
    for (const key of ['linethickness', 'encoding']) {
      const value = attributes(`${prefix}${key}`)
      if (value !== undefined) child.setAttribute(key, value)
    }
    around.append(child)
    this.#object = child
  }

  #closeInObject(closed: DomElement): void {
    this.#object = closed.parentNode
    if (this.#object === null) this.#embed(closed)
  }

  #openList(attributes: Attributes): void {
    const { lists } = this.#flow
    const style = attributes('text:style-name') ?? lists.at(-1)?.style
    const start = this.#styles.listLevel(style, lists.length + 1)?.start ?? 1
    const last = this.#continued.get(`${lists.length + 1} ${style}`)
    // A list inside an item without a text of its own goes on from one before it.
    const inner = lists.length > 0 && this.#flow.inNewItem
    const continues = attributes('text:continue-numbering') === 'true' || attributes('text:continue-list') !== undefined
    lists.push({ style, next: continues || inner ? (last ?? start) : start, start: null })
  }

  #openItem(attributes: Attributes): void {
    const flow = this.#flow
    const list = flow.lists.at(-1)
    flow.inNewItem = true
    const start = attributes('text:start-value')
    if (list !== undefined) list.start = start === undefined ? null : Number(start) || 0
  }

  /** Counts the open item with its first paragraph, and returns its number. */
  #countItem(): string | undefined {
    const { lists } = this.#flow
    const list = lists.at(-1)
    if (list === undefined) return undefined
    const number = list.start ?? list.next
    list.next = number + 1
    this.#continued.set(`${lists.length} ${list.style}`, list.next)
    this.#continued.delete(`${lists.length + 1} ${list.style}`)
    const above = lists.slice(0, -1).map(({ next }) => Math.max(1, next - 1))
    return this.#styles.numberText(list.style, [...above, number])
  }

  #openHeading(attributes: Attributes): void {
    const level = Math.min(MAX_LEVEL, Math.max(1, Number(attributes('text:outline-level') ?? 1) || 1))
    const inList = this.#flow.inNewItem ? this.#countItem() : undefined
    const isCounted = attributes('text:is-list-header') !== 'true'
    const marker = inList ?? (isCounted ? this.#countHeading(level, attributes) : undefined)
    this.#openParagraph({ type: 'heading', level, marker }, attributes)
  }

  #countHeading(level: number, attributes: Attributes): string | undefined {
    // A style may have a list of its own, or take a heading out of the numbering, as that of a preface.
    const list = this.#styles.property([attributes('text:style-name')], 'list') ?? OUTLINE
    if (list === '') return undefined
    const starts = (at: number): number => this.#styles.listLevel(list, at)?.start ?? 1
    const numbers = this.#headings
    numbers.length = Math.min(numbers.length, level)
    for (let at = numbers.length; at < level - 1; at += 1) numbers.push(starts(at + 1))
    const last = numbers[level - 1]
    const restart = attributes('text:restart-numbering') === 'true' ? (attributes('text:start-value') ?? '1') : null
    numbers[level - 1] = Number(restart ?? (last === undefined ? starts(level) : last + 1)) || 0
    return this.#styles.numberText(list, numbers)
  }

  #openParagraph(heading: ParagraphRole | null, attributes: Attributes): void {
    const styleName = attributes('text:style-name')
    const flow = this.#flow
    const isItem = heading === null && flow.inNewItem
    const marker = isItem ? this.#countItem() : undefined
    const plain: ParagraphRole = isItem ? { type: 'list-item', marker } : { type: 'paragraph' }
    const role = heading ?? this.#styles.role(styleName) ?? plain
    flow.inNewItem = false
    flow.paragraphs.push({ runs: [], role, styleName, strong: null, beside: [] })
  }

  #append(text: string, isFormula = false): void {
    const paragraph = this.#flow.paragraphs.at(-1)
    if (paragraph === undefined) return
    const names = this.#spans.toReversed().concat(paragraph.styleName)
    if (this.#styles.property(names, 'hidden') === true || this.#styles.property(names, 'struck') === true) return
    this.#budget.take('characters', text.length)
    const plain = plainSymbols(text, this.#styles.property(names, 'font') ?? '')
    const position = this.#styles.property(names, 'position') ?? 'base'
    addRun(paragraph.runs, plain, position, isFormula)
    if (paragraph.strong === false || text.trim() === '') return
    paragraph.strong = this.#styles.property(names, 'bold') ?? false
  }

  #closeParagraph(): void {
    const paragraph = this.#flow.paragraphs.pop()
    if (paragraph === undefined) return
    const piece = paragraphPiece(joinRuns(paragraph.runs), { ...paragraph.role, strong: paragraph.strong === true })
    if (piece !== null) {
      this.#budget.take('paragraphs')
      addPiece(this.#flow.pieces, piece)
    }
    this.#addBeside(paragraph.beside)
  }

  /** Adds pieces after the open paragraph. */
  #addBeside(pieces: readonly Piece[]): void {
    const target = this.#flow.paragraphs.at(-1)?.beside ?? this.#flow.pieces
    for (const piece of pieces) target.push(piece)
  }

  #embed(source: string | DomElement): void {
    const { formula, pieces } = this.#readObject(source)
    this.#isFormula = formula !== ''
    const last = this.#flow.paragraphs.at(-1)
    if (formula !== '' && last === undefined) this.#addBeside([{ type: 'paragraph', text: formula }])
    else if (formula !== '') this.#append(formula, true)
    this.#addBeside(pieces)
  }

  #describe(): void {
    const text = altText(this.#description ?? undefined)
    this.#description = null
    if (text === null) return
    this.#budget.take('characters', text.length)
    this.#addBeside([{ type: 'caption', text }])
  }

  #coverCell(attributes: Attributes): Skip {
    const table = this.#flow.tables.at(-1)
    if (table !== undefined) table.cellSpan = Number(attributes('table:number-columns-repeated') ?? 1) || 1
    table?.endCell(null)
    return 'skip'
  }

  #closeTable(): void {
    for (const piece of this.#flow.tables.pop()?.pieces() ?? []) this.#flow.pieces.push(piece)
  }

  #endOpen(): void {
    while (this.#flow.paragraphs.length > 0) this.#closeParagraph()
    while (this.#flow.tables.length > 0) this.#closeTable()
  }

  #closeFlow(name: string): void {
    this.#endOpen()
    const pieces = this.#flows.pop()?.pieces ?? []
    if (name === 'table:table-cell') {
      this.#budget.take('cells')
      this.#flow.tables.at(-1)?.endCell(pieces)
    } else if (name === 'text:note-body' && this.#noteClass === 'endnote') {
      for (const piece of pieces) this.#endnotes.push(piece)
    } else this.#addBeside(pieces)
  }
}
