import type { BlockType } from '../../../shared/document.ts'
import { foldLines, foldText } from '../clean-text.ts'
import { type DomElement, type DomNode, isElement, TEXT_NODE } from './dom.ts'
import { isHidden } from './hidden.ts'
import { type NoiseKind, nameWords, noiseOfNames, noiseOfTag } from './noise.ts'
import { isDataTable, tableText } from './table.ts'

/** An element that blocks stand in, without the DOM's weight. */
export interface Scope {
  readonly parent: Scope | null
  readonly depth: number
  readonly tag: string
  /** Class, id, role and item property names, as `nameWords` writes them. */
  readonly words: string
  readonly noise: NoiseKind | null
  readonly element: DomElement
  /** Whether the element or one around it is not shown. */
  readonly hidden: boolean
}

/** A run of text between two block boundaries. */
export interface TextBlock {
  readonly index: number
  readonly type: BlockType
  readonly level: number | undefined
  readonly text: string
  /** Characters of the text, and of those the ones inside links. */
  readonly chars: number
  readonly linkChars: number
  /** Where its links lead, as written. */
  readonly links: readonly string[]
  /** Whether all of the text is bold or italic. */
  readonly emphasized: boolean
  readonly scope: Scope
}

/** All text of a page in reading order, hidden text included but marked. */
export interface Page {
  readonly root: Scope
  readonly blocks: readonly TextBlock[]
}

const skipped = new Set(
  'script style noscript template svg iframe object embed video audio canvas select option textarea input datalist head map picture img progress meter math-annotation rp rt'.split(
    ' ',
  ),
)

const blockTags = new Set(
  'html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table caption tbody td tfoot th thead tr ul label button'.split(
    ' ',
  ),
)

/** Names of boxes that open over the text when something in it is pointed at. */
const floating =
  / (?:tooltip|tooltiptext|popover|popup|rollover \w+ (?:block|content|box)|hover ?card|dropdown(?: menu| content)?|flyout) /u

/** Elements whose class names list a page's or post's properties (its tags, categories, templates), not its purpose. */
const wholePage = new Set(['html', 'body', 'main', 'article'])

const emphasis = new Set(['b', 'strong', 'em', 'i'])

/** Deeper nesting than any author writes; what is below is read as if it stood at this depth. */
const MAX_DEPTH = 512

/** What holds for the text inside an element. */
interface State {
  /** Address of the link around it. */
  readonly link: string | null
  readonly bold: boolean
  readonly depth: number
}

class PageReader {
  readonly blocks: TextBlock[] = []
  private readonly visibleOnly: boolean
  private text = ''
  private chars = 0
  private linkChars = 0
  private links: string[] = []
  private boldChars = 0
  private breaks = 0

  constructor(visibleOnly: boolean) {
    this.visibleOnly = visibleOnly
  }

  read(element: DomElement): Scope {
    const root = this.scopeOf(element, null)
    this.children(element, root, { link: null, bold: false, depth: 0 })
    this.flush(root)
    return root
  }

  private scopeOf(element: DomElement, parent: Scope | null): Scope {
    const names = [
      element.getAttribute('class'),
      element.getAttribute('id'),
      element.getAttribute('role'),
      element.getAttribute('itemprop'),
      element.getAttribute('data-testid') ?? element.getAttribute('data-component'),
    ]
      .filter((name) => name !== null && name !== '')
      .join(' ')
    const words = nameWords(names)
    const tag = element.localName
    return {
      parent,
      depth: (parent?.depth ?? -1) + 1,
      tag,
      words,
      noise: noiseOfTag(tag) ?? (wholePage.has(tag) ? null : noiseOfNames(words)),
      element,
      hidden: parent?.hidden === true || isHidden(element),
    }
  }

