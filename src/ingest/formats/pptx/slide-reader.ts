import type { Piece } from '../../document.ts'
import { addRun, joinRuns, type TextRun } from '../../parsing/raised-text.ts'
import { LINE_BREAK } from '../verse.ts'
import { OfficeMath } from '../word/office-math.ts'
import { altText, type Budget, paragraphPiece, TableReader } from '../word/pieces.ts'
import { type Actions, Alternatives, type Attributes, type Skip, type XmlHandler } from '../word/xml.ts'
import { type Placed, readingOrder } from './reading-order.ts'
import { ListStyle, type RunStyle, runStyle } from './run-style.ts'
import { type Placeholders, placeholderOf, ShapeBoxes } from './shape-boxes.ts'

/** Role of a shape: its placeholder, or a text box. */
type Role = 'title' | 'list' | 'text' | 'unread'

const roles: Readonly<Record<string, Role>> = {
  title: 'title',
  ctrTitle: 'title',
  subTitle: 'text',
  // Repeated on every slide.
  dt: 'unread',
  ftr: 'unread',
  hdr: 'unread',
  sldNum: 'unread',
  sldImg: 'unread',
}

interface Paragraph {
  runs: TextRun[]
  /** Undefined if it follows its shape. */
  bullet?: boolean
  /** From 0. */
  level: number
}

/** Elements of shapes, each with its own text. */
const shapes: ReadonlySet<string> = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp'])

/** Fields that PowerPoint fills in. */
const filledIn = /^(?:slidenum|datetime)/u

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Parts of a slide that the reader gets from other files, by their relationship. */
export interface SlideParts {
  diagram: (relationshipId: string) => readonly Piece[]
  /** The title and values of a chart. */
  chart: (relationshipId: string) => readonly Piece[]
  placeholders: Placeholders
}

/**
 * Reads a slide or its notes (ISO/IEC 29500-1, 19.3 and 21.1): the title first, then everything else in the order of its
 * places on the slide.
 */
export class SlideReader implements XmlHandler {
  readonly #budget: Budget
  readonly #parts: SlideParts
  readonly #title: Piece[] = []
  readonly #shapes: Placed<Piece[]>[] = []
  readonly #boxes = new ShapeBoxes()
  readonly #tables: TableReader[] = []
  /** Pieces of the open table cells. */
  readonly #cells: Piece[][] = []
  readonly #alternatives = new Alternatives()
  #role: Role = 'text'
  #description: string | null = null
  #paragraph: Paragraph | null = null
  #inText = false
  #run: RunStyle = {}
  #style = new ListStyle()
  #inherited: readonly RunStyle[] = []
  readonly #math = new OfficeMath()
  #characters = 0

  readonly #starts: Actions = {
    'p:cNvPr': (attributes) => {
      this.#description = altText(attributes('p:descr'))
      if (attributes('p:hidden') === '1') this.#role = 'unread'
    },
    'p:ph': (attributes) => {
      if (this.#role !== 'unread') this.#role = roles[attributes('p:type') ?? 'obj'] ?? 'list'
      const { box, levels } = this.#parts.placeholders(placeholderOf(attributes))
      this.#shape.box ??= box
      this.#inherited = levels
    },
    'a:p': () => {
      this.#paragraph = { runs: [], level: 0 }
      this.#beginRun()
    },
    'a:pPr': (attributes) => {
      if (this.#paragraph !== null) this.#paragraph.level = Number(attributes('a:lvl') ?? 0)
      this.#beginRun()
    },
    'a:buNone': () => this.#setBullet(false),
    'a:buChar': () => this.#setBullet(true),
    'a:buAutoNum': () => this.#setBullet(true),
    'a:r': () => this.#beginRun(),
    'a:rPr': (attributes) => {
      this.#run = { ...this.#run, ...runStyle(attributes) }
    },
    'c:chart': (attributes) => this.#addAll(this.#parts.chart(attributes('r:id') ?? '')),
    'cx:chart': (attributes) => this.#addAll(this.#parts.chart(attributes('r:id') ?? '')),
    'a:t': () => {
      this.#inText = true
    },
    'a:br': () => this.#append(LINE_BREAK),
    'a:fld': (attributes) => (filledIn.test(attributes('a:type') ?? '') ? 'skip' : undefined),
    'a:tbl': () => void this.#tables.push(new TableReader()),
    'a:tc': () => void this.#cells.push([]),
    'dgm:relIds': (attributes) => this.#addAll(this.#parts.diagram(attributes('r:dm') ?? '')),
  }

  readonly #ends: Readonly<Record<string, () => void>> = {
    'a:t': () => {
      this.#inText = false
    },
    'a:r': () => this.#beginRun(),
    'a:p': () => this.#endParagraph(),
    'a:tc': () => this.#endCell(),
    'a:tr': () => this.#tables.at(-1)?.endRow(),
    'a:tbl': () => this.#addAll(this.#tables.pop()?.pieces() ?? []),
  }

