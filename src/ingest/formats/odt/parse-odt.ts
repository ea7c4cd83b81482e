import type { Piece } from '../../document.ts'
import { formatNumber, MAX_MARKER_CHARACTERS } from '../list-markers.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged, encrypted } from '../refusals.ts'
import { plainSymbols } from '../word/fields.ts'
import {
  addPiece,
  altText,
  Budget,
  outlineOfName,
  type ParagraphRole,
  paragraphPiece,
  roleOfName,
  TableReader,
} from '../word/pieces.ts'
import { readProperties, wordDocument } from '../word/word-document.ts'
import {
  type Actions,
  type Attributes,
  eachElement,
  readInside,
  readXml,
  type Skip,
  type XmlHandler,
} from '../word/xml.ts'
import { openArchive } from '../zip/open-archive.ts'

/** The formatting of a style that affects what is read. */
interface Style {
  parent: string | undefined
  hidden?: boolean
  bold?: boolean
  font?: string
  /** Of headings; 0 for text. */
  outline?: number
}

/** How a level of a list writes its numbers. */
interface ListLevel {
  format: string
  prefix: string
  suffix: string
  start: number
}

/** Longer chains of styles are hostile. */
const MAX_PARENTS = 20

/** The styles of a document, named and automatic (OpenDocument 1.3, part 3, section 16). */
class Styles {
  /** Declared by the default style. */
  language: string | null = null
  private readonly styles = new Map<string, Style>()
  private readonly lists = new Map<string, ListLevel[]>()

  read(bytes: Uint8Array): void {
    let open: Style | null = null
    let list: ListLevel[] = []
    readXml(bytes, {
      open: (name, attributes) => {
        if (name === 'office:body') return 'skip'
        if (name === 'style:style') open = this.add(attributes)
        else if (name === 'text:list-style') this.lists.set(attributes('style:name') ?? '', (list = []))
        else if (name === 'text:list-level-style-number') list[Number(attributes('text:level'))] = listLevel(attributes)
        else if (name === 'style:text-properties' && open !== null) format(open, attributes)
        else if (name === 'style:text-properties') this.language ??= attributes('fo:language') ?? null
      },
      close: (name) => {
        if (name === 'style:style') open = null
      },
    })
  }

  /** The numbers at a level of a list, from 1; undefined where it has bullets. */
  listLevel(style: string | undefined, level: number): ListLevel | undefined {
    return this.lists.get(style ?? '')?.[level]
  }

  /** The role of a paragraph style; null for body text. */
  role(name: string | undefined): ParagraphRole | null {
    for (const id of this.chain(name)) {
      // Names are encoded: "Preformatted_20_Text".
      const decoded = id.replaceAll('_20_', ' ')
      const named = outlineOfName(decoded)
      const outline = this.styles.get(id)?.outline ?? (named === undefined ? undefined : named + 1)
      const role = outline === undefined ? roleOfName(decoded) : outlineRole(outline)
      if (role !== null || outline === 0) return role
    }
    return null
  }

  /** A property of the first of some styles that specifies it, itself or by its parents. */
  property<Key extends 'hidden' | 'bold' | 'font'>(names: readonly (string | undefined)[], key: Key): Style[Key] {
    for (const id of names.flatMap((name) => this.chain(name))) {
      const value = this.styles.get(id)?.[key]
      if (value !== undefined) return value
    }
    return undefined
  }

  private add(attributes: Attributes): Style {
    const style: Style = { parent: attributes('style:parent-style-name') }
    const outline = attributes('style:default-outline-level')
    if (outline !== undefined) style.outline = Number(outline) || 0
    this.styles.set(attributes('style:name') ?? '', style)
    return style
  }

  private chain(name: string | undefined): string[] {
    const chain: string[] = []
    for (let id = name; id !== undefined && chain.length < MAX_PARENTS; id = this.styles.get(id)?.parent) chain.push(id)
    return chain
  }
}

