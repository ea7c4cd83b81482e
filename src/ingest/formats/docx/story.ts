import type { Piece } from '../../document.ts'
import { addRun } from '../../parsing/raised-text.ts'
import { LINE_BREAK } from '../verse.ts'
import { isHiddenField, plainSymbols, symbolText } from '../word/fields.ts'
import { OfficeMath } from '../word/office-math.ts'
import { addPiece, altText, TableReader } from '../word/pieces.ts'
import { type Actions, Alternatives, type Attributes, isOn, type Skip, type XmlHandler } from '../word/xml.ts'
import { Container, type Definitions, leftOut, Paragraph, Run } from './blocks.ts'

export interface References {
  /** Called for a cited footnote or endnote. */
  cite(kind: 'footnote' | 'endnote', id: string): void
  /** Returns the parts to insert after the block that cites them. */
  afterBlock(): readonly Piece[]
  /** Returns the parts of an embedded diagram or document. */
  embedded(kind: 'diagram' | 'chart' | 'chunk', relationshipId: string): readonly Piece[]
}

type State = 'text' | 'code' | 'paragraphProperties' | 'rowProperties' | 'runProperties' | 'controlProperties'

/** Elements that hold text, the code of a field, or properties. */
const states: Readonly<Record<string, State>> = {
  'w:t': 'text',
  'm:t': 'text',
  'a:t': 'text',
  'w:instrText': 'code',
  'w:pPr': 'paragraphProperties',
  'w:trPr': 'rowProperties',
  'w:rPr': 'runProperties',
  'w:sdtPr': 'controlProperties',
}

/** Elements that represent a character. */
const characterElements: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': LINE_BREAK,
  'w:cr': LINE_BREAK,
  'a:br': LINE_BREAK,
  'w:noBreakHyphen': '-',
}

/** Reads a story (the text, a note) from the XML of its part. */
export class StoryReader implements XmlHandler {
  readonly #definitions: Definitions
  readonly #references: References
  readonly #containers: Container[] = [new Container()]
  #characters = 0
  readonly #alternatives = new Alternatives()
  readonly #inside: Partial<Record<State, boolean>> = {}
  #run = new Run()
  readonly #formula = new OfficeMath()
  /** Open content controls; those that show a prompt or a table of contents are left out. */
  readonly #controls: boolean[] = []
  #controlLeftOut = false
  #description: string | null = null
  readonly #described = new Set<string>()

  readonly #starts: Actions = {
    'w:p': () => this.#beginParagraph(),
    'w:tbl': () => this.#beginTable(),
    'w:tc': () => this.#beginCell(),
    'w:gridSpan': (attributes) => this.#spanCell(Number(attributes('w:val'))),
    'w:sdt': () => {
      this.#controlLeftOut = false
    },
    'w:sdtContent': () => {
      this.#controls.push(this.#controlLeftOut)
      this.#controlLeftOut = false
    },
    'c:chart': (attributes) => this.#embed('chart', attributes('r:id')),
    'cx:chart': (attributes) => this.#embed('chart', attributes('r:id')),
    'w:vMerge': (attributes) => this.#leaveOutCell(attributes),
    'w:vmerge': (attributes) => this.#leaveOutCell(attributes),
    'w:hMerge': (attributes) => this.#leaveOutCell(attributes),
    'w:cellDel': (attributes) => this.#leaveOutCell(attributes),
    'w:txbxContent': () => this.#beginContainer(),
    'w:footnote': () => this.#beginContainer(),
    'w:endnote': () => this.#beginContainer(),
    'aml:annotation': (attributes) =>
      /\.(?:Deletion|Comment)$/u.test(attributes('w:type') ?? '') ? 'skip' : undefined,
    'w:r': () => this.#beginRun(),
    'w:fldSimple': (attributes) => (isHiddenField(attributes('w:instr') ?? '') ? 'skip' : undefined),
    'w:sym': (attributes) =>
      this.#append(symbolText(attributes('w:font') ?? '', Number.parseInt(attributes('w:char') ?? '', 16) || 0)),
    'w:fldChar': (attributes) => this.#markField(attributes('w:fldCharType')),
    'w:footnoteReference': (attributes) => this.#cite('footnote', attributes),
    'w:endnoteReference': (attributes) => this.#cite('endnote', attributes),
    'dgm:relIds': (attributes) => this.#embed('diagram', attributes('r:dm')),
    'w:altChunk': (attributes) => this.#embed('chunk', attributes('r:id')),
    'wp:docPr': (attributes) => this.#beginPicture(altText(attributes('wp:descr'))),
    'adec:decorative': (attributes) => (attributes('adec:val') === '0' ? undefined : this.#beginPicture(null)),
    'v:shape': (attributes) => this.#describe(altText(attributes('v:alt'))),
    'v:rect': (attributes) => this.#describe(altText(attributes('v:alt'))),
  }

