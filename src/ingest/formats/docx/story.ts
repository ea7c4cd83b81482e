import type { Piece } from '../../document.ts'
import { plainSymbols, symbolText } from '../word/fields.ts'
import { addPiece, altText, TableReader } from '../word/pieces.ts'
import { type Actions, Alternatives, type Attributes, type Skip, type XmlHandler } from '../word/xml.ts'
import { Container, type Definitions, Formula, leftOut, Paragraph, Run } from './blocks.ts'

export interface References {
  /** Called for a cited footnote or endnote. */
  cite(kind: 'footnote' | 'endnote', id: string): void
  /** Returns the parts to insert after the block that cites them. */
  afterBlock(): readonly Piece[]
  /** Returns the parts of an embedded diagram or document. */
  embedded(kind: 'diagram' | 'chunk', relationshipId: string): readonly Piece[]
}

type State = 'text' | 'code' | 'paragraphProperties' | 'rowProperties' | 'runProperties'

/** Elements that hold text, the code of a field, or properties. */
const states: Readonly<Record<string, State>> = {
  'w:t': 'text',
  'm:t': 'text',
  'a:t': 'text',
  'w:instrText': 'code',
  'w:pPr': 'paragraphProperties',
  'w:trPr': 'rowProperties',
  'w:rPr': 'runProperties',
}

/** Elements that represent a character. */
const characterElements: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'a:br': '\n',
  'w:noBreakHyphen': '-',
}

/** Reads a story (the text, a note) from the XML of its part. */
export class StoryReader implements XmlHandler {
  private readonly definitions: Definitions
  private readonly references: References
  private readonly containers: Container[] = [new Container()]
  private characters = 0
  private readonly alternatives = new Alternatives()
  private readonly inside: Partial<Record<State, boolean>> = {}
  private run = new Run()
  private readonly formula = new Formula()
  private description: string | null = null
  private readonly described = new Set<string>()

  private readonly starts: Actions = {
    'w:p': () => this.beginParagraph(),
    'w:tbl': () => this.beginTable(),
    'w:tc': () => this.beginCell(),
    'w:vMerge': (attributes) => this.leaveOutCell(attributes),
    'w:vmerge': (attributes) => this.leaveOutCell(attributes),
    'w:hMerge': (attributes) => this.leaveOutCell(attributes),
    'w:cellDel': (attributes) => this.leaveOutCell(attributes),
    'w:txbxContent': () => this.beginContainer(),
    'w:footnote': () => this.beginContainer(),
    'w:endnote': () => this.beginContainer(),
    'aml:annotation': (attributes) =>
      /\.(?:Deletion|Comment)$/u.test(attributes('w:type') ?? '') ? 'skip' : undefined,
    'w:r': () => this.beginRun(),
    'w:sym': (attributes) =>
      this.append(symbolText(attributes('w:font') ?? '', Number.parseInt(attributes('w:char') ?? '', 16) || 0)),
    'w:fldChar': (attributes) => this.markField(attributes('w:fldCharType')),
    'w:footnoteReference': (attributes) => this.references.cite('footnote', attributes('w:id') ?? ''),
    'w:endnoteReference': (attributes) => this.references.cite('endnote', attributes('w:id') ?? ''),
    'dgm:relIds': (attributes) => this.embed('diagram', attributes('r:dm')),
    'w:altChunk': (attributes) => this.embed('chunk', attributes('r:id')),
    'wp:docPr': (attributes) => this.beginPicture(altText(attributes('wp:descr'))),
    'adec:decorative': (attributes) => (attributes('adec:val') === '0' ? undefined : this.beginPicture(null)),
    'v:shape': (attributes) => this.describe(altText(attributes('v:alt'))),
    'v:rect': (attributes) => this.describe(altText(attributes('v:alt'))),
  }

  private readonly ends: Readonly<Record<string, () => void>> = {
    'w:r': () => this.beginRun(),
    'w:p': () => this.endParagraph(),
    'a:p': () => this.append('\n'),
    'wp:docPr': () => this.describe(this.description),
    'w:tc': () => this.endCell(),
    'w:tr': () => this.container.tables.at(-1)?.endRow(),
    'w:tbl': () => this.endTable(),
    'w:txbxContent': () => this.endContainer(),
    'w:footnote': () => this.endContainer(),
    'w:endnote': () => this.endContainer(),
  }