const listLevel = (attributes: Attributes): ListLevel => ({
  format: attributes('style:num-format') ?? '',
  prefix: attributes('style:num-prefix') ?? '',
  suffix: attributes('style:num-suffix') ?? '',
  start: Number(attributes('text:start-value') ?? 1) || 0,
})

const outlineRole = (level: number): ParagraphRole | null => (level < 1 ? null : { type: 'heading', level })

function format(style: Style, attributes: Attributes): void {
  const display = attributes('text:display')
  if (display !== undefined) style.hidden = display === 'none'
  const weight = attributes('fo:font-weight')
  if (weight !== undefined) style.bold = weight === 'bold' || Number(weight) >= 600
  const font = attributes('style:font-name')
  // Font faces of one family are numbered: "Symbol1".
  if (font !== undefined) style.font = font.replace(/\d+$/u, '')
}

interface Paragraph {
  text: string
  role: ParagraphRole
  styleName: string | undefined
  /** All of its text so far is bold; null without text. */
  strong: boolean | null
  /** Notes, text boxes and picture descriptions, which come after it. */
  beside: Piece[]
}

/** A sequence of paragraphs: the text itself, a cell, a note, a text box. */
interface Flow {
  pieces: Piece[]
  paragraphs: Paragraph[]
  tables: TableReader[]
  /** A list item has begun; its first paragraph has the bullet. */
  inNewItem: boolean
  /** The open lists, outermost first. */
  lists: { style: string | undefined; next: number }[]
  marker: string | undefined
}

/** Elements that the printed page doesn't show in this place. */
const leftOut: ReadonlySet<string> = new Set(
  `office:annotation office:forms text:tracked-changes text:note-citation text:ruby-text text:hidden-text
  text:hidden-paragraph text:table-of-content-source text:alphabetical-index-source text:bibliography-source
  svg:title`.split(/\s+/u),
)

/** Elements with separate paragraphs. */
const flows: ReadonlySet<string> = new Set(['draw:text-box', 'text:note-body', 'table:table-cell'])

const MAX_SPACES = 1000

const newFlow = (): Flow => ({ pieces: [], paragraphs: [], tables: [], inNewItem: false, lists: [], marker: undefined })

/** Reads the body of an OpenDocument text (OpenDocument 1.3, part 3, chapters 4 to 10). */
class BodyReader implements XmlHandler {
  readonly #styles: Styles
  readonly #budget: Budget
  readonly #endnotes: Piece[] = []
  /** The next numbers of closed lists, by style and level, for lists that continue them. */
  readonly #continued = new Map<string, number>()
  readonly #flows: Flow[] = [newFlow()]
  readonly #spans: (string | undefined)[] = []
  #noteClass = ''
  #description: string | null = null

  readonly #starts: Actions = {
    'text:p': (attributes) => this.#openParagraph(null, attributes),
    'text:h': (attributes) =>
      this.#openParagraph({ type: 'heading', level: Number(attributes('text:outline-level') ?? 1) || 1 }, attributes),
    'text:list': (attributes) => this.#openList(attributes),
    'text:list-item': (attributes) => this.#openItem(attributes),
    'text:section': (attributes) => (attributes('text:display') === 'none' ? 'skip' : undefined),
    'text:span': (attributes) => void this.#spans.push(attributes('text:style-name')),
    'text:s': (attributes) =>
      this.#append(' '.repeat(Math.min(MAX_SPACES, Math.max(1, Number(attributes('text:c') ?? 1) || 1)))),
    'text:tab': () => this.#append('\t'),
    'text:line-break': () => this.#append('\n'),
    'text:note': (attributes) => {
      this.#noteClass = attributes('text:note-class') ?? ''
    },
    'table:table': () => void this.#flow.tables.push(new TableReader()),
    'table:covered-table-cell': () => this.#coverCell(),
    'svg:desc': () => {
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
  }

  constructor(styles: Styles, budget: Budget) {
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
    if (flows.has(name)) this.#flows.push(newFlow())
    else return this.#starts[name]?.(attributes)
  }

