import { Parser } from 'htmlparser2'
import type { Piece } from '../../document.ts'
import { isNoteMark as citesByForm } from '../../parsing/raised-text.ts'
import { foldLines, foldText } from '../clean-text.ts'
import { isGutter, numberNames } from '../html/code.ts'
import { DomElement, DomText, localName } from '../html/dom.ts'
import { drawnFormula, formulaText } from '../html/formula-text.ts'
import { quotationMarks } from '../html/inline.ts'
import { nameWords } from '../html/noise.ts'
import type { textStyles } from '../html/style-sheet.ts'
import { withoutTex } from '../html/tex-text.ts'
import { ListMarkers } from '../list-markers.ts'
import { bracketedPage, glued, type PageNumberSigns, pageNumberKind, pageNumberSigns } from '../page-number.ts'
import { tooComplex } from '../refusals.ts'
import { LINE_BREAK, verseLines } from '../verse.ts'
import type { Chapters } from './chapters.ts'
import {
  type Attributes,
  BASE,
  blocks,
  goesOnApart,
  headingLevel,
  isHidden,
  isInterruption,
  isNoteMark,
  isStruckOut,
  joinPositions,
  MAX_TABLE_DEPTH,
  namespacesRead,
  positionMark,
  silent,
  Table,
  types,
  wayBack,
} from './elements.ts'
import { type Frame, rootFrame } from './frame.ts'

/** The parser's work grows with depth; books don't nest this deep. */
const MAX_DEPTH = 2000

/** Paragraphs and cells of one file. */
const MAX_PARTS = 200_000

/** Longer paragraphs are cut at a space, to bound the memory for cleaning them. */
const MAX_PARAGRAPH_CHARACTERS = 100_000

/** Marks of notes are shorter. */
const MAX_MARK_CHARACTERS = 10

/** Page numbers in brackets, with their word, are shorter. */
const MAX_PAGE_CHARACTERS = 20

const hasLetters = /[\p{L}\p{N}]/u

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Reads one file of a book, event by event. */
class ContentReader {
  pictures = 0
  readonly #root = { ...rootFrame }
  readonly #frames: Frame[] = [this.#root]
  readonly #chapters: Chapters
  readonly #emit: (piece: Piece) => void
  readonly #showHidden: boolean
  #text = ''
  /**
   * Number of visible characters so far, and positions of the open paragraph and of the last line break among them. Cheaper
   * than inspecting the growing text.
   */
  #written = 0
  #paragraphAt = 0
  #breakAt = -1
  #hyphen = false
  /** The mark of a note was left out here. */
  #afterMark = false
  /** The text without and with a number, which is that of a printed page if a letter follows. */
  #numbered: readonly [string, string] | null = null
  /** The open element of a formula. */
  #math: DomElement | null = null
  #quotes = 0
  #language: string | null
  #height = ''
  #parts = 0
  #table: Table | null = null
  readonly #lists = new ListMarkers()
  /** Fragments of chapters that start inside the open paragraph. */
  readonly #waiting: string[] = []