  constructor(definitions: Definitions, references: References) {
    this.definitions = definitions
    this.references = references
  }

  finish(): Piece[] {
    while (this.containers.length > 1) this.endContainer()
    this.endOpen()
    this.container.pieces.push(...this.references.afterBlock())
    return this.container.pieces
  }

  private get container(): Container {
    const last = this.containers.at(-1)
    if (last === undefined) throw new Error('A story has a container.')
    return last
  }

  private get paragraph(): Paragraph | undefined {
    return this.container.paragraphs.at(-1)
  }

  open(name: string, attributes: Attributes): Skip {
    if (this.inside.paragraphProperties || this.inside.rowProperties) return this.openInProperties(name, attributes)
    if (this.inside.runProperties) return this.openInRunProperties(name, attributes)
    if (leftOut.has(name)) return 'skip'
    const [state, character] = [states[name], characterElements[name]]
    if (state !== undefined) this.inside[state] = true
    else if (character !== undefined) this.append(character)
    else if (name.startsWith('m:')) this.formula.open(name, attributes)
    else return this.starts[name]?.(attributes) ?? this.alternatives.open(name, this.characters)
  }

  private openInProperties(name: string, attributes: Attributes): Skip {
    const { paragraph } = this
    const table = this.container.tables.at(-1)
    const value = attributes('w:val')
    if (name === 'aml:annotation') {
      if (paragraph !== undefined && attributes('w:type')?.endsWith('.Deletion') === true) paragraph.endDeleted = true
      return 'skip'
    }
    if (this.inside.rowProperties) {
      if (name === 'w:del' && table !== undefined) table.rowDeleted = true
    } else if (paragraph === undefined || leftOut.has(name)) {
      if (name === 'w:del' && paragraph !== undefined) paragraph.endDeleted = true
      return 'skip'
    } else if (name === 'w:pStyle') paragraph.styleId = value ?? null
    else if (name === 'w:framePr') paragraph.dropCap = /^(?:drop|margin)$/u.test(attributes('w:dropCap') ?? '')
    else if (name === 'w:outlineLvl') paragraph.own.outlineLevel = Number(value)
    else if (name === 'w:numId' || name === 'w:ilfo') paragraph.own.numberingId = value ?? '0'
    else if (name === 'w:ilvl') paragraph.own.listLevel = Number(value)
  }

  private openInRunProperties(name: string, attributes: Attributes): Skip {
    if (leftOut.has(name) || name === 'aml:annotation') return 'skip'
    this.run.property(name, attributes)
  }

  private beginRun(): void {
    this.run = new Run()
  }

  private beginPicture(description: string | null): void {
    this.description = description
  }

  private beginParagraph(): void {
    this.container.paragraphs.push(new Paragraph(this.container.held))
    this.container.held = ''
  }

  private beginTable(): void {
    this.flushText()
    this.container.tables.push(new TableReader())
  }

  private beginContainer(): void {
    this.containers.push(new Container())
  }

  private beginCell(): void {
    const table = this.container.tables.at(-1)
    if (table !== undefined) table.cellContinues = false
    this.beginContainer()
  }

  private leaveOutCell(attributes: Attributes): void {
    const table = this.containers.at(-2)?.tables.at(-1)
    if (table !== undefined && attributes('w:val') !== 'restart') table.cellContinues = true
  }

  close(name: string): void {
    const state = states[name]
    if (state !== undefined) this.inside[state] = false
    else if (name.startsWith('m:')) this.append(this.formula.close(name))
    else this.ends[name]?.()
    this.alternatives.close(name, this.characters)
  }

  text(text: string): void {
    if (this.inside.code) this.container.fields.code(text)
    else if (this.inside.text) this.append(this.formula.take() + plainSymbols(text, this.run.font))
  }

