import type { BlockType } from '../../../shared/document.ts'
import { joinRuns, type TextPosition, type TextRun } from '../../parsing/raised-text.ts'
import { foldText } from '../clean-text.ts'
import { ListMarkers } from '../list-markers.ts'
import { parsePlainText } from '../plain-text/parse-plain-text.ts'
import { LINE_BREAK, verseLines } from '../verse.ts'
import { codeOfLines, codeOfTable, codeText, isGutter, isPreformattedProse } from './code.ts'
import { captionOf, cellRows, isDataTable, tableText } from './data-table.ts'
import { childElements, type DomElement, type DomNode, findElements, isElement } from './dom.ts'
import { formulaText } from './formula-text.ts'
import { isHidden } from './hidden-elements.ts'
import {
  isControl,
  isFloatingBox,
  isInitial,
  isInSentence,
  isMark,
  isNumberedWord,
  isOwnLine,
  isPrintedPage,
  isSideNote,
  isStruckOut,
  positionOf,
  quotationMarks,
} from './inline.ts'
import { headingLevel, headingTag, type Scope, scopeOf, scopesFrom, typeOf } from './scope.ts'
import { blockTags, lineTags, skippedTags } from './tags.ts'
import { withoutTex } from './tex-text.ts'

/** Whether Word saved a list item as a paragraph, whose bullet is a letter of a symbol font. */
const isWordItem = ({ element }: Scope): boolean =>
  /(?:^|\s)MsoList/u.test(element.getAttribute('class') ?? '') ||
  /\bmso-list:/u.test(element.getAttribute('style') ?? '')

/** The only bullet of a paragraph, before its text. */
const typedBullet = /^[•‣◦▪]\s*(?=[^\s•‣◦▪][^•‣◦▪]*$)/u
const symbolBullet = /^[·§o¨ØüvqÞ]\s(?=\S)/u

/** A paragraph without the bullet that was typed before it. */
function withoutTypedBullet(text: string, scope: Scope): string {
  const whole = text.replace(typedBullet, '')
  return whole === text && isWordItem(scope) ? text.replace(symbolBullet, '') : whole
}

/** A run of text between two block boundaries. */
export interface TextBlock {
  readonly index: number
  readonly type: BlockType
  readonly level: number | undefined
  /** Number of an item in an ordered list. */
  readonly marker: string | undefined
  readonly text: string
  readonly lines?: readonly string[] | undefined
  /** Characters of the text, and of those the ones inside links. */
  readonly chars: number
  readonly linkChars: number
  /** Where its links lead, as written. */
  readonly links: readonly string[]
  readonly scope: Scope
}

/** All visible text of a page, in reading order. */
export interface Page {
  readonly root: Scope
  readonly blocks: readonly TextBlock[]
  /** Pictures directly in a scope, outside its inner scopes: the number of blocks before each. */
  readonly pictures: ReadonlyMap<Scope, readonly number[]>
  /** Number of fields and buttons directly in a scope. */
  readonly controls: ReadonlyMap<Scope, number>
  /** Number of formulas that could not be read. */
  readonly unreadFormulas: number
}

/** Deeper than any author nests; deeper elements are read as if they were at this depth. */
const MAX_DEPTH = 512

/** Levels of depth that a note inside another note counts for. */
const NOTE_DEPTH = 16

/** Inherited state of the text inside an element. */
interface State {
  /** URL of the link around it. */
  readonly link: string | null
  readonly depth: number
  readonly position: TextPosition
  /** Number of `q` elements around it. */
  readonly quotes: number
  /** Its line breaks are shown. */
  readonly keepsLines: boolean
}

const keptLines = /white-space\s*:\s*(?:pre|break-spaces)/iu

/** Characters at the end of a line that show whether its sentence goes on. */
const TAIL_CHARACTERS = 200

/** The text since the last block boundary. */
class Line {
  readonly runs: TextRun[] = []
  chars = 0
  linkChars = 0
  readonly links: string[] = []
  tail = ''

