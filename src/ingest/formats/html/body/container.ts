import type { TextBlock } from '../page.ts'
import { isWithin, type Scope, scopesFrom } from '../scope.ts'
import { isAboutAuthor, isClosing, isClosingLine, isLabel, isPointer } from './lines.ts'
import type { WeighedPage } from './mass.ts'
import { signature } from './structure.ts'

/** A child with this share of the running text around it is where the article is. */
const DESCENT_SHARE = 0.72

/** Names that authors give to the element around an article's text. */
const bodyName = new RegExp(
  ` (?:${[
    'article ?body|body ?copy|article|h entry|hentry|main content|wysiwyg|rich text|mw parser output',
    '(?:article|story|post|entry|news|blog|page) ?(?:body|content|text|copy|main|inner|detail|details|full)',
    '(?:body|content|text) (?:article|story|post|entry)',
  ].join('|')}) `,
  'u',
)

/** Tags of parts of a text; no article begins inside these. */
const innerTags = new Set(['p', 'li', 'ul', 'ol', 'dl', 'table', 'tbody', 'tr', 'blockquote', 'pre'])

/**
 * Chooses where to begin: the nearest `<article>` or `<main>` around the article's title, if it has a fair part of the
 * page's text. Pages that append the next stories, or list others below, have several.
 */
function startScope({ page: { root }, clean }: WeighedPage, title: TextBlock | null): Scope {
  for (const scope of title === null ? [] : scopesFrom(title.scope)) {
    if (!['article', 'main'].includes(scope.tag) && !/ (?:article|story|post|hentry) /u.test(scope.words)) continue
    if (clean(scope) >= 400 && clean(scope) >= clean(root) * 0.15) return scope
  }
  return root
}

/** A part with less text than this is no section of an article. */
const SECTION_MASS = 150

/** A part with more links is about other pages. */
const MAX_LINK_SHARE = 0.25

/** A section with more blocks than this has text. */
const MAX_SECTION_BLOCKS = 60

/** Identifies parts that are built alike; tabs are, whatever they are called. */
const buildOf = (scope: Scope): string => (/ tab ?panel /u.test(scope.words) ? 'tab panel' : signature(scope))

/**
 * Whether a part is a section of a text that has next to no running text: a table, a list, or, in a part built like the
 * others, a line under its heading.
 */
function isShortSection({ page, tallies, noiseOfScope }: WeighedPage, scope: Scope, isAlike: boolean): boolean {
  const tally = tallies.get(scope)
  if (tally === undefined || tally.headings !== 1 || tally.controls > 0 || noiseOfScope(scope) !== null) return false
  const { first, last, blocks, chars, linkChars } = tally
  const title = page.blocks[first]
  if (
    title?.type !== 'heading' ||
    blocks === 1 ||
    blocks > MAX_SECTION_BLOCKS ||
    isLabel(title.text) ||
    linkChars > chars * MAX_LINK_SHARE
  )
    return false
  let isListed = false
  for (let at = first; at <= last; at += 1) {
    const { type, text } = page.blocks[at] ?? title
    if (isClosing(text) || isPointer(text)) return false
    isListed ||= type === 'table' || type === 'list-item'
  }
  return isListed || isAlike
}

/**
 * Finds the innermost part of a page that has nearly all of its running text, or all of it that is named as an article.
 */
export function findContainer(weighed: WeighedPage, title: TextBlock | null): Scope {
  const { clean } = weighed
  const children = Map.groupBy(weighed.scopes, (scope) => scope.parent)
  const start = startScope(weighed, title)
  let at = start
  for (;;) {
    const siblings = children.get(at) ?? []
    const [next] = siblings.toSorted((one, other) => clean(other) - clean(one))
    if (next === undefined || clean(next) <= clean(at) * DESCENT_SHARE || innerTags.has(next.tag)) break
    // Another part that is built like it, with text too, is another section of the same article.
    const isTwin = (other: Scope): boolean =>
      other !== next &&
      (buildOf(other) === buildOf(next)
        ? clean(other) >= SECTION_MASS || isShortSection(weighed, other, true)
        : isShortSection(weighed, other, false))
    if (next.tag !== 'article' && siblings.some(isTwin)) break
    at = next
  }
  return namedAround(weighed, at, start)
}

/** The widest element named as an article's body around a scope that is not much more than the scope. */
function namedAround({ clean, noiseOfScope }: WeighedPage, scope: Scope, start: Scope): Scope {
  let found = scope
  for (let at = scope.parent; at !== null && isWithin(at, start); at = at.parent) {
    if (noiseOfScope(at) !== null || clean(at) > clean(scope) * 1.6) break
    if (bodyName.test(at.words) && at.tag !== 'body' && at.tag !== 'html') found = at
  }
  return found
}

/** Tags of parts of a text, which don't determine its place on the page. */
const textTags = new Set(
  'p li ul ol dl dd dt blockquote pre h1 h2 h3 h4 h5 h6 figure figcaption a span em strong b i u font small big label button cite q code'.split(
    ' ',
  ),
)

/** The element around a block's paragraph, list or table; one with nothing else in it is the paragraph itself. */
function flowOf(block: TextBlock, container: Scope, shared: ReadonlySet<Scope>): Scope {
  let at = block.type === 'table' ? (block.scope.parent ?? block.scope) : block.scope
  while (at.parent !== null && at !== container && (textTags.has(at.tag) || !shared.has(at))) at = at.parent
  return at
}