  /** Whether the open run is hidden or bold, by itself, its style or its paragraph's style. */
  private is(format: 'hidden' | 'bold'): boolean {
    const { styles } = this.definitions
    return this.run.is(format, styles, this.paragraph?.styleId ?? styles.defaultParagraph)
  }

  private append(text: string): void {
    const { paragraph, container } = this
    if (text === '' || this.inside.paragraphProperties || this.inside.runProperties) return
    if (this.is('hidden')) return
    if (container.fields.inCode) {
      container.fields.code(text)
      return
    }
    this.characters += text.length
    this.definitions.budget.take('characters', text.length)
    if (paragraph === undefined) {
      container.held += text
      return
    }
    paragraph.text += text
    if (paragraph.strong !== false && text.trim() !== '') paragraph.strong = this.is('bold')
  }

  private markField(kind: string | undefined): void {
    const { fields } = this.container
    if (kind === 'begin') fields.begin()
    else if (kind === 'separate') fields.separate()
    else if (kind === 'end') this.append(fields.end())
  }

  private embed(kind: 'diagram' | 'chunk', relationshipId: string | undefined): void {
    if (relationshipId === undefined) return
    const pieces = this.references.embedded(kind, relationshipId)
    this.characters += pieces.reduce((sum, piece) => sum + piece.text.length, 0)
    this.addBeside(pieces)
  }

  /** Adds the alt text of a picture; a picture that recurs, such as a logo, is described once. */
  private describe(text: string | null): void {
    if (text === null || this.described.has(text) || this.is('hidden')) return
    this.described.add(text)
    this.characters += text.length
    this.definitions.budget.take('characters', text.length)
    this.addBeside([{ type: 'caption', text }])
  }

  /** Adds pieces after the open paragraph. */
  private addBeside(pieces: readonly Piece[]): void {
    const { paragraph } = this
    if (paragraph === undefined) this.container.pieces.push(...pieces)
    else paragraph.beside.push(...pieces)
  }

  private add(piece: Piece | null): void {
    if (piece === null) return
    this.definitions.budget.take('paragraphs')
    addPiece(this.container.pieces, piece)
  }

  /** Adds the text before a table: of the paragraph around it, else the text held back for the next one. */
  private flushText(): void {
    const { paragraph } = this
    if (paragraph === undefined) return this.flushHeld()
    this.add(paragraph.toPiece(this.definitions))
    paragraph.text = ''
  }

  private endParagraph(): void {
    const { container } = this
    const paragraph = container.paragraphs.pop()
    this.inside.paragraphProperties = false
    container.fields.endParagraph()
    if (paragraph === undefined) return
    if (paragraph.endDeleted || paragraph.dropCap) container.held += paragraph.text
    else this.add(paragraph.toPiece(this.definitions))
    container.pieces.push(...paragraph.beside)
    this.endBlock()
  }

  private endBlock(): void {
    const { container } = this
    if (this.containers.length > 1 || container.paragraphs.length > 0 || container.tables.length > 0) return
    container.pieces.push(...this.references.afterBlock())
  }

  /** Ends everything that is open in a container; text held back by a deleted end becomes a paragraph. */
  private endOpen(): void {
    while (this.container.paragraphs.length > 0) this.endParagraph()
    while (this.container.tables.length > 0) this.endTable()
    this.flushHeld()
  }

  /** Adds text that was held back for a paragraph that doesn't follow. */
  private flushHeld(): void {
    this.add(new Paragraph(this.container.held).toPiece(this.definitions))
    this.container.held = ''
  }

  private takeContainer(): Piece[] {
    this.endOpen()
    return this.containers.pop()?.pieces ?? []
  }

  private endContainer(): void {
    if (this.containers.length > 1) this.addBeside(this.takeContainer())
  }

  private endCell(): void {
    if (this.containers.length < 2) return
    const pieces = this.takeContainer()
    this.definitions.budget.take('cells')
    this.container.tables.at(-1)?.endCell(pieces)
  }

  private endTable(): void {
    const table = this.container.tables.pop()
    if (table === undefined) return
    this.container.pieces.push(...table.pieces())
    this.endBlock()
  }
}