  add(run: TextRun, link: string | null): void {
    this.runs.push(run)
    this.tail = (this.tail + run.text).slice(-TAIL_CHARACTERS)
    const length = run.isNote === true ? 0 : run.text.trim().length
    this.chars += length
    if (link === null || length === 0) return
    this.linkChars += length
    if (this.links.at(-1) !== link) this.links.push(link)
  }
}

const codeTags = new Set(['code', 'kbd', 'samp', 'tt'])

const controlTags = new Set(['input', 'button', 'select', 'textarea', 'form', 'iframe'])

/** Whether a text is only an emoji, as in callouts, or the like. */
const isIcon = (text: string): boolean =>
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u200d\s]{1,12}$/u.test(text)

const pictureTags = new Set(['img', 'picture', 'video', 'amp-img'])

/** Longest side of an icon, in pixels. */
const MAX_ICON_PIXELS = 64

/** Whether an element is named an icon, or opens a part: a picture in it is an arrow. */
const isIconBox = (element: DomElement): boolean =>
  /(?:^|[\s_-])icon(?:$|[\s_-])/iu.test(element.getAttribute('class') ?? '') || element.hasAttribute('aria-expanded')

/** Whether an image is an icon, such as that of a callout, rather than a picture. */
const isIconPicture = (element: DomElement): boolean =>
  isIcon(element.getAttribute('alt') ?? '') ||
  [element, element.parentNode, element.parentNode?.parentNode].some((box) => box && isIconBox(box)) ||
  [element.getAttribute('width'), element.getAttribute('height')].every(
    (side) => side !== null && /^\d+(?:px)?$/u.test(side) && Number.parseInt(side, 10) <= MAX_ICON_PIXELS,
  )

class PageReader {
  readonly blocks: TextBlock[] = []
  readonly pictures = new Map<Scope, number[]>()
  readonly controls = new Map<Scope, number>()
  unreadFormulas = 0
  #line = new Line()
  #breaks = 0
  readonly #lists = new ListMarkers()
  /** Notes of the open paragraph, which follow it. */
  #notes: DomElement[] = []
  readonly #language: string | null

  constructor(language: string | null) {
    this.#language = language
  }

  read(element: DomElement, depth = 0): Scope {
    const root = scopeOf(element, null)
    this.#children(element, root, { link: null, depth, position: 'base', quotes: 0, keepsLines: false })
    this.#flush(root, depth)
    return root
  }