/** Names without their numbers: "paragraph 12" and "paragraph 13" are one kind. */
const kindOf = (scope: Scope): string =>
  `${scope.tag}.${scope.words
    .split(' ')
    .filter((word) => !/\d/u.test(word))
    .join('.')}`

/** Deeper places on a page are distinguished by their nearest elements. */
const MAX_PLACE_DEPTH = 12

/** Identifies places that are built alike: the kinds of the elements around one, inside the container. */
function placeOf(flow: Scope, container: Scope): string {
  const kinds: string[] = []
  for (let at: Scope | null = flow; at !== null && at !== container && kinds.length < MAX_PLACE_DEPTH; at = at.parent)
    kinds.push(kindOf(at))
  return kinds.join('<')
}

/** A place with this share of the text is where the article is written. */
const HOME_SHARE = 0.25

/** Such places must have this share of the text together, or the page has no such order. */
const HOME_TOGETHER = 0.6

/** A part built like the article's own belongs to the article from this share of the text on. */
const CHUNK_SHARE = 0.08

const total = (masses: Iterable<number>): number => [...masses].reduce((sum, mass) => sum + mass, 0)

function largest<Key>(masses: ReadonlyMap<Key, number>, whole: number): ReadonlySet<Key> {
  const found = [...masses].filter(([, mass]) => mass >= whole * HOME_SHARE)
  return new Set(total(found.map(([, mass]) => mass)) >= whole * HOME_TOGETHER ? found.map(([key]) => key) : [])
}

/** The elements whose own paragraphs make up the article; none where the text is spread over the page. */
function homesOf({ weights }: WeighedPage, blocks: readonly TextBlock[], container: Scope): ReadonlySet<Scope> {
  const seen = new Set<Scope>()
  const shared = new Set<Scope>()
  for (const { scope } of blocks) for (const at of scopesFrom(scope)) (seen.has(at) ? shared : seen).add(at)
  const byFlow = new Map<Scope, number>()
  const byPlace = new Map<string, number>()
  const places = new Map<Scope, string>()
  for (const block of blocks) {
    const flow = flowOf(block, container, shared)
    const place = places.get(flow) ?? placeOf(flow, container)
    places.set(flow, place)
    const mass = weights[block.index] ?? 0
    byFlow.set(flow, (byFlow.get(flow) ?? 0) + mass)
    byPlace.set(place, (byPlace.get(place) ?? 0) + mass)
  }
  const whole = total(byFlow.values())
  if (whole === 0) return new Set()
  const flows = largest(byFlow, whole)
  const own = flows.size > 0 ? new Set([...flows].map((flow) => places.get(flow) ?? '')) : largest(byPlace, whole)
  const least = flows.size > 0 ? whole * CHUNK_SHARE : 0
  return new Set(
    [...byFlow].filter(([flow, mass]) => own.has(places.get(flow) ?? '') && mass >= least).map(([flow]) => flow),
  )
}

/** At most this share of the text is dropped for its place alone. */
const MAX_TAIL_SHARE = 0.35

/**
 * Drops separate parts after the last paragraph of the article: boxes about the author, the publisher's notes,
 * invitations, other stories.
 */
export function dropAfterHome(
  weighed: WeighedPage,
  blocks: readonly TextBlock[],
  container: Scope,
  author: string | null,
): readonly TextBlock[] {
  const homes = homesOf(weighed, blocks, container)
  if (homes.size === 0) return blocks
  /** The elements around the paragraphs of the article, by what they are in. */
  const around = new Map<Scope | null, Scope>()
  for (const home of homes) for (const at of scopesFrom(home)) around.set(at.parent, at)
  const known = new Map<Scope, boolean>()
  const isPart = (scope: Scope): boolean =>
    known.getOrInsertComputed(scope, () => {
      const beside = around.get(scope.parent)
      if (homes.has(scope) || beside === undefined || around.has(scope)) return homes.has(scope)
      return isShortSection(weighed, scope, buildOf(beside) === buildOf(scope))
    })
  const isHome = (block: TextBlock): boolean => scopesFrom(block.scope).some(isPart)
  const end = blocks.findLastIndex(isHome) + 1
  /** Whether a block is about the author, or in a part of its own with a name, links, fields, pictures or no sentence. */
  const isBox = ({ scope, text }: TextBlock): boolean => {
    if (isAboutAuthor(text, author)) return true
    const part = scopesFrom(scope).find(({ parent }) => around.has(parent)) ?? scope
    if (scopesFrom(scope).some(({ noise, depth }) => noise !== null && depth >= part.depth)) return true
    const tally = weighed.tallies.get(part)
    return tally !== undefined && (tally.links + tally.controls + tally.pictures > 0 || tally.sentences === 0)
  }
  const massOf = (part: readonly TextBlock[]): number => total(part.map(({ index }) => weighed.weights[index] ?? 0))
  const tail = blocks.slice(end)
  const credits = tail.findIndex((block) => isClosingLine(block.text, block.links.length > 0))
  const boxes = tail.filter((block, at) => isBox(block) || (credits >= 0 && at >= credits))
  if (massOf(boxes) > massOf(blocks) * MAX_TAIL_SHARE) return blocks
  const dropped = new Set(boxes)
  return blocks.filter((block) => !dropped.has(block))
}
