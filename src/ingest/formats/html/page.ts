import type { BlockType } from '../../../shared/document.ts'
import { foldLines, foldText } from '../clean-text.ts'
import { ListMarkers } from '../list-markers.ts'
import { citesNote, isNoteMark } from '../note-citation.ts'
import { childElements, type DomElement, type DomNode, findElement, findElements, hasName, isElement } from './dom.ts'
import { type NoiseKind, nameWords, noiseOfNames, noiseOfTag } from './noise.ts'
import {
  blockTags,
  formulaText,
  isFootnoteMark,
  isHidden,
  signBefore,
  skippedTags,
  visibleText,
} from './visible-text.ts'

/** A longer cell is a part of the page's layout, not data; cells under headers may be longer. */
const MAX_CELL_CHARACTERS = 400
const MAX_HEADED_CELL_CHARACTERS = 2000

const ownRows = (table: DomElement): DomElement[] =>
  childElements(table)
    .flatMap((part) => (/^t(?:head|body|foot)$/u.test(part.localName) ? childElements(part) : [part]))
    .filter((row) => row.localName === 'tr')

/** Elements that occur only in layout tables. */
const isLayout = hasName('table', 'form', 'h1', 'h2', 'article', 'section', 'nav')

const cellsOf = (row: DomElement): DomElement[] => childElements(row).filter((cell) => /^t[dh]$/u.test(cell.localName))

/** Whether a table is data rather than page layout, which old pages use tables for. */
function isDataTable(table: DomElement): boolean {
  const role = table.getAttribute('role')
  if (role === 'presentation' || role === 'none') return false
  if (findElement(table, isLayout) !== null) return false
  const rows = ownRows(table).map(cellsOf)
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (rows.length < 2 || columns < 2) return false
  const headed = (rows[0] ?? []).every((cell) => cell.localName === 'th')
  const limit = headed ? MAX_HEADED_CELL_CHARACTERS : MAX_CELL_CHARACTERS
  return rows.every((cells) => cells.every((cell) => cell.textContent.length <= limit))
}

