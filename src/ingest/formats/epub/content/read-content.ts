import { Parser } from 'htmlparser2'
import type { BlockType } from '../../../../shared/document.ts'
import type { Piece } from '../../../document.ts'
import { foldLines, foldText } from '../../clean-text.ts'
import { signBefore } from '../../mathml.ts'
import { tooComplex } from '../../zip/limits.ts'
import type { Chapters } from '../chapters.ts'
import { localName } from '../xml.ts'
import {
  type Attributes,
  blocks,
  headingLevel,
  isAid,
  isHidden,
  isNoteMark,
  isPageNumber,
  isWayBack,
  namespacesRead,
  noteMark,
  silent,
  types,
} from './elements.ts'
import { MAX_TABLE_DEPTH, Table } from './table.ts'

/** The parser's work grows with depth; no book nests like this. */
const MAX_DEPTH = 2000

/** Paragraphs and cells of one file. */
const MAX_PARTS = 200_000

/** A longer run of text is cut where it has a space: cleaning costs memory by the piece. */
const MAX_PARAGRAPH_CHARACTERS = 100_000

/** Marks of notes are shorter. */
const MAX_MARK_CHARACTERS = 10

/** What an open element means for the text in it. */
interface Frame {
  name: string
  skip: boolean
  type: BlockType
  level: number | undefined
  block: boolean
  /** Of a formula: its text for readers, used where it has none of its own. */
  alternative: string | null
  /** Text that was set aside while this element is read. */
  aside: string | null
  /** How much had been written when it began. */
  mark: number
  /** Whether it is the mark of a note, to be set apart from the word before it. */
  noteMark: boolean
  opensTable: boolean
  /** Elements in it so far. */
  children: number
  /** Of `ruby`: how what it holds is read aloud. Of `epub:switch`: not empty once a case was taken. */
  gathered: string
}

const newRoot = (): Frame => ({
  name: '',
  skip: false,
  type: 'paragraph',
  level: undefined,
  block: true,
  alternative: null,
  aside: null,
  mark: 0,
  noteMark: false,
  opensTable: false,
  children: 0,
  gathered: '',
})

/** The arrow that leads from the end of a note back to its mark. */
const wayBack = / ?[↩⏎][\ufe0e\ufe0f]?$/u

const hasLetters = /[\p{L}\p{N}]/u
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Reads one file of a book, event by event. */
class ContentReader {
  pictures = 0
  private readonly root = newRoot()
  private readonly frames: Frame[] = [this.root]
  private readonly chapters: Chapters
  private readonly emit: (piece: Piece) => void
  private readonly showHidden: boolean
  private text = ''
  /**
   * Visible characters so far, and where the open paragraph and the last line break stand among them. Asked instead of
   * the text itself, which is costly to look into while it grows.
   */
  private written = 0
  private paragraphAt = 0
  private breakAt = -1
  private hyphen = false
  private height = ''
  private parts = 0
  private table: Table | null = null
  /** Where chapters begin that start inside the paragraph that is open. */
  private waiting: string[] = []

  constructor(chapters: Chapters, emit: (piece: Piece) => void, showHidden: boolean) {
    this.chapters = chapters
    this.emit = emit
    this.showHidden = showHidden
  }