  private children(element: DomElement, scope: Scope, state: State): void {
    for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === TEXT_NODE) this.append(node.textContent ?? '', state)
      else if (isElement(node)) this.element(node, scope, state)
    }
  }

  private append(text: string, state: State): void {
    if (text === '') return
    const length = text.trim().length
    if (length > 0) this.breaks = 0
    this.text += text
    this.chars += length
    if (state.bold) this.boldChars += length
    if (state.link === null || length === 0) return
    this.linkChars += length
    if (this.links.at(-1) !== state.link) this.links.push(state.link)
  }

  private element(element: DomElement, scope: Scope, state: State): void {
    const tag = element.localName
    if (skipped.has(tag)) return
    if (tag === 'br') {
      this.breaks += 1
      if (this.breaks > 1) this.flush(scope)
      else this.text += '\n'
      return
    }
    if (state.depth >= MAX_DEPTH) {
      this.append(` ${element.textContent ?? ''} `, state)
      return
    }
    const isBlock = blockTags.has(tag)
    const inner =
      isBlock ||
      element.hasAttribute('class') ||
      element.hasAttribute('style') ||
      element.hasAttribute('hidden') ||
      element.hasAttribute('aria-hidden')
        ? this.scopeOf(element, scope)
        : scope
    if (inner.hidden && this.visibleOnly) return
    const below = {
      link: (tag === 'a' ? element.getAttribute('href') : null) ?? state.link,
      bold: state.bold || emphasis.has(tag),
      depth: state.depth + 1,
    }
    if (!isBlock) {
      this.inline(element, scope, inner, below)
      return
    }
    this.flush(scope)
    if (tag === 'pre') this.whole(element, inner, 'code', foldLines(element.textContent ?? ''))
    else if (tag === 'table' && isDataTable(element)) this.whole(element, inner, 'table', tableText(element))
    else {
      this.children(element, inner, below)
      this.flush(inner)
    }
  }

  /** Inline parts that are marked as something else (a label, a tooltip, a footnote mark) are not part of the sentence. */
  private inline(element: DomElement, scope: Scope, inner: Scope, state: State): void {
    if (element.localName === 'sup' && / (?:reference|footnote|noteref|fn) /u.test(inner.words)) return
    if (inner !== scope && floating.test(inner.words) && this.chars > 0) return
    if (inner !== scope && inner.noise !== null && element.localName !== 'a') {
      this.flush(scope)
      this.children(element, inner, state)
      this.flush(inner)
      return
    }
    this.children(element, scope, state)
  }

  private whole(element: DomElement, scope: Scope, type: BlockType, text: string): void {
    if (text === '') return
    const anchors = [...element.querySelectorAll('a[href]')]
    this.push({
      type,
      text,
      chars: text.length,
      linkChars: anchors.reduce((sum, anchor) => sum + (anchor.textContent ?? '').trim().length, 0),
      links: anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
      emphasized: false,
      scope,
    })
  }

  private flush(scope: Scope): void {
    const text = this.text === '' ? '' : foldText(this.text)
    if (text !== '') {
      const { chars, linkChars, links } = this
      const emphasized = chars > 0 && this.boldChars >= chars
      this.push({ type: typeOf(scope), text, chars, linkChars, links, emphasized, scope })
    }
    this.links = []
    this.text = ''
    this.chars = 0
    this.linkChars = 0
    this.boldChars = 0
    this.breaks = 0
  }

  private push(block: Omit<TextBlock, 'index' | 'level'>): void {
    const level = block.type === 'heading' ? headingLevel(block.scope) : undefined
    this.blocks.push({ ...block, index: this.blocks.length, level })
  }
}

function headingLevel(scope: Scope): number {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const level = /^h([1-6])$/u.exec(at.tag)?.[1]
    if (level !== undefined) return Number(level)
  }
  return 2
}

/** The nearest element that says what its text is. */
function typeOf(scope: Scope): BlockType {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (/^h[1-6]$/u.test(at.tag)) return 'heading'
    if (at.tag === 'li' || at.tag === 'dd' || at.tag === 'dt') return 'list-item'
    if (at.tag === 'blockquote') return 'quote'
    if (at.tag === 'figcaption' || at.tag === 'caption') return 'caption'
    if (at.tag === 'article' || at.tag === 'main' || at.tag === 'section' || at.tag === 'td') return 'paragraph'
  }
  return 'paragraph'
}

/**
 * Reads a page's text once, in reading order, cut at block boundaries.
 *
 * @param body the element to read
 * @param visibleOnly leave out what the page hides
 */
export function readPage(body: DomElement, visibleOnly = true): Page {
  const reader = new PageReader(visibleOnly)
  const root = reader.read(body)
  return { root, blocks: reader.blocks }
}
