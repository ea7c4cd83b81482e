import type { Piece } from '../../document.ts'
import { altText, type Budget, type Cell, paragraphPiece, tablePieces } from '../word/pieces.ts'
import type { Attributes, XmlHandler } from '../word/xml.ts'

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
  text: string
  /** Undefined if it follows its shape. */
  bullet?: boolean
}

interface Table {
  rows: Cell[][]
  row: Cell[]
}

/** Elements of shapes, each with its own text. */
const shapes: ReadonlySet<string> = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp'])

/** Fields that PowerPoint fills in. */
const filledIn = /^(?:slidenum|datetime)/u

/** Reads a slide or its notes (ISO/IEC 29500-1, 19.3 and 21.1): the title first, then everything else in its order. */
export class SlideReader implements XmlHandler {
  readonly #budget: Budget
  readonly #diagram: (relationshipId: string) => readonly Piece[]
  readonly #title: Piece[] = []
  readonly #pieces: Piece[] = []
  readonly #tables: Table[] = []
  /** Pieces of the open table cells. */
  readonly #cells: Piece[][] = []
  /** Characters before each alternative, and whether one of its choices had text. */
  readonly #alternatives: { before: number; taken: boolean }[] = []
  #role: Role = 'text'
  #description: string | null = null
  #paragraph: Paragraph | null = null
  #inText = false
  #characters = 0

  /** @param diagram the texts of a diagram of the slide */
  constructor(budget: Budget, diagram: (relationshipId: string) => readonly Piece[]) {
    this.#budget = budget
    this.#diagram = diagram
  }

  /** The title's text in one line; null without one. */
  get title(): string | null {
    return this.#title.length === 0 ? null : this.#title.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')
  }

  /** Everything but the title. */
  get body(): readonly Piece[] {
    return this.#pieces
  }

  // oxlint-disable-next-line complexity -- one case per element
  open(name: string, attributes: Attributes): 'skip' | undefined {
    if (shapes.has(name)) {
      this.#role = 'text'
      this.#description = null
    }
    switch (name) {
      case 'p:cNvPr':
        this.#description = altText(attributes('p:descr'))
        if (attributes('p:hidden') === '1') this.#role = 'unread'
        break
      case 'p:ph':
        if (this.#role !== 'unread') this.#role = roles[attributes('p:type') ?? 'obj'] ?? 'list'
        break
      case 'a:p':
        this.#paragraph = { text: '' }
        break
      case 'a:buNone':
      case 'a:buChar':
      case 'a:buAutoNum':
        if (this.#paragraph !== null) this.#paragraph.bullet = name !== 'a:buNone'
        break
      case 'a:t':
        this.#inText = true
        break
      case 'a:br':
        this.#append('\n')
        break
      case 'a:fld':
        return filledIn.test(attributes('a:type') ?? '') ? 'skip' : undefined
      case 'a:tbl':
        this.#tables.push({ rows: [], row: [] })
        break
      case 'a:tc':
        this.#cells.push([])
        break
      case 'dgm:relIds':
        for (const piece of this.#diagram(attributes('r:dm') ?? '')) this.#add(piece)
        break
      case 'mc:AlternateContent':
        this.#alternatives.push({ before: this.#characters, taken: false })
        break
      case 'mc:Choice':
      case 'mc:Fallback':
        return this.#alternatives.at(-1)?.taken === true ? 'skip' : undefined
    }
    return undefined
  }

  close(name: string): void {
    if (shapes.has(name)) {
      const text = this.#role === 'unread' ? null : this.#description
      if (text !== null && name === 'p:pic') this.#add({ type: 'caption', text })
      this.#description = null
    }
    switch (name) {
      case 'a:t':
        this.#inText = false
        break
      case 'a:p':
        this.#endParagraph()
        break
      case 'a:tc':
        this.#budget.take('cells')
        this.#tables.at(-1)?.row.push(this.#cells.pop() ?? [])
        break
      case 'a:tr':
        this.#endRow()
        break
      case 'a:tbl':
        for (const piece of tablePieces(this.#tables.pop()?.rows ?? [])) this.#add(piece)
        break
      case 'mc:Choice': {
        const alternative = this.#alternatives.at(-1)
        if (alternative !== undefined) alternative.taken ||= this.#characters > alternative.before
        break
      }
      case 'mc:AlternateContent':
        this.#alternatives.pop()
    }
  }

  text(text: string): void {
    if (this.#inText) this.#append(text)
  }

  #append(text: string): void {
    if (this.#paragraph === null || this.#role === 'unread') return
    this.#budget.take('characters', text.length)
    this.#characters += text.length
    this.#paragraph.text += text
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph
    this.#paragraph = null
    if (paragraph === null) return
    const isItem = paragraph.bullet ?? (this.#role === 'list' && this.#cells.length === 0)
    const piece = paragraphPiece(paragraph.text, { type: isItem ? 'list-item' : 'paragraph' })
    if (piece === null) return
    this.#budget.take('paragraphs')
    if (this.#role === 'title') this.#title.push(piece)
    else this.#add(piece)
  }

  #endRow(): void {
    const table = this.#tables.at(-1)
    if (table === undefined || table.row.length === 0) return
    table.rows.push(table.row)
    table.row = []
  }

  #add(piece: Piece): void {
    const target = this.#cells.at(-1) ?? this.#pieces
    target.push(piece)
  }
}
