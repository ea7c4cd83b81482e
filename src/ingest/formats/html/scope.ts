import type { BlockType } from '../../../shared/document.ts'
import { isTableFigure } from './data-table.ts'
import { childElements, type DomElement, hasWords, isElement } from './dom.ts'
import { type NoiseKind, nameWords, noiseOfNames, noiseOfTag } from './noise.ts'
import { blockTags } from './tags.ts'

/** An element with blocks in it, lighter than a DOM node. */
export interface Scope {
  readonly parent: Scope | null
  readonly depth: number
  readonly tag: string
  /** Class, id, role and item property names, as `nameWords` writes them. */
  readonly words: string
  readonly noise: NoiseKind | null
  /** The words of its names, or its tag, that suggest this. */
  readonly noiseName: string
  readonly element: DomElement
}

/** A scope and the scopes around it, innermost first. */
export function* scopesFrom(scope: Scope): Generator<Scope, undefined> {
  for (let at: Scope | null = scope; at !== null; at = at.parent) yield at
}

/** Whether a scope is another, or inside it. */
export function isWithin(scope: Scope, outer: Scope): boolean {
  let at: Scope | null = scope
  while (at !== null && at.depth > outer.depth) at = at.parent
  return at === outer
}

/** Elements whose class names list properties of a page or post (tags, categories, templates), not a purpose. */
const wholePage = new Set(['html', 'body', 'main', 'article'])

export const headingTag = /^h[1-6]$/u

/** Ids of many words are generated from headings and don't name a purpose. */
const shortId = (id: string | null): string => (id === null || id.split(/[^\p{L}\p{N}]+/u).length > 5 ? '' : id)

/** Kinds that the id of a part with a heading may name; others are likely generated from the heading ("tools", "legal"). */
const sectionIds: ReadonlySet<NoiseKind> = new Set(['comments', 'related', 'footer'])

const noNoise: { kind: NoiseKind | null; name: string } = { kind: null, name: '' }

/** @param words names and id, where `classWords` are the names alone */
function noiseOf(tag: string, classWords: string, words: string, parent: Scope | null) {
  if (tag === 'figcaption' && parent !== null && isTableFigure(parent.element)) return noNoise
  const inHeading = parent !== null && headingTag.test(parent.tag)
  if (inHeading && (tag === 'button' || tag === 'label')) return noNoise
  const byTag = noiseOfTag(tag)
  if (byTag !== null || wholePage.has(tag)) return { kind: byTag, name: tag }
  const byClass = noiseOfNames(classWords)
  if (byClass !== null || words === classWords) return byClass ?? noNoise
  const byId = noiseOfNames(words)
  if (byId === null || headingTag.test(tag)) return noNoise
  const isSection = tag === 'section' || classWords.includes(' section ')
  return isSection && !sectionIds.has(byId.kind) ? noNoise : byId
}

/** Whether a button or label opens a part of the text, such as the answer to a question, rather than a menu. */
function opensText(element: DomElement): boolean {
  if (element.localName !== 'button' && element.localName !== 'label') return false
  const text = element.textContent.trim()
  if (element.localName === 'label' && isSwitch(element)) return text !== ''
  const isLong =
    text.split(/\s+/u).length >= 3 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{6}/u.test(text)
  return (isLong && element.hasAttribute('aria-expanded')) || ((isLong || text.length >= 6) && /[?？؟]$/u.test(text))
}

/** Whether a label of a check box is followed by the part of the text that the check box shows. */
function isSwitch(label: DomElement): boolean {
  let after = label.nextSibling
  while (after !== null && !isElement(after) && after.textContent.trim() === '') after = after.nextSibling
  if (after === null || !isElement(after) || after.localName === 'label' || !blockTags.has(after.localName))
    return false
  return label.hasAttribute('for') && hasWords(after)
}

const discussion = /\/DiscussionForumPosting$/u
const isDiscussion = (element: DomElement): boolean => discussion.test(element.getAttribute('itemtype') ?? '')
/** Whether an element has a first post among its children, looked up once for all the answers beside it. */
const firstPosts = new WeakMap<DomElement, boolean>()

function hasFirstPost(element: DomElement): boolean {
  const known = firstPosts.get(element) ?? childElements(element).some(isDiscussion)
  firstPosts.set(element, known)
  return known
}

/** Whether an element is an answer in a discussion, inside or beside its first post, and no comment on an article. */
function isAnswer(element: DomElement, parent: Scope | null): boolean {
  if (element.getAttribute('itemprop') !== 'comment' || parent === null) return false
  return hasFirstPost(parent.element) || scopesFrom(parent).some((around) => isDiscussion(around.element))
}

export function scopeOf(element: DomElement, parent: Scope | null): Scope {
  const tag = element.localName
  const attributes = ['class', 'role', 'itemprop', 'data-testid', 'data-component']
  const answer = isAnswer(element, parent)
  const names = attributes
    .map((name) => (answer && name === 'itemprop' ? '' : (element.getAttribute(name) ?? '')))
    .join(' ')
  const id = shortId(element.getAttribute('id'))
  const classWords = nameWords(names)
  const words = id === '' ? classWords : classWords.trimEnd() + nameWords(id)
  const { kind: noise, name: noiseName } = opensText(element) ? noNoise : noiseOf(tag, classWords, words, parent)
  return { parent, depth: (parent?.depth ?? -1) + 1, tag, words, noise, noiseName, element }
}

export function headingLevel(scope: Scope): number {
  const heading = scopesFrom(scope).find(({ tag }) => headingTag.test(tag))
  return Number(heading?.tag.slice(1) ?? 2)
}

/** Block type by the nearest element that determines it. */
export function typeOf(scope: Scope): BlockType {
  for (const { tag } of scopesFrom(scope)) {
    if (headingTag.test(tag)) return 'heading'
    if (tag === 'li' || tag === 'dd' || tag === 'dt') return 'list-item'
    if (tag === 'blockquote') return 'quote'
    if (tag === 'figcaption' || tag === 'caption') return 'caption'
    if (tag === 'article' || tag === 'main' || tag === 'section' || tag === 'td') return 'paragraph'
  }
  return 'paragraph'
}