  #children(element: DomElement, scope: Scope, state: State): void {
    for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
      if (isElement(node)) this.#element(node, scope, state)
      else if (state.keepsLines) this.#paragraphs(node.textContent, scope, state)
      else this.#append(codeTags.has(element.localName) ? node.textContent : withoutTex(node.textContent), state)
    }
  }

  /** Reads text whose empty lines are shown, as in mail and posts. */
  #paragraphs(text: string, scope: Scope, state: State): void {
    for (const [at, paragraph] of text.split(/\n\s*\n/u).entries()) {
      if (at > 0) this.#flush(scope, state.depth)
      this.#append(paragraph.replaceAll('\n', LINE_BREAK), state)
    }
  }

  #append(text: string, { position, link }: State): void {
    if (text === '') return
    if (text.trim() !== '') this.#breaks = 0
    this.#line.add({ text, position }, link)
  }

  #element(element: DomElement, scope: Scope, state: State): void {
    const tag = element.localName
    const formula = formulaText(element)
    if (formula !== null) {
      if (formula === '') this.unreadFormulas += tag === 'mjx-container' ? 1 : 0
      return this.#append(formula, state)
    }
    if (isInitial(element)) return this.#append(element.getAttribute('alt') ?? '', state)
    if (pictureTags.has(tag) && !isIconPicture(element))
      // Words before it on its line become a block before it.
      this.pictures.getOrInsertComputed(scope, () => []).push(this.blocks.length + (this.#line.chars > 0 ? 1 : 0))
    if (controlTags.has(tag)) this.controls.set(scope, (this.controls.get(scope) ?? 0) + 1)
    if (skippedTags.has(tag) || isHidden(element)) return
    if (tag === 'br') {
      this.#breaks += 1
      if (this.#breaks > 1) this.#flush(scope, state.depth)
      else this.#line.add({ text: LINE_BREAK, position: 'base' }, null)
      return
    }
    if (state.depth >= MAX_DEPTH) return this.#append(` ${element.textContent} `, state)
    if (isStruckOut(element)) return
    const isBlock = blockTags.has(tag) && !this.#isWord(element)
    const link = (tag === 'a' ? element.getAttribute('href') : null) ?? state.link
    const keepsLines = state.keepsLines || keptLines.test(element.getAttribute('style') ?? '')
    const below = { ...state, link, keepsLines, depth: state.depth + 1 }
    if (
      this.#line.chars > 0 &&
      isSideNote(element, this.#line.tail) &&
      (!isBlock || isInSentence(element, this.#line.tail.trim()))
    ) {
      this.#notes.push(element)
      return
    }
    const inner = isBlock || element.hasAttribute('class') ? scopeOf(element, scope) : scope
    if (isBlock) return this.#block(element, scope, inner, below)
    const isLine = isOwnLine(element)
    if (isLine) this.#endLine(scope, state)
    this.#inline(element, scope, inner, below)
    if (isLine) this.#endLine(scope, state)
  }

  /** Ends a line that is no paragraph of its own inside a paragraph, and a block elsewhere. */
  #endLine(scope: Scope, { depth }: State): void {
    const around = scopesFrom(scope).find(({ tag }) => blockTags.has(tag))
    if (!lineTags.has(around?.tag ?? '')) this.#flush(scope, depth)
    else if (this.#line.chars > 0) this.#line.add({ text: LINE_BREAK, position: 'base' }, null)
  }

  /** Whether a button or label is a part of the sentence around it, or the mark of a note. */
  #isWord(element: DomElement): boolean {
    const { tail } = this.#line
    return isControl(element) && (isMark(element, tail) || isInSentence(element, tail.trim()))
  }

  #block(element: DomElement, scope: Scope, inner: Scope, state: State): void {
    const tag = element.localName
    this.#flush(scope, state.depth)
    const code = tag === 'table' ? codeOfTable(cellRows(element)) : codeOfLines(element)
    if (tag === 'pre') this.#preformatted(element, inner)
    else if (code !== null) this.#whole(element, inner, 'code', code)
    else if (tag === 'table' && isDataTable(element)) {
      const textOf = (cell: DomElement): string => this.#cellText(cell, state.depth)
      const caption = captionOf(element)
      if (caption !== null) this.#whole(caption, inner, 'caption', textOf(caption))
      this.#whole(element, inner, 'table', tableText(element, textOf))
    } else {
      this.#lists.open(tag, (name) => element.getAttribute(name))
      this.#children(element, inner, state)
      this.#flush(inner, state.depth)
      this.#lists.close(tag)
    }
  }

  #cellText(cell: DomElement, depth: number): string {
    const reader = new PageReader(this.#language)
    reader.read(cell, depth)
    return reader.blocks.map(({ text }) => text).join(' ')
  }

  #preformatted(element: DomElement, scope: Scope): void {
    const text = codeText(element)
    if (!isPreformattedProse(element, text)) return this.#whole(element, scope, 'code', text)
    for (const piece of parsePlainText(text)) {
      this.#push({ type: piece.type, text: piece.text, chars: piece.text.length, linkChars: 0, links: [], scope })
    }
  }

  /** Reads an inline element; one with another purpose (a label, a tooltip) is not part of the sentence. */
  #inline(element: DomElement, scope: Scope, inner: Scope, state: State): void {
    const before = this.#line.tail
    if (isMark(element, before)) {
      this.#line.add({ text: element.textContent, position: 'super', isNote: true }, null)
      return
    }
    if (isPrintedPage(element) || (before.trim() !== '' && isFloatingBox(element, before))) return
    if (element.localName === 'q') return this.#quotation(element, scope, state)
    const position = positionOf(element) ?? state.position
    const holdsBlocks =
      inner !== scope &&
      childElements(element).some((child) => blockTags.has(child.localName) && !isControl(child) && !isHidden(child))
    const isDateline = inner.noise === 'byline' && scope.tag === 'p'
    const isNumber = scope.noise === null && headingTag.test(scope.tag) && isNumberedWord(element)
    const isLabel = inner !== scope && inner.noise !== null && element.localName !== 'a' && !isDateline && !isNumber
    if (holdsBlocks || (isLabel && !isInSentence(element, before.trim()))) {
      this.#flush(scope, state.depth)
      this.#children(element, inner, { ...state, position })
      this.#flush(inner, state.depth)
      return
    }
    this.#children(element, scope, { ...state, position })
  }

  #quotation(element: DomElement, scope: Scope, state: State): void {
    const isMarked =
      /^[“”„«»「『"‘‚']/u.test(element.textContent.trimStart()) ||
      /[“„«「『‘‚]\s?$|(?:^|[\s(])["']$/u.test(this.#line.tail)
    const language = element.getAttribute('lang') ?? this.#language
    const [open, close] = isMarked ? ['', ''] : quotationMarks(language, state.quotes)
    this.#append(open, state)
    this.#children(element, scope, { ...state, quotes: state.quotes + 1 })
    this.#append(close, state)
  }

  #whole(element: DomElement, scope: Scope, type: BlockType, text: string): void {
    if (text === '') return
    const anchors = findElements(element, (inner) => inner.localName === 'a' && inner.hasAttribute('href'))
    this.#push({
      type,
      text,
      chars: text.length,
      linkChars: anchors.reduce((sum, anchor) => sum + anchor.textContent.trim().length, 0),
      links: anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
      scope,
    })
  }

  #flush(scope: Scope, depth: number): void {
    const line = this.#line
    this.#line = new Line()
    this.#breaks = 0
    if (line.chars > 0) this.#pushLine(line, scope)
    const notes = this.#notes
    if (notes.length === 0) return
    this.#notes = []
    for (const note of notes) {
      const reader = new PageReader(this.#language)
      reader.read(note, depth + NOTE_DEPTH)
      for (const block of reader.blocks) this.#push({ ...block, type: 'paragraph', scope })
    }
  }

  #pushLine({ runs, chars, linkChars, links }: Line, scope: Scope): void {
    const raw = joinRuns(runs)
    const whole = foldText(raw)
    const text = typeOf(scope) === 'paragraph' ? withoutTypedBullet(whole, scope) : whole
    const type = text === whole ? typeOf(scope) : 'list-item'
    const isBullet = /^[•‣◦▪]$/u.test(text) || (type === 'list-item' && /^[·–—*-]$/u.test(text))
    if (text === '' || isBullet || isIcon(text) || isGutter(text, scope.words)) return
    this.#push({ type, text, lines: verseLines(raw, type), chars, linkChars, links, scope })
  }

  #push(block: Omit<TextBlock, 'index' | 'level' | 'marker'>): void {
    const level = block.type === 'heading' ? headingLevel(block.scope) : undefined
    const marker = block.type === 'list-item' ? this.#lists.take() : undefined
    this.blocks.push({ ...block, index: this.blocks.length, level, marker })
  }
}

/**
 * Reads the visible text of an element in one pass, in reading order, cut at block boundaries. The element itself is read
 * even if it is hidden: pages hide their body until their scripts have run.
 *
 * @param language BCP 47 tag of the page, for quotation marks; null if unknown
 */
export function readPage(body: DomElement, language: string | null = null): Page {
  const reader = new PageReader(language)
  const root = reader.read(body)
  const { blocks, pictures, controls, unreadFormulas } = reader
  return { root, blocks, pictures, controls, unreadFormulas }
}