/** A data table as text: a line per row, cells separated by " | ", empty rows left out. */
function tableText(table: DomElement): string {
  return ownRows(table)
    .map((row) =>
      cellsOf(row)
        .map((cell) => foldText(visibleText(cell, ' ')))
        .join(' | '),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n')
}

/** An element with blocks in it, lighter than a DOM node. */
export interface Scope {
  readonly parent: Scope | null
  readonly depth: number
  readonly tag: string
  /** Class, id, role and item property names, as `nameWords` writes them. */
  readonly words: string
  readonly noise: NoiseKind | null
  readonly element: DomElement
}

/** A scope and the scopes around it, innermost first. */
export function* scopesFrom(scope: Scope): Generator<Scope, undefined> {
  for (let at: Scope | null = scope; at !== null; at = at.parent) yield at
}

/** A run of text between two block boundaries. */
export interface TextBlock {
  readonly index: number
  readonly type: BlockType
  readonly level: number | undefined
  /** Number of an item in an ordered list. */
  readonly marker: string | undefined
  readonly text: string
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
  /** Number of pictures directly in a scope, outside its inner scopes. */
  readonly pictures: ReadonlyMap<Scope, number>
  /** Number of formulas that could not be read. */
  readonly unreadFormulas: number
}

/** Names of boxes that open over the text on hover. */
const floating =
  / (?:tooltip|tooltiptext|popover|popup|rollover \w+ (?:block|content|box)|hover ?card|dropdown(?: menu| content)?|flyout) /u

/** Elements whose class names list properties of a page or post (tags, categories, templates), not a purpose. */
const wholePage = new Set(['html', 'body', 'main', 'article'])

const headingTag = /^h[1-6]$/u

/** Deeper than any author nests; deeper elements are read as if they were at this depth. */
const MAX_DEPTH = 512

/** Ids of many words are generated from headings and don't name a purpose. */
const shortId = (id: string | null): string => (id === null || id.split(/[^\p{L}\p{N}]+/u).length > 5 ? '' : id)

/** Kinds that the id of a part with a heading may name; others are likely generated from the heading ("tools", "legal"). */
const sectionIds: ReadonlySet<NoiseKind> = new Set(['comments', 'related', 'footer'])

/** @param words names and id, where `classWords` are the names alone */
function noiseOf(tag: string, classWords: string, words: string, parent: Scope | null): NoiseKind | null {
  const inHeading = parent !== null && headingTag.test(parent.tag)
  if (inHeading && (tag === 'button' || tag === 'label')) return null
  const byTag = noiseOfTag(tag)
  if (byTag !== null || wholePage.has(tag)) return byTag
  const byClass = noiseOfNames(classWords)
  if (byClass !== null || words === classWords) return byClass
  const byId = noiseOfNames(words)
  const titled = tag === 'section' || headingTag.test(tag) || classWords.includes(' section ')
  return byId === null || !titled || sectionIds.has(byId) ? byId : null
}

/** Inherited state of the text inside an element, with the URL of the link around it. */
interface State {
  readonly link: string | null
  readonly depth: number
}

const pictureTags = new Set(['img', 'picture', 'video', 'amp-img'])

class PageReader {
  readonly blocks: TextBlock[] = []
  readonly pictures = new Map<Scope, number>()
  unreadFormulas = 0
  private text = ''
  private chars = 0
  private linkChars = 0
  private links: string[] = []
  private breaks = 0
  private readonly lists = new ListMarkers()

  read(element: DomElement): Scope {
    const root = this.scopeOf(element, null)
    this.children(element, root, { link: null, depth: 0 })
    this.flush(root)
    return root
  }

  private scopeOf(element: DomElement, parent: Scope | null): Scope {
    const tag = element.localName
    const attributes = ['class', 'role', 'itemprop', 'data-testid', 'data-component']
    const names = attributes.map((name) => element.getAttribute(name) ?? '').join(' ')
    const id = shortId(element.getAttribute('id'))
    const classWords = nameWords(names)
    const words = id === '' ? classWords : nameWords(`${names} ${id}`)
    const noise = noiseOf(tag, classWords, words, parent)
    return { parent, depth: (parent?.depth ?? -1) + 1, tag, words, noise, element }
  }

  private children(element: DomElement, scope: Scope, state: State): void {
    let parts = 0
    for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
      if (!isElement(node)) this.append(node.textContent, state)
      else {
        this.append(signBefore(element.localName, parts), state)
        this.element(node, scope, state)
        parts += 1
      }
    }
  }

  private append(text: string, state: State): void {
    if (text === '') return
    const length = text.trim().length
    if (length > 0) this.breaks = 0
    this.text += text
    this.chars += length
    if (state.link === null || length === 0) return
    this.linkChars += length
    if (this.links.at(-1) !== state.link) this.links.push(state.link)
  }

  private element(element: DomElement, scope: Scope, state: State): void {
    const tag = element.localName
    if (this.formula(element, state)) return
    if (pictureTags.has(tag)) this.pictures.set(scope, (this.pictures.get(scope) ?? 0) + 1)
    if (skippedTags.has(tag)) return
    if (tag === 'br') {
      this.breaks += 1
      if (this.breaks > 1) this.flush(scope)
      else this.text += '\n'
      return
    }
    if (state.depth >= MAX_DEPTH) return this.append(` ${element.textContent} `, state)
    if (isHidden(element)) return
    const isBlock = blockTags.has(tag)
    const inner = isBlock || element.hasAttribute('class') ? this.scopeOf(element, scope) : scope
    const link = (tag === 'a' ? element.getAttribute('href') : null) ?? state.link
    const below = { link, depth: state.depth + 1 }
    if (!isBlock) return this.inline(element, scope, inner, below)
    this.flush(scope)
    if (tag === 'pre') this.whole(element, inner, 'code', foldLines(visibleText(element, '\n')))
    else if (tag === 'table' && isDataTable(element)) this.whole(element, inner, 'table', tableText(element))
    else {
      this.lists.open(tag, (name) => element.getAttribute(name))
      this.children(element, inner, below)
      this.flush(inner)
      this.lists.close(tag)
    }
  }

  /** Reads a formula; returns false if the element is not one. */
  private formula(element: DomElement, state: State): boolean {
    const text = formulaText(element)
    if (text === null) return false
    if (text === '') this.unreadFormulas += element.localName === 'mjx-container' ? 1 : 0
    this.append(text, state)
    return true
  }

  /** Reads an inline element; one with another purpose (a label, a tooltip, a footnote mark) is not part of the sentence. */
  private inline(element: DomElement, scope: Scope, inner: Scope, state: State): void {
    if (isFootnoteMark(element)) return
    if (element.localName === 'sup' && this.isRaisedMark(element, state)) return
    if (inner !== scope && floating.test(inner.words) && this.chars > 0) return
    const isDateline = inner.noise === 'byline' && scope.tag === 'p'
    if (inner !== scope && inner.noise !== null && element.localName !== 'a' && !isDateline) {
      this.flush(scope)
      this.children(element, inner, state)
      this.flush(inner)
      return
    }
    this.children(element, scope, state)
  }

  /** Whether a superscript marks a note: by its link within the page, or else by the text before it. */
  private isRaisedMark(element: DomElement, { link }: State): boolean {
    const text = element.textContent
    const leadsWithin = (href: string | null): boolean => href?.startsWith('#') === true
    const linked =
      leadsWithin(link) || findElement(element, (inner) => leadsWithin(inner.getAttribute('href'))) !== null
    return linked ? isNoteMark(text) : citesNote(text, this.text)
  }

  private whole(element: DomElement, scope: Scope, type: BlockType, text: string): void {
    if (text === '') return
    const anchors = findElements(element, (inner) => inner.localName === 'a' && inner.hasAttribute('href'))
    this.push({
      type,
      text,
      chars: text.length,
      linkChars: anchors.reduce((sum, anchor) => sum + anchor.textContent.trim().length, 0),
      links: anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
      scope,
    })
  }

  private flush(scope: Scope): void {
    const text = this.text === '' ? '' : foldText(this.text)
    if (text !== '') {
      const { chars, linkChars, links } = this
      this.push({ type: typeOf(scope), text, chars, linkChars, links, scope })
    }
    this.links = []
    this.text = ''
    this.chars = 0
    this.linkChars = 0
    this.breaks = 0
  }

  private push(block: Omit<TextBlock, 'index' | 'level' | 'marker'>): void {
    const level = block.type === 'heading' ? headingLevel(block.scope) : undefined
    const marker = block.type === 'list-item' ? this.lists.take() : undefined
    this.blocks.push({ ...block, index: this.blocks.length, level, marker })
  }
}

function headingLevel(scope: Scope): number {
  const heading = scopesFrom(scope).find(({ tag }) => headingTag.test(tag))
  return Number(heading?.tag.slice(1) ?? 2)
}

/** Block type by the nearest element that determines it. */
function typeOf(scope: Scope): BlockType {
  for (const { tag } of scopesFrom(scope)) {
    if (headingTag.test(tag)) return 'heading'
    if (tag === 'li' || tag === 'dd' || tag === 'dt') return 'list-item'
    if (tag === 'blockquote') return 'quote'
    if (tag === 'figcaption' || tag === 'caption') return 'caption'
    if (tag === 'article' || tag === 'main' || tag === 'section' || tag === 'td') return 'paragraph'
  }
  return 'paragraph'
}

/**
 * Reads the visible text of an element in one pass, in reading order, cut at block boundaries. The element itself is read
 * even if it is hidden: pages hide their body until their scripts have run.
 */
export function readPage(body: DomElement): Page {
  const reader = new PageReader()
  const root = reader.read(body)
  return { root, blocks: reader.blocks, pictures: reader.pictures, unreadFormulas: reader.unreadFormulas }
}
