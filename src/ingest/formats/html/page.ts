import type { BlockType } from '../../../shared/document.ts'
import { foldLines, foldText } from '../clean-text.ts'
import { ListMarkers } from '../list-markers.ts'
import { citesNote, isNoteMark } from '../note-citation.ts'
import { isDataTable, tableText } from './data-table.ts'
import { type DomElement, type DomNode, findElement, findElements, isElement } from './dom.ts'
import { isHidden } from './hidden-elements.ts'
import { headingLevel, type Scope, scopeOf, typeOf } from './scope.ts'
import { blockTags, formulaText, isFootnoteMark, signBefore, skippedTags, visibleText } from './visible-text.ts'

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

/** Deeper than any author nests; deeper elements are read as if they were at this depth. */
const MAX_DEPTH = 512

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
    const root = scopeOf(element, null)
    this.children(element, root, { link: null, depth: 0 })
    this.flush(root)
    return root
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
    const inner = isBlock || element.hasAttribute('class') ? scopeOf(element, scope) : scope
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

/**
 * Reads the visible text of an element in one pass, in reading order, cut at block boundaries. The element itself is read
 * even if it is hidden: pages hide their body until their scripts have run.
 */
export function readPage(body: DomElement): Page {
  const reader = new PageReader()
  const root = reader.read(body)
  return { root, blocks: reader.blocks, pictures: reader.pictures, unreadFormulas: reader.unreadFormulas }
}
