import type { Scope, TextBlock } from '../page.ts'
import { blockMass } from './mass.ts'

/** Parts of a text, which say nothing about where on the page it stands. */
const innerTags = new Set(
  'p li ul ol dl dd dt blockquote pre h1 h2 h3 h4 h5 h6 figure figcaption a span em strong b i u font small big label button cite q code'.split(
    ' ',
  ),
)

/** How many blocks every element holds. */
function countBlocks(blocks: readonly TextBlock[]): ReadonlyMap<Scope, number> {
  const counts = new Map<Scope, number>()
  for (const { scope } of blocks) {
    for (let at: Scope | null = scope; at !== null; at = at.parent) counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return counts
}

/** The element that a block's paragraph, list or table stands in; one with nothing else in it is the paragraph itself. */
function flowOf(block: TextBlock, container: Scope, counts: ReadonlyMap<Scope, number>): Scope {
  let at = block.type === 'table' ? (block.scope.parent ?? block.scope) : block.scope
  while (at.parent !== null && at !== container && (innerTags.has(at.tag) || counts.get(at) === 1)) at = at.parent
  return at
}

/** Names without their numbers: "paragraph 12" and "paragraph 13" are one kind. */
const kindOf = (scope: Scope): string =>
  `${scope.tag}.${scope.words
    .split(' ')
    .filter((word) => !/\d/u.test(word))
    .join('.')}`

/** Deeper than this two places on a page are told apart by what is nearest. */
const MAX_PLACE_DEPTH = 12

/** What a place on the page has in common with others built alike: the kinds of its elements, inside the container. */
function placeOf(flow: Scope, container: Scope): string {
  const kinds: string[] = []
  for (let at: Scope | null = flow; at !== null && at !== container && kinds.length < MAX_PLACE_DEPTH; at = at.parent)
    kinds.push(kindOf(at))
  return kinds.join('<')
}

/** A place that holds this share of the text is where the article is written. */
const HOME_SHARE = 0.25

/** Such places must hold so much of the text together, or the page has no such order. */
const HOME_TOGETHER = 0.6

/** A part built like the article's own is one of them when it holds this share of the text. */
const CHUNK_SHARE = 0.08

const total = (masses: Iterable<number>): number => [...masses].reduce((sum, mass) => sum + mass, 0)

function largest<Key>(masses: ReadonlyMap<Key, number>, whole: number): ReadonlySet<Key> {
  const found = [...masses].filter(([, mass]) => mass >= whole * HOME_SHARE)
  return new Set(total(found.map(([, mass]) => mass)) >= whole * HOME_TOGETHER ? found.map(([key]) => key) : [])
}

/** The elements whose own paragraphs make up the article; none where the text is spread over the page. */
function homesOf(blocks: readonly TextBlock[], container: Scope): ReadonlySet<Scope> {
  const counts = countBlocks(blocks)
  const byFlow = new Map<Scope, number>()
  const byPlace = new Map<string, number>()
  const places = new Map<Scope, string>()
  for (const block of blocks) {
    const flow = flowOf(block, container, counts)
    const place = places.get(flow) ?? placeOf(flow, container)
    places.set(flow, place)
    byFlow.set(flow, (byFlow.get(flow) ?? 0) + blockMass(block))
    byPlace.set(place, (byPlace.get(place) ?? 0) + blockMass(block))
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

/** No more than this share of the text goes for where it stands alone. */
const MAX_TAIL_SHARE = 0.35

/**
 * Leaves out what stands after the last paragraph of the article in parts of its own: boxes about the author, the
 * publisher's notes, invitations, other stories.
 */
export function dropAfterHome(blocks: readonly TextBlock[], container: Scope): readonly TextBlock[] {
  const homes = homesOf(blocks, container)
  if (homes.size === 0) return blocks
  const isHome = (block: TextBlock): boolean => {
    for (let at: Scope | null = block.scope; at !== null; at = at.parent) if (homes.has(at)) return true
    return false
  }
  const end = blocks.findLastIndex(isHome) + 1
  const tail = total(blocks.slice(end).map(blockMass))
  return tail <= total(blocks.map(blockMass)) * MAX_TAIL_SHARE ? blocks.slice(0, end) : blocks
}
