import { decodeHTMLStrict } from 'entities'
import { foldText } from '../../clean-text.ts'
import { type DomDocument, type DomElement, findElement, isElement, nextNode } from '../dom.ts'
import { isHidden } from '../hidden-elements.ts'
import { type NoiseKind, noiseOfNames, wordsOf } from '../noise.ts'
import { blockTags, skippedTags } from '../tags.ts'
import { type Byline, type BylineContext, parseByline, startsWithLabel } from './byline.ts'
import type { LinkedArticle } from './json-ld.ts'
import fields from './meta-fields.json' with { type: 'json' }
import { firstTag, type MetaTags } from './meta-tags.ts'

/** Authors in the meta elements, a list per field; several elements of one field are several authors. */
function fieldsOf(tags: MetaTags): (readonly string[])[] {
  const labeled = [1, 2].flatMap((number) => {
    const label = firstTag(tags, `twitter:label${number}`) ?? ''
    const isAuthor = /\b(?:by|author|von|par|por|da|door|av|af)$|автор|作者/iu.test(label)
    return isAuthor ? [firstTag(tags, `twitter:data${number}`) ?? ''] : []
  })
  return [
    ...fields.author.map((field) => tags.get(field) ?? []),
    (tags.get('citation_author') ?? []).map(reordered),
    labeled,
  ]
}

/** "Example, Ada" as "Ada Example". */
const reordered = (name: string): string => name.replace(/^([^,]+),\s*([^,\s][^,]*)$/u, '$2 $1')

const bylineName =
  / (?:by ?lines?|authors?|written ?by|posted ?by|submitted|dateline|p author|writers?|autore?s?|autorin|auteurs?|yazar|firma|redacteur|redakteur|contributor(?:s| name)?|reporter) /u

/** Whether an element is the part of a byline that is only a name. */
function isNamePart(element: DomElement): boolean {
  const names = wordsOf(element, 'class', 'itemprop')
  return (
    / (?:fn|p name|name|(?:author|byline)s? (?:name|link)) /u.test(names) || element.getAttribute('rel') === 'author'
  )
}

const authorFolders =
  'authors?|by|people|persons?|profiles?|staff|contributors?|journalists?|reporters?|writers?|columnists?|autor(?:e|es|en)?|auteurs?|correspondents?'
const authorPath = new RegExp(
  `/(?:${authorFolders})/[^/?#]+/?(?:[?#].*)?$|^(?:https?://[^/]+)?/@[\\w.-]+(?:[?#].*)?$`,
  'iu',
)

/** Hostile pages nest far deeper than the parts of a page that reveal whose name it is. */
const MAX_ANCESTORS = 100

/** The nearest ancestors, the element itself first. */
function* ancestry(element: DomElement): Generator<DomElement> {
  let at: DomElement | null = element
  for (let count = 0; count < MAX_ANCESTORS && at !== null; count += 1) {
    yield at
    at = at.parentNode
  }
}

const namesOf = (element: DomElement): string => wordsOf(element, 'class', 'id')

/** Parts of a page whose author names belong to other texts: comments, other stories. */
const othersKinds = new Set<NoiseKind>(['comments', 'related'])

/** Parts in which a class name is weak evidence: captions name photographers, sidebars other writers. */
const doubtfulKinds = new Set<NoiseKind>(['caption', 'consent', 'promotion', 'share', 'footer', 'chrome'])
const doubtfulTags = new Set(['nav', 'aside', 'footer', 'form', 'dialog'])
const ofPictures = / (?:photo|image|picture|foto|credits?) /u

/** Whether markup, rather than a class name, declares an element to be the author. */
const isMarkedUp = (element: DomElement): boolean =>
  element.getAttribute('rel') === 'author' || (element.getAttribute('itemprop')?.includes('author') ?? false)

/** Whether an element is hidden, or in a part of the page about other authors. */
function isForeign(element: DomElement, title: DomElement | null): boolean {
  const aroundTitle = new Set(title === null ? [] : ancestry(title))
  const titleInArticle = [...aroundTitle].some((at) => at.localName === 'article')
  const trusted = isMarkedUp(element)
  for (const at of ancestry(element)) {
    if (aroundTitle.has(at)) return false
    if (isHidden(at) || at.localName === 'figure') return true
    if (titleInArticle && at.localName === 'article') return true
    if (!trusted && doubtfulTags.has(at.localName)) return true
    const words = namesOf(at)
    const noise = noiseOfNames(words)?.kind ?? null
    if (/ (?:comment|teasers?|testimonials?) /u.test(words) || (noise !== null && othersKinds.has(noise))) return true
    if (!trusted && (ofPictures.test(words) || (noise !== null && doubtfulKinds.has(noise)))) return true
  }
  return false
}

/** A longer text is about an author rather than a name. */
const MAX_TEXT_CHARACTERS = 300
const MAX_DEPTH = 64

/** The beginning of an element's visible text, with line breaks at the boundaries of elements. */
function separatedText(element: DomElement, depth = 0): string {
  if (element.localName === 'meta') return element.getAttribute('content') ?? ''
  let text = ''
  for (let node = element.firstChild; node !== null && text.length <= MAX_TEXT_CHARACTERS; node = node.nextSibling) {
    if (!isElement(node)) text += node.textContent.replace(/\s+/gu, ' ')
    else if (depth < MAX_DEPTH && !skippedTags.has(node.localName) && !isHidden(node)) {
      text += `\n${separatedText(node, depth + 1)}\n`
    }
  }
  return text
}