  readonly #starts = new Map<string, (frame: Frame, attributes: Attributes) => void>(
    Object.entries({
      br: (frame) => this.#breakLine(frame),
      img: (_, attributes) => {
        const formula = formulaText(new DomElement('img', { ...attributes }))
        if (formula === null) this.#picture(attributes['alt'])
        else this.append(formula)
      },
      image: (_, attributes) => this.#picture(attributes['alt']),
      math: (frame, attributes) => {
        frame.alternative = attributes['alttext'] ?? null
      },
      a: (frame) => this.#setAside(frame, frame.noteMark),
      sup: (frame) => this.#setAside(frame, frame.noteMark),
      html: (_, attributes) => {
        this.#language = attributes['lang'] ?? attributes['xml:lang'] ?? this.#language
      },
      q: (frame) => {
        this.#setAside(frame, true)
        this.#quotes += 1
      },
      tspan: (_, attributes) => this.#line(attributes['y']),
      rt: (frame) => this.#setAside(frame, this.#ruby() !== undefined),
      table: (frame) => this.#openTable(frame),
      tr: () => this.#table?.startRow(),
      td: (_, attributes) => this.#openCell(attributes),
      th: (_, attributes) => this.#openCell(attributes),
    }),
  )

  constructor(chapters: Chapters, emit: (piece: Piece) => void, showHidden: boolean, language: string | null) {
    this.#language = language
    this.#chapters = chapters
    this.#emit = emit
    this.#showHidden = showHidden
  }

  open(written: string, attributes: Attributes): void {
    const parent = this.#frames.at(-1) ?? this.#root
    if (this.#frames.length > MAX_DEPTH) throw tooComplex('e-book')
    const name = localName(written)
    const skip = name === 'body' ? false : parent.skip || this.#isSkipped(name, attributes, parent)
    const level = skip ? null : headingLevel(name, attributes)
    const block = level !== null || blocks.has(name)
    if (!skip && block) this.#flush()
    const type = level === null ? (types.get(name) ?? parent.type) : 'heading'
    const isLineNumber = type === 'code' && name === 'span' && numberNames.test(nameWords(attributes['class'] ?? ''))
    const frame: Frame = {
      ...rootFrame,
      name,
      skip,
      block,
      type,
      level: level ?? (types.has(name) ? undefined : parent.level),
      mark: this.#written,
      noteMark: isNoteMark(name, attributes, parent.name),
      pageNumber: isLineNumber ? { named: true, id: '' } : pageNumberSigns(name, attributes),
      position: positionMark(name, attributes),
    }
    this.#frames.push(frame)
    this.#anchor(attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined), frame)
    if (this.#math !== null || (!skip && name === 'math')) this.#openMath(name, attributes)
    if (!skip) this.#enter(frame, attributes)
  }

  close(): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined || frame === this.#root) return
    this.#closeMath()
    if (!frame.skip) this.#leave(frame)
    this.#frames.pop()
  }

  append(text: string): void {
    if (this.#math !== null) return this.#math.append(new DomText(text))
    const frame = this.#frames.at(-1)
    if (frame?.skip !== false) return
    let rest = frame.type === 'code' ? text : withoutTex(text)
    while (rest.length > MAX_PARAGRAPH_CHARACTERS) {
      const space = rest.lastIndexOf(' ', MAX_PARAGRAPH_CHARACTERS)
      const cut = space > 0 ? space : MAX_PARAGRAPH_CHARACTERS
      this.#add(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    this.#add(rest)
  }

  #add(text: string): void {
    if (this.#numbered?.[1] === this.#text && glued.test(text)) [this.#text] = this.#numbered
    this.#numbered = null
    if (this.#afterMark) {
      this.#afterMark = false
      if (/^[\p{L}\p{N}]/u.test(text) && goesOnApart.test(this.#text)) this.#text += ' '
    }
    this.#text += text
    if (/\S/u.test(text)) {
      this.#written += text.length
      this.#hyphen = text.endsWith('-')
    }
    if (this.#text.length > MAX_PARAGRAPH_CHARACTERS) this.#flush()
  }

  end(): void {
    this.#flush()
    while (this.#table !== null) this.#closeTable()
  }

  #openMath(name: string, attributes: Attributes): void {
    const element = new DomElement(name, { ...attributes })
    this.#math?.append(element)
    this.#math = element
  }

  #closeMath(): void {
    const closed = this.#math
    if (closed === null) return
    this.#math = closed.parentNode
    if (this.#math === null) this.append(drawnFormula(closed))
  }

  #isSkipped(name: string, attributes: Attributes, parent: Frame): boolean {
    if (silent.has(name) || isInterruption(attributes) || isStruckOut(attributes)) return true
    if (!this.#showHidden && isHidden(attributes)) return true
    return parent.name === 'switch' && !this.#takesCase(name, attributes, parent)
  }

  /** Takes the first supported case of an `epub:switch`, or else the default. */
  #takesCase(name: string, attributes: Attributes, parent: Frame): boolean {
    const reads = name === 'default' || namespacesRead.has(attributes['required-namespace'] ?? '')
    if (!reads || parent.gathered !== '') return false
    parent.gathered = name
    return true
  }

  #anchor(id: string | undefined, frame: Frame): void {
    if (id === undefined || !this.#chapters.startsAt(id)) return
    if (frame.type !== 'heading' && this.#written > this.#paragraphAt) this.#waiting.push(id)
    else this.#chapters.startFragment(id)
  }

  #enter(frame: Frame, attributes: Attributes): void {
    this.#lists.open(frame.name, (name) => attributes[name])
    this.#starts.get(frame.name)?.(frame, attributes)
    if (frame.aside === null) this.#setAside(frame, frame.pageNumber !== null)
    if (!frame.noteMark) this.#text += frame.position
  }

  #picture(alternative = ''): void {
    this.pictures += 1
    // A drawn initial belongs to the word that follows.
    if (/^["“„«]?\p{Lu}$/u.test(alternative)) this.#text += alternative
  }

  #openTable(frame: Frame): void {
    if (this.#table !== null && this.#table.depth >= MAX_TABLE_DEPTH) return
    this.#table = new Table(this.#table)
    frame.opensTable = true
  }

  #openCell(attributes: Attributes): void {
    this.#count()
    this.#table?.startCell(attributes)
  }

  #leave(frame: Frame): void {
    if (frame.position !== '' && !frame.noteMark) this.#text += BASE
    if (frame.pageNumber !== null && frame.aside !== null && !frame.noteMark)
      this.#closePageNumber(frame, frame.pageNumber)
    else if (frame.name === 'span' && this.#written - frame.mark <= MAX_PAGE_CHARACTERS) {
      const page = bracketedPage.exec(this.#text.slice(-MAX_PAGE_CHARACTERS))?.[0] ?? ''
      this.#text = this.#text.slice(0, this.#text.length - page.length)
    }
    if (frame.block) this.#flush()
    this.#lists.close(frame.name)
    if (frame.opensTable) this.#closeTable()
    else if (frame.name === 'math' && this.#written === frame.mark) this.append(frame.alternative ?? '')
    else if (frame.noteMark) this.#closeMark(frame)
    else if (frame.name === 'q') {
      this.#quotes = Math.max(0, this.#quotes - 1)
      this.#closeQuotation(frame)
    } else if (frame.name === 'rt') this.#closeReading(frame)
    else if (frame.name === 'ruby' && frame.gathered !== '') {
      this.#text += eastAsian.test(frame.gathered) ? `（${frame.gathered}）` : ` (${frame.gathered})`
    }
  }

  #closeQuotation(frame: Frame): void {
    const isMarked = /^\s*[“”„«»「『"‘‚']/u.test(this.#text) || /[“„«»「『"‘‚]$/u.test(frame.aside ?? '')
    const [open, close] = isMarked ? ['', ''] : quotationMarks(this.#language, this.#quotes)
    this.#text = `${frame.aside ?? ''}${open}${this.#text}${close}`
  }

  #closePageNumber(frame: Frame, signs: PageNumberSigns): void {
    const before = frame.aside ?? ''
    const kind = pageNumberKind(this.#text.replace(/[\ufdd0-\ufdd2]/gu, ''), signs)
    this.#text = kind === 'page' ? before : before + this.#text
    this.#numbered = kind === 'number' ? [before, this.#text] : null
    frame.aside = null
  }

  /** Leaves out the mark of a note, unless it begins the note itself or has words. */
  #closeMark(frame: Frame): void {
    const before = frame.aside ?? ''
    const text = this.#text.replace(/[\ufdd0-\ufdd2]/gu, '')
    const isLong = this.#written - frame.mark > MAX_MARK_CHARACTERS
    if (before.replace(/[\ufdd0-\ufdd2]/gu, '').trim() === '') this.#text = `${before}${text.trim()} `
    else {
      this.#afterMark = !isLong && citesByForm(text)
      this.#text = this.#afterMark ? before : `${before}${this.#text}`
    }
  }

  #setAside(frame: Frame, applies: boolean): void {
    if (!applies) return
    frame.aside = this.#text
    this.#text = ''
  }

  /** One break ends a line, two end a paragraph. */
  #breakLine(frame: Frame): void {
    const twice = this.#breakAt === this.#written
    if (twice && frame.type !== 'code' && frame.type !== 'heading') this.#flush()
    else this.#text += frame.type === 'code' ? '\n' : LINE_BREAK
    this.#breakAt = this.#written
  }

  /** Starts a new line of SVG text at a new height; there is often no space between lines. */
  #line(height: string | undefined): void {
    if (height !== undefined && height !== this.#height && !this.#hyphen) this.#text += '\n'
    this.#height = height ?? this.#height
  }

  #ruby(): Frame | undefined {
    return this.#frames.findLast(({ name }) => name === 'ruby')
  }

  #closeReading(frame: Frame): void {
    const ruby = this.#ruby()
    if (ruby === undefined || frame.aside === null) return
    ruby.gathered += foldText(this.#text)
    this.#text = frame.aside
  }

  #closeTable(): void {
    const table = this.#table
    if (table === null) return
    this.#table = table.outer
    for (const piece of table.pieces()) this.#put(piece)
  }

  #count(): void {
    this.#parts += 1
    if (this.#parts > MAX_PARTS) throw tooComplex('e-book')
  }

  #put(piece: Piece): void {
    if (this.#table === null) this.#emit(piece)
    else this.#table.add(piece)
  }

  #flush(): void {
    const raw = joinPositions(this.#text)
    this.#paragraphAt = this.#written
    if (raw !== '') {
      this.#count()
      this.#text = ''
      const { type, level } = this.#frames.at(-1) ?? this.#root
      const text = type === 'code' ? foldLines(raw) : foldText(raw).replace(wayBack, '')
      if (hasLetters.test(text) && !(type === 'code' && isGutter(text))) {
        const marker = type === 'list-item' ? this.#lists.take() : undefined
        this.#put(this.#chapters.place({ type, text, lines: verseLines(raw, type), level, marker }))
      }
    }
    for (const id of this.#waiting.splice(0)) this.#chapters.startFragment(id)
  }
}

/**
 * Reads a file of a book: XHTML, well formed or not, HTML, DTBook or SVG.
 *
 * @param showHidden reads hidden elements too: in a navigation document they are content that is not displayed
 * @param emit receives the parts in reading order
 * @param language of the book, for quotation marks in files that declare none
 * @param styleOf what the book's style sheets add to the style of an element, by its classes
 * @returns the number of pictures in the file
 * @throws AppError source_too_complex
 */
export function readContent(
  markup: string,
  chapters: Chapters,
  showHidden: boolean,
  emit: (piece: Piece) => void,
  language: string | null = null,
  styleOf: ReturnType<typeof textStyles> = null,
): { pictures: number } {
  const reader = new ContentReader(chapters, emit, showHidden, language)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const style = attributes['class'] === undefined ? '' : (styleOf?.(attributes['class']) ?? '')
        reader.open(name, style === '' ? attributes : { ...attributes, style: style + (attributes['style'] ?? '') })
      },
      onclosetag: () => reader.close(),
      ontext: (text) => reader.append(text),
      onend: () => reader.end(),
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  parser.end(markup)
  return { pictures: reader.pictures }
}