  open(written: string, attributes: Attributes): void {
    const parent = this.frames.at(-1) ?? this.root
    if (this.frames.length > MAX_DEPTH) throw tooComplex()
    const name = localName(written)
    const skip = name === 'body' ? false : parent.skip || this.isSkipped(name, attributes, parent)
    const level = skip ? null : headingLevel(name, attributes)
    const block = level !== null || blocks.has(name)
    if (!skip && block) this.flush()
    const frame: Frame = {
      name,
      skip,
      block,
      type: level === null ? (types[name] ?? parent.type) : 'heading',
      level: level ?? (types[name] === undefined ? parent.level : undefined),
      alternative: null,
      aside: null,
      mark: this.written,
      noteMark: isNoteMark(name, attributes, parent.name),
      opensTable: false,
      children: 0,
      gathered: '',
    }
    if (!skip) this.text += signBefore(parent.name, parent.children)
    parent.children += 1
    this.frames.push(frame)
    this.anchor(attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined), frame)
    if (!skip) this.enter(frame, attributes)
  }

  close(): void {
    const frame = this.frames.at(-1)
    if (frame === undefined || frame === this.root) return
    if (!frame.skip) this.leave(frame)
    this.frames.pop()
  }

  append(text: string): void {
    if (this.frames.at(-1)?.skip !== false) return
    let rest = text
    while (rest.length > MAX_PARAGRAPH_CHARACTERS) {
      const space = rest.lastIndexOf(' ', MAX_PARAGRAPH_CHARACTERS)
      const cut = space > 0 ? space : MAX_PARAGRAPH_CHARACTERS
      this.add(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    this.add(rest)
  }

  private add(text: string): void {
    this.text += text
    if (/\S/u.test(text)) {
      this.written += text.length
      this.hyphen = text.endsWith('-')
    }
    if (this.text.length > MAX_PARAGRAPH_CHARACTERS) this.flush()
  }

  end(): void {
    this.flush()
    while (this.table !== null) this.closeTable()
  }

  private isSkipped(name: string, attributes: Attributes, parent: Frame): boolean {
    if (silent.has(name) || isPageNumber(attributes) || isWayBack(attributes) || isAid(attributes)) return true
    if (!this.showHidden && isHidden(attributes)) return true
    return parent.name === 'switch' && !this.takesCase(name, attributes, parent)
  }

  /** Of the cases of an `epub:switch` the first counts that can be read, else the default. */
  private takesCase(name: string, attributes: Attributes, parent: Frame): boolean {
    const reads = name === 'default' || namespacesRead.has(attributes['required-namespace'] ?? '')
    if (!reads || parent.gathered !== '') return false
    parent.gathered = name
    return true
  }

  private anchor(id: string | undefined, frame: Frame): void {
    if (id === undefined || !this.chapters.startsAt(id)) return
    if (frame.type !== 'heading' && this.written > this.paragraphAt) this.waiting.push(id)
    else this.chapters.startFragment(id)
  }

  private enter(frame: Frame, attributes: Attributes): void {
    switch (frame.name) {
      case 'br':
        this.breakLine(frame)
        break
      case 'img':
      case 'image':
        this.pictures += 1
        // An initial that is drawn belongs to the word that follows.
        if (/^\p{Lu}$/u.test(attributes['alt'] ?? '')) this.text += attributes['alt'] ?? ''
        break
      case 'math':
        frame.alternative = attributes['alttext'] ?? null
        break
      case 'a':
      case 'sup':
        if (frame.noteMark) this.setAside(frame)
        break
      case 'tspan':
        this.line(attributes['y'])
        break
      case 'rt':
        if (this.ruby() !== undefined) this.setAside(frame)
        break
      case 'table':
        if (this.table === null || this.table.depth < MAX_TABLE_DEPTH) {
          this.table = new Table(this.table)
          frame.opensTable = true
        }
        break
      case 'tr':
        this.table?.startRow()
        break
      case 'td':
      case 'th':
        this.count()
        this.table?.startCell()
        break
    }
  }

  private leave(frame: Frame): void {
    if (frame.block) this.flush()
    if (frame.opensTable) this.closeTable()
    else if (frame.name === 'math' && this.written === frame.mark) this.append(frame.alternative ?? '')
    else if (frame.noteMark) this.closeMark(frame)
    else if (frame.name === 'rt') this.closeReading(frame)
    else if (frame.name === 'ruby' && frame.gathered !== '') {
      this.text += eastAsian.test(frame.gathered) ? `（${frame.gathered}）` : ` (${frame.gathered})`
    }
  }

  private closeMark(frame: Frame): void {
    const before = frame.aside ?? ''
    const mark = this.written - frame.mark > MAX_MARK_CHARACTERS ? this.text : noteMark(this.text)
    // What a mark begins is the note itself.
    this.text = before.trim() === '' ? `${mark} ` : `${before}${mark}`
  }

  private setAside(frame: Frame): void {
    frame.aside = this.text
    this.text = ''
  }

  /** One break ends a line, two end a paragraph. */
  private breakLine(frame: Frame): void {
    const twice = this.breakAt === this.written
    if (twice && frame.type !== 'code' && frame.type !== 'heading') this.flush()
    else this.text += '\n'
    this.breakAt = this.written
  }

  /** Pages drawn in SVG have their lines at heights of their own, often without a space between them. */
  private line(height: string | undefined): void {
    if (height !== undefined && height !== this.height && !this.hyphen) this.text += '\n'
    this.height = height ?? this.height
  }

  private ruby(): Frame | undefined {
    return this.frames.findLast(({ name }) => name === 'ruby')
  }

  private closeReading(frame: Frame): void {
    const ruby = this.ruby()
    if (ruby === undefined || frame.aside === null) return
    ruby.gathered += foldText(this.text)
    this.text = frame.aside
  }

  private closeTable(): void {
    const { table } = this
    if (table === null) return
    this.table = table.outer
    for (const piece of table.pieces()) this.put(piece)
  }

  private count(): void {
    this.parts += 1
    if (this.parts > MAX_PARTS) throw tooComplex()
  }

  private put(piece: Piece): void {
    if (this.table === null) this.emit(piece)
    else this.table.add(piece)
  }

  private flush(): void {
    const raw = this.text
    this.paragraphAt = this.written
    if (raw !== '') {
      this.count()
      this.text = ''
      const { type, level } = this.frames.at(-1) ?? this.root
      const text = type === 'code' ? foldLines(raw) : foldText(raw).replace(wayBack, '')
      if (hasLetters.test(text))
        this.put(this.chapters.place({ type, text, ...(level === undefined ? {} : { level }) }))
    }
    if (this.waiting.length > 0) {
      for (const id of this.waiting) this.chapters.startFragment(id)
      this.waiting = []
    }
  }
}

/**
 * Reads a file of a book: XHTML, well formed or not, HTML, DTBook or SVG.
 *
 * @param showHidden in a navigation document `hidden` says what is not drawn, not what is not meant
 * @param emit takes the parts in reading order
 * @returns how many pictures the file shows
 * @throws AppError source_too_complex
 */
export function readContent(
  markup: string,
  chapters: Chapters,
  showHidden: boolean,
  emit: (piece: Piece) => void,
): { pictures: number } {
  const reader = new ContentReader(chapters, emit, showHidden)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: () => reader.close(),
      ontext: (text) => reader.append(text),
      onend: () => reader.end(),
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  parser.end(markup)
  return { pictures: reader.pictures }
}