/** Why an element may be the author's name, strongest first: its names, its link's target, the beginning of its line. */
type Evidence = 'name' | 'link' | 'line'

interface Candidate {
  element: DomElement
  evidence: Evidence
  isAfterTitle: boolean
}

/** Distance below the title within which links to an author's page and lines that begin with "By" count. */
const REACH_CHARACTERS = 1500
const MAX_LINE_CHARACTERS = 120
const MAX_CANDIDATES = 200
/** A byline has few nodes; a box about an author begins with the name. */
const MAX_BYLINE_NODES = 300

const isNamed = (element: DomElement): boolean => isMarkedUp(element) || bylineName.test(namesOf(element))

function isBylineLine(element: DomElement): boolean {
  if (!blockTags.has(element.localName) && element.localName !== 'span') return false
  const text = foldText(separatedText(element))
  return text.length <= MAX_LINE_CHARACTERS && startsWithLabel(text)
}

function evidenceFor(element: DomElement, isNearTitle: boolean): Evidence | null {
  if (isNamed(element)) return 'name'
  if (!isNearTitle) return null
  if (element.localName === 'a' && authorPath.test(element.getAttribute('href') ?? '')) return 'link'
  return isBylineLine(element) ? 'line' : null
}

function findCandidates(document: DomDocument, title: DomElement | null): Candidate[] {
  const found: Candidate[] = []
  const { body } = document
  let isAfterTitle = title === null
  let characters = 0
  for (let node = nextNode(body, body); node !== null && found.length < MAX_CANDIDATES; node = nextNode(node, body)) {
    if (!isElement(node)) {
      characters += node.textContent.trim().length
      continue
    }
    if (node === title) {
      isAfterTitle = true
      characters = 0
    }
    const evidence = evidenceFor(node, isAfterTitle && characters <= REACH_CHARACTERS)
    if (evidence !== null) found.push({ element: node, evidence, isAfterTitle })
  }
  const order: Evidence[] = ['name', 'link', 'line']
  return order.flatMap((evidence) =>
    [true, false].flatMap((after) =>
      found.filter((candidate) => candidate.evidence === evidence && candidate.isAfterTitle === after),
    ),
  )
}

function findNameParts(element: DomElement): DomElement[] {
  const found: DomElement[] = []
  let node = nextNode(element, element)
  for (let count = 0; count < MAX_BYLINE_NODES && node !== null; count += 1) {
    if (isElement(node) && isNamePart(node)) found.push(node)
    node = nextNode(node, element)
  }
  return found
}

function readCandidate({ element, evidence }: Candidate, context: BylineContext): Byline {
  const trust = evidence === 'line' ? 'line' : 'element'
  const parts = findNameParts(element)
  const named = mergeBylines(parts.map((part) => parseByline(separatedText(part), { ...context, trust })))
  return named.people.length > 0 ? named : parseByline(separatedText(element), { ...context, trust })
}

const signature = (element: DomElement): string => `${element.localName}.${element.getAttribute('class') ?? ''}`

/** Whether two elements are entries of one list of authors: built alike, side by side or each in its own wrapper. */
function isBeside(one: DomElement, other: DomElement): boolean {
  const [first, second] = [one.parentNode, other.parentNode]
  if (signature(one) !== signature(other) || first === null || second === null) return false
  if (first === second) return true
  return first.parentNode === second.parentNode && signature(first) === signature(second)
}

const mergeBylines = (bylines: readonly Byline[]): Byline => ({
  people: [...new Set(bylines.flatMap(({ people }) => people))],
  organizations: [...new Set(bylines.flatMap(({ organizations }) => organizations))],
})

function shownByline(document: DomDocument, context: BylineContext): Byline {
  const title = findElement(document.body, (element) => element.localName === 'h1' && !isHidden(element))
  const candidates = findCandidates(document, title)
  const organizations: string[] = []
  for (const [at, candidate] of candidates.entries()) {
    const read = readCandidate(candidate, context)
    if (read.people.length + read.organizations.length === 0 || isForeign(candidate.element, title)) continue
    if (read.people.length === 0) {
      organizations.push(...read.organizations)
      continue
    }
    const beside = candidates.slice(at + 1).filter(({ element }) => isBeside(candidate.element, element))
    return mergeBylines([read, ...beside.map((other) => readCandidate(other, context))])
  }
  return { people: [], organizations }
}

type Site = Omit<BylineContext, 'trust'>

/**
 * Reads the authors of a page, separated by ", ": from structured data, else from meta elements, else from the visible
 * byline. People take precedence over organizations; the site itself is never an author.
 */
export function readAuthor(document: DomDocument, tags: MetaTags, linked: LinkedArticle | null, site: Site) {
  const context: BylineContext = { ...site, trust: 'field' }
  const organizations: string[] = []
  const declared = [linked?.authors ?? [], ...fieldsOf(tags)].map(
    (values) => () =>
      mergeBylines(values.map((value) => parseByline(decodeHTMLStrict(decodeHTMLStrict(value)), context))),
  )
  for (const read of [...declared, () => shownByline(document, context)]) {
    const byline = read()
    if (byline.people.length > 0) return byline.people.join(', ')
    organizations.push(...byline.organizations)
  }
  return organizations[0] ?? null
}