  constructor(budget: Budget, parts: SlideParts) {
    this.#budget = budget
    this.#parts = parts
  }

  /** The title's text in one line; null without one. */
  get title(): string | null {
    return this.#title.length === 0 ? null : this.#title.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')
  }

  /** Everything but the title. */
  get body(): readonly Piece[] {
    const shapes = this.#shapes.filter(({ content }) => content.length > 0)
    const texts = shapes.flatMap(({ content }) => content.map(({ text }) => text))
    return readingOrder(shapes, texts.filter((text) => rightToLeft.test(text)).length * 2 > texts.length).flat()
  }

  get #shape(): Placed<Piece[]> {
    const last = this.#shapes.at(-1)
    if (last !== undefined) return last
    const shape: Placed<Piece[]> = { box: null, content: [], characters: 0 }
    this.#shapes.push(shape)
    return shape
  }

  open(name: string, attributes: Attributes): Skip {
    if (shapes.has(name)) {
      this.#role = 'text'
      this.#description = null
      this.#boxes.beginShape()
      this.#shapes.push({ box: null, content: [], characters: 0 })
      this.#style = new ListStyle()
      this.#inherited = []
    }
    this.#style.open(name, attributes)
    this.#boxes.open(name, attributes)
    if (name.startsWith('m:')) this.#math.open(name, attributes)
    return this.#starts[name]?.(attributes) ?? this.#alternatives.open(name, this.#characters)
  }

  close(name: string): void {
    if (shapes.has(name)) {
      const text = this.#role === 'unread' ? null : this.#description
      if (text !== null && name === 'p:pic') this.#add({ type: 'caption', text })
      this.#description = null
      this.#shape.box = this.#boxes.box ?? this.#shape.box
    }
    this.#boxes.close(name)
    if (name.startsWith('m:') && this.#math.isOpen) this.#append(this.#math.close(), true)
    this.#ends[name]?.()
    this.#alternatives.close(name, this.#characters)
  }

  text(text: string): void {
    if (this.#math.isOpen) this.#math.text(text)
    else if (this.#inText && this.#run.struck !== true) this.#append(text)
  }

  #append(text: string, isFormula = false): void {
    if (text === '' || this.#paragraph === null || this.#role === 'unread') return
    this.#budget.take('characters', text.length)
    this.#characters += text.length
    addRun(this.#paragraph.runs, text, this.#run.position ?? 'base', isFormula)
  }

  #beginRun(): void {
    const level = this.#paragraph?.level ?? 0
    this.#run = { ...this.#inherited[level], ...this.#style.levels[level] }
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph
    this.#paragraph = null
    if (paragraph === null) return
    const isItem = paragraph.bullet ?? (this.#role === 'list' && this.#cells.length === 0)
    const piece = paragraphPiece(joinRuns(paragraph.runs), { type: isItem ? 'list-item' : 'paragraph' })
    if (piece === null) return
    this.#budget.take('paragraphs')
    if (this.#role === 'title') this.#title.push(piece)
    else this.#add(piece)
  }

  #endCell(): void {
    this.#budget.take('cells')
    this.#tables.at(-1)?.endCell(this.#cells.pop() ?? [])
  }

  #setBullet(bullet: boolean): void {
    if (this.#paragraph !== null) this.#paragraph.bullet = bullet
  }

  #addAll(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#add(piece)
  }

  #add(piece: Piece): void {
    this.#shape.characters += piece.text.length
    const target = this.#cells.at(-1) ?? this.#shape.content
    target.push(piece)
  }
}