  readonly #ends: Readonly<Record<string, () => void>> = {
    'w:r': () => this.#beginRun(),
    'w:sdtContent': () => void this.#controls.pop(),
    'w:p': () => this.#endParagraph(),
    'a:p': () => this.#append('\n'),
    'wp:docPr': () => this.#describe(this.#description),
    'w:tc': () => this.#endCell(),
    'w:tr': () => this.#container.tables.at(-1)?.endRow(),
    'w:tbl': () => this.#endTable(),
    'w:txbxContent': () => this.#endContainer(),
    'w:footnote': () => this.#endContainer(),
    'w:endnote': () => this.#endContainer(),
  }

  constructor(definitions: Definitions, references: References) {
    this.#definitions = definitions
    this.#references = references
  }

  finish(): Piece[] {
    while (this.#containers.length > 1) this.#endContainer()
    this.#endOpen()
    this.#container.pieces.push(...this.#references.afterBlock())
    return this.#container.pieces
  }

  get #container(): Container {
    const last = this.#containers.at(-1)
    if (last === undefined) throw new Error('A story has a container.')
    return last
  }

  get #paragraph(): Paragraph | undefined {
    return this.#container.paragraphs.at(-1)
  }

  open(name: string, attributes: Attributes): Skip {
    if (this.#inside.paragraphProperties || this.#inside.rowProperties) return this.#openInProperties(name, attributes)
    if (this.#inside.runProperties) return this.#openInRunProperties(name, attributes)
    if (this.#inside.controlProperties) return this.#openInControl(name, attributes)
    if (leftOut.has(name)) {
      if (/^w:(?:del|moveFrom)$/u.test(name) && this.#paragraph !== undefined) this.#paragraph.losesText = true
      return 'skip'
    }
    if (name.startsWith('m:')) this.#formula.open(name, attributes)
    const [state, character] = [states[name], characterElements[name]]
    if (state !== undefined) this.#inside[state] = true
    else if (character !== undefined) this.#append(character)
    else if (!name.startsWith('m:'))
      return this.#starts[name]?.(attributes) ?? this.#alternatives.open(name, this.#characters)
  }

  #openInProperties(name: string, attributes: Attributes): Skip {
    const paragraph = this.#paragraph
    const table = this.#container.tables.at(-1)
    const value = attributes('w:val')
    if (name === 'aml:annotation') {
      if (paragraph !== undefined && attributes('w:type')?.endsWith('.Deletion') === true) paragraph.endDeleted = true
      return 'skip'
    }
    if (this.#inside.rowProperties) {
      if (name === 'w:del' && table !== undefined) table.rowDeleted = true
      else if (name === 'w:gridBefore') table?.leaveColumns(Number(value))
    } else if (paragraph === undefined || leftOut.has(name)) {
      if (/^w:(?:del|moveFrom)$/u.test(name) && paragraph !== undefined) paragraph.endDeleted = true
      return 'skip'
    } else if (name === 'w:pStyle') paragraph.styleId = value ?? null
    else if (name === 'w:framePr') paragraph.dropCap = /^(?:drop|margin)$/u.test(attributes('w:dropCap') ?? '')
    else if (name === 'w:outlineLvl') paragraph.own.outlineLevel = Number(value)
    else if (name === 'w:numId' || name === 'w:ilfo') paragraph.own.numberingId = value ?? '0'
    else if (name === 'w:ilvl') paragraph.own.listLevel = Number(value)
  }

  #openInRunProperties(name: string, attributes: Attributes): Skip {
    if (leftOut.has(name) || name === 'aml:annotation') return 'skip'
    this.#run.property(name, attributes)
  }

  #openInControl(name: string, attributes: Attributes): Skip {
    if (name === 'w:showingPlcHdr') this.#controlLeftOut ||= isOn(attributes)
    else if (name === 'w:docPartGallery') this.#controlLeftOut ||= attributes('w:val') === 'Table of Contents'
    else if (!/^w:docPart(?:Obj|List)$/u.test(name)) return 'skip'
  }

  #spanCell(columns: number): void {
    const table = this.#containers.at(-2)?.tables.at(-1)
    if (table !== undefined) table.cellSpan = columns
  }

  #beginRun(): void {
    this.#run = new Run()
  }

  /** Cites a note. The rest of the run may be the author's own mark, which is left out. */
  #cite(kind: 'footnote' | 'endnote', attributes: Attributes): void {
    this.#references.cite(kind, attributes('w:id') ?? '')
    if (isOn(() => attributes('w:customMarkFollows') ?? 'off')) this.#run.property('w:vanish', () => undefined)
  }

  #beginPicture(description: string | null): void {
    this.#description = description
  }

  #beginParagraph(): void {
    this.#container.paragraphs.push(new Paragraph(this.#container.held))
    this.#container.held = []
  }

  #beginTable(): void {
    this.#flushText()
    this.#container.tables.push(new TableReader())
  }

  #beginContainer(): void {
    this.#containers.push(new Container())
  }

  #beginCell(): void {
    const table = this.#container.tables.at(-1)
    if (table !== undefined) table.cellContinues = false
    this.#beginContainer()
  }

  #leaveOutCell(attributes: Attributes): void {
    const table = this.#containers.at(-2)?.tables.at(-1)
    if (table !== undefined && attributes('w:val') !== 'restart') table.cellContinues = true
  }

  close(name: string): void {
    const state = states[name]
    if (state !== undefined) this.#inside[state] = false
    if (name.startsWith('m:') && this.#formula.isOpen) this.#append(this.#formula.close(), true)
    else if (state !== undefined) return
    else this.#ends[name]?.()
    this.#alternatives.close(name, this.#characters)
  }

  text(text: string): void {
    if (this.#inside.code) this.#container.fields.code(text)
    else if (this.#inside.text) this.#addText(plainSymbols(text, this.#run.font))
  }

  #addText(text: string): void {
    if (this.#formula.isOpen) this.#formula.text(text)
    else this.#append(text)
  }

  /** Whether the open run is hidden or bold, by itself, its style or its paragraph's style. */
  #is(format: 'hidden' | 'bold' | 'struck'): boolean {
    const { styles } = this.#definitions
    return this.#run.is(format, styles, this.#paragraph?.styleId ?? styles.defaultParagraph)
  }

  #append(text: string, isFormula = false): void {
    const paragraph = this.#paragraph
    const container = this.#container
    if (text === '' || this.#inside.paragraphProperties || this.#inside.runProperties) return
    if (this.#is('hidden') || this.#is('struck') || this.#controls.includes(true)) return
    if (container.fields.inCode) {
      container.fields.code(text)
      return
    }
    if (container.fields.inIndex && this.#isHeading()) container.fields.endIndex()
    if (container.fields.inIndex) return
    this.#characters += text.length
    this.#definitions.budget.take('characters', text.length)
    const runs = paragraph?.runs ?? container.held
    const { styles } = this.#definitions
    const size = this.#run.size(styles, paragraph?.styleId ?? styles.defaultParagraph)
    addRun(runs, text, this.#run.position(styles, size < (paragraph?.size ?? 0)), isFormula)
    if (paragraph === undefined) return
    paragraph.size = Math.max(paragraph.size, size)
    if (paragraph.strong !== false && text.trim() !== '') paragraph.strong = this.#is('bold')
  }

  #isHeading(): boolean {
    return (this.#definitions.styles.style(this.#paragraph?.styleId ?? null).outlineLevel ?? 9) < 9
  }

  #markField(kind: string | undefined): void {
    const { fields } = this.#container
    if (kind === 'begin') fields.begin()
    else if (kind === 'separate') fields.separate()
    else if (kind === 'end') {
      const shown = fields.end()
      // LibreOffice sometimes writes the whole text after a table of contents into its control.
      if (shown === null) this.#controls.fill(false)
      else this.#append(shown)
    }
  }

  #embed(kind: 'diagram' | 'chart' | 'chunk', relationshipId: string | undefined): void {
    if (relationshipId === undefined) return
    const pieces = this.#references.embedded(kind, relationshipId)
    this.#characters += pieces.reduce((sum, piece) => sum + piece.text.length, 0)
    this.#addBeside(pieces)
  }

  /** Adds the alt text of a picture; a picture that recurs, such as a logo, is described once. */
  #describe(text: string | null): void {
    if (text === null || this.#described.has(text) || this.#is('hidden')) return
    this.#described.add(text)
    this.#characters += text.length
    this.#definitions.budget.take('characters', text.length)
    this.#addBeside([{ type: 'caption', text }])
  }

  /** Adds pieces after the open paragraph. */
  #addBeside(pieces: readonly Piece[]): void {
    const paragraph = this.#paragraph
    if (paragraph === undefined) this.#container.pieces.push(...pieces)
    else paragraph.beside.push(...pieces)
  }

  #add(piece: Piece | null): void {
    if (piece === null) return
    this.#definitions.budget.take('paragraphs')
    addPiece(this.#container.pieces, piece)
  }

  /** Adds the text before a table: of the paragraph around it, else the text held back for the next one. */
  #flushText(): void {
    const paragraph = this.#paragraph
    if (paragraph === undefined) return this.#flushHeld()
    this.#add(paragraph.toPiece(this.#definitions))
    paragraph.runs.length = 0
  }

  #endParagraph(): void {
    const container = this.#container
    const paragraph = container.paragraphs.pop()
    this.#inside.paragraphProperties = false
    container.fields.endParagraph()
    if (paragraph === undefined) return
    const isGone = paragraph.losesText && paragraph.isEmpty
    if (paragraph.endDeleted || paragraph.dropCap || isGone) container.hold(paragraph.runs)
    else this.#add(paragraph.toPiece(this.#definitions))
    container.pieces.push(...paragraph.beside)
    this.#endBlock()
  }

  #endBlock(): void {
    const container = this.#container
    if (this.#containers.length > 1 || container.paragraphs.length > 0 || container.tables.length > 0) return
    container.pieces.push(...this.#references.afterBlock())
  }

  /** Ends everything that is open in a container; text held back by a deleted end becomes a paragraph. */
  #endOpen(): void {
    while (this.#container.paragraphs.length > 0) this.#endParagraph()
    while (this.#container.tables.length > 0) this.#endTable()
    this.#flushHeld()
  }

  /** Adds text that was held back for a paragraph that doesn't follow. */
  #flushHeld(): void {
    this.#add(new Paragraph(this.#container.held).toPiece(this.#definitions))
    this.#container.held = []
  }

  #takeContainer(): Piece[] {
    this.#endOpen()
    return this.#containers.pop()?.pieces ?? []
  }

  #endContainer(): void {
    if (this.#containers.length > 1) this.#addBeside(this.#takeContainer())
  }

  #endCell(): void {
    if (this.#containers.length < 2) return
    const pieces = this.#takeContainer()
    this.#definitions.budget.take('cells')
    this.#container.tables.at(-1)?.endCell(pieces)
  }

  #endTable(): void {
    const table = this.#container.tables.pop()
    if (table === undefined) return
    this.#container.pieces.push(...table.pieces())
    this.#endBlock()
  }
}
