import type { Piece } from '../../document.ts'
import { plainSymbols, symbolText } from '../word/fields.ts'
import { addPiece, altText, tablePieces } from '../word/pieces.ts'
import type { Attributes, XmlHandler } from '../word/xml.ts'
import {
  type Container,
  type Definitions,
  Formula,
  leftOut,
  newContainer,
  Paragraph,
  Run,
  TableReader,
} from './blocks.ts'

/** Content that a story refers to. */
export interface References {
  /** Called for a cited footnote or endnote. */
  cite(kind: 'footnote' | 'endnote', id: string): void
  /** Returns the parts to insert after the block that cites them. */
  afterBlock(): readonly Piece[]
  /** Returns the parts of an embedded diagram or document. */
  embedded(kind: 'diagram' | 'chunk', relationshipId: string): readonly Piece[]
}

/** Elements that hold text, the code of a field, or properties. */
const containers: Readonly<
  Record<string, 'text' | 'code' | 'paragraphProperties' | 'rowProperties' | 'runProperties'>
> = {
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
  private readonly containers: Container[] = [newContainer()]
  private characters = 0
  /** Open sets of alternative content: number of characters read before, and whether an alternative was read. */
  private readonly alternatives: { before: number; taken: boolean }[] = []
  private readonly inside = {
    text: false,
    code: false,
    paragraphProperties: false,
    rowProperties: false,
    runProperties: false,
  }
  private run = new Run()
  private readonly formula = new Formula()
  /** Description of the open picture. */
  private description: string | null = null
  private readonly described = new Set<string>()

  constructor(definitions: Definitions, references: References) {
    this.definitions = definitions
    this.references = references
  }

  /** Returns everything that was read. */
  finish(): Piece[] {
    while (this.containers.length > 1) this.closeContainer()
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

  open(name: string, attributes: Attributes): 'skip' | undefined {
    if (this.inside.paragraphProperties || this.inside.rowProperties) return this.openInProperties(name, attributes)
    if (this.inside.runProperties) return this.openInRunProperties(name, attributes)
    if (leftOut.has(name)) return 'skip'
    const [container, character] = [containers[name], characterElements[name]]
    if (container !== undefined) this.inside[container] = true
    else if (character !== undefined) this.append(character)
    else return this.openBlock(name, attributes) ?? this.openInline(name, attributes)
    return undefined
  }

  private openInProperties(name: string, attributes: Attributes): 'skip' | undefined {
    const { paragraph } = this
    const value = attributes('w:val')
    if (name === 'aml:annotation') {
      if (paragraph !== undefined && attributes('w:type')?.endsWith('.Deletion') === true) paragraph.endDeleted = true
      return 'skip'
    }
    if (this.inside.rowProperties) {
      if (name === 'w:del') this.container.tables.at(-1)?.deleteRow()
    } else if (paragraph === undefined || leftOut.has(name)) {
      if (name === 'w:del' && paragraph !== undefined) paragraph.endDeleted = true
      return 'skip'
    } else if (name === 'w:pStyle') paragraph.styleId = value ?? null
    else if (name === 'w:framePr') paragraph.dropCap = /^(?:drop|margin)$/u.test(attributes('w:dropCap') ?? '')
    else if (name === 'w:outlineLvl') paragraph.own.outlineLevel = Number(value)
    else if (name === 'w:numId' || name === 'w:ilfo') paragraph.own.numberingId = value ?? '0'
    else if (name === 'w:ilvl') paragraph.own.listLevel = Number(value)
    return undefined
  }

  private openInRunProperties(name: string, attributes: Attributes): 'skip' | undefined {
    if (leftOut.has(name) || name === 'aml:annotation') return 'skip'
    this.run.property(name, attributes)
    return undefined
  }

  // oxlint-disable-next-line complexity -- one case an element
  private openBlock(name: string, attributes: Attributes): 'skip' | null | undefined {
    const { container } = this
    switch (name) {
      case 'w:p':
        container.paragraphs.push(new Paragraph(container.held))
        container.held = ''
        return undefined
      case 'w:tbl':
        this.flushText()
        container.tables.push(new TableReader())
        return undefined
      case 'w:tr':
        container.tables.at(-1)?.beginRow()
        return undefined
      case 'w:tc':
        container.tables.at(-1)?.beginCell()
        this.containers.push(newContainer())
        return undefined
      case 'w:vMerge':
      case 'w:vmerge':
      case 'w:hMerge':
      case 'w:cellDel':
        if (attributes('w:val') !== 'restart') this.containers.at(-2)?.tables.at(-1)?.leaveOutCell()
        return undefined
      case 'w:txbxContent':
      case 'w:footnote':
      case 'w:endnote':
        this.containers.push(newContainer())
        return undefined
      case 'mc:AlternateContent':
        this.alternatives.push({ before: this.characters, taken: false })
        return undefined
      case 'mc:Choice':
      case 'mc:Fallback':
        return this.alternatives.at(-1)?.taken === true ? 'skip' : undefined
      case 'aml:annotation':
        return /\.(?:Deletion|Comment)$/u.test(attributes('w:type') ?? '') ? 'skip' : undefined
      default:
        return null
    }
  }

  // oxlint-disable-next-line complexity -- one case an element
  private openInline(name: string, attributes: Attributes): 'skip' | undefined {
    switch (name) {
      case 'w:r':
        this.run = new Run()
        break
      case 'w:sym':
        this.append(symbolText(attributes('w:font') ?? '', Number.parseInt(attributes('w:char') ?? '', 16) || 0))
        break
      case 'w:fldChar':
        this.markField(attributes('w:fldCharType'))
        break
      case 'w:footnoteReference':
        this.references.cite('footnote', attributes('w:id') ?? '')
        break
      case 'w:endnoteReference':
        this.references.cite('endnote', attributes('w:id') ?? '')
        break
      case 'dgm:relIds':
        this.embed('diagram', attributes('r:dm'))
        break
      case 'wp:docPr':
        this.description = altText(attributes('wp:descr'))
        break
      case 'adec:decorative':
        if (attributes('adec:val') !== '0') this.description = null
        break
      case 'v:shape':
      case 'v:rect':
        this.describe(altText(attributes('v:alt')))
        break
      case 'w:altChunk':
        this.embed('chunk', attributes('r:id'))
        break
      default:
        if (name.startsWith('m:')) this.formula.open(name, attributes)
    }
    return undefined
  }

  close(name: string): void {
    const container = containers[name]
    if (container !== undefined) {
      this.inside[container] = false
      return
    }
    switch (name) {
      case 'w:r':
        this.run = new Run()
        break
      case 'w:p':
        this.endParagraph()
        break
      case 'a:p':
        this.append('\n')
        break
      case 'wp:docPr':
        this.describe(this.description)
        break
      case 'w:tc':
        this.endCell()
        break
      case 'w:tr':
        this.container.tables.at(-1)?.endRow()
        break
      case 'w:tbl':
        this.endTable()
        break
      case 'w:txbxContent':
      case 'w:footnote':
      case 'w:endnote':
        if (this.containers.length > 1) this.closeContainer()
        break
      case 'mc:Choice': {
        const alternative = this.alternatives.at(-1)
        if (alternative !== undefined) alternative.taken ||= this.characters > alternative.before
        break
      }
      case 'mc:AlternateContent':
        this.alternatives.pop()
        break
      default:
        if (name.startsWith('m:')) this.append(this.formula.close(name))
    }
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

  private closeContainer(): void {
    this.addBeside(this.takeContainer())
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
    table.endRow()
    this.container.pieces.push(...tablePieces(table.rows))
    this.endBlock()
  }
}