  close(name: string): void {
    if (!flows.has(name)) this.#ends[name]?.()
    else if (this.#flows.length > 1) this.#closeFlow(name)
  }

  text(text: string): void {
    if (this.#description === null) this.#append(text.replaceAll(/\s+/gu, ' '))
    else this.#description += text
  }

  #openList(attributes: Attributes): void {
    const { lists } = this.#flow
    const style = attributes('text:style-name') ?? lists.at(-1)?.style
    const start = this.#styles.listLevel(style, lists.length + 1)?.start ?? 1
    const last = this.#continued.get(`${lists.length + 1} ${style}`)
    lists.push({ style, next: attributes('text:continue-numbering') === 'true' ? (last ?? start) : start })
  }

  #openItem(attributes: Attributes): void {
    const flow = this.#flow
    flow.inNewItem = true
    const list = flow.lists.at(-1)
    flow.marker = undefined
    if (list === undefined) return
    const number = Number(attributes('text:start-value') ?? list.next) || 0
    list.next = number + 1
    this.#continued.set(`${flow.lists.length} ${list.style}`, list.next)
    const level = this.#styles.listLevel(list.style, flow.lists.length)
    if (level === undefined || level.format === '') return
    const marker = `${level.prefix}${formatNumber(number, level.format)}${level.suffix}`.trim()
    if (marker.length <= MAX_MARKER_CHARACTERS) flow.marker = marker
  }

  #openParagraph(heading: ParagraphRole | null, attributes: Attributes): void {
    const styleName = attributes('text:style-name')
    const flow = this.#flow
    const plain: ParagraphRole = flow.inNewItem ? { type: 'list-item', marker: flow.marker } : { type: 'paragraph' }
    const role = heading ?? this.#styles.role(styleName) ?? plain
    flow.inNewItem = false
    flow.paragraphs.push({ text: '', role, styleName, strong: null, beside: [] })
  }

  #append(text: string): void {
    const paragraph = this.#flow.paragraphs.at(-1)
    if (paragraph === undefined) return
    const names = this.#spans.toReversed().concat(paragraph.styleName)
    if (this.#styles.property(names, 'hidden') === true) return
    this.#budget.take('characters', text.length)
    paragraph.text += plainSymbols(text, this.#styles.property(names, 'font') ?? '')
    if (paragraph.strong === false || text.trim() === '') return
    paragraph.strong = this.#styles.property(names, 'bold') ?? false
  }

  #closeParagraph(): void {
    const paragraph = this.#flow.paragraphs.pop()
    if (paragraph === undefined) return
    const piece = paragraphPiece(paragraph.text, { ...paragraph.role, strong: paragraph.strong === true })
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

  #describe(): void {
    const text = altText(this.#description ?? undefined)
    this.#description = null
    if (text === null) return
    this.#budget.take('characters', text.length)
    this.#addBeside([{ type: 'caption', text }])
  }

  #coverCell(): Skip {
    this.#flow.tables.at(-1)?.endCell(null)
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

/**
 * Reads an OpenDocument text (.odt, .ott; ISO/IEC 26300): headings, lists and tables, footnotes and text boxes after
 * their paragraph, endnotes after the text. Deleted and hidden text, comments, headers and footers are left out.
 *
 * @throws AppError source_damaged, source_encrypted, source_too_complex
 */
export async function parseOdt(bytes: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(bytes)
  const part = (name: string): Uint8Array | null => (archive.has(name) ? archive.read(name) : null)
  eachElement(part('META-INF/manifest.xml'), 'manifest:encryption-data', () => {
    throw encrypted('document')
  })
  const content = part('content.xml')
  if (content === null) throw damaged('document')
  const styles = new Styles()
  for (const source of [part('styles.xml'), content]) if (source !== null) styles.read(source)
  const reader = new BodyReader(styles, new Budget())
  if (!readInside(content, 'office:text', reader)) throw damaged('document')
  const properties = readProperties(part('meta.xml'))
  const broken = archive.broken.has('content.xml')
  return wordDocument(reader.finish(), properties, styles.language, { readAs: 'OpenDocument text', broken })
}
