import type { NoiseKind } from '../noise.ts'
import type { Page, Scope, TextBlock } from '../page.ts'
import { findConsent } from './consent.ts'
import { findDiscussion } from './discussion.ts'
import { type BlockRange, rangesOf } from './ranges.ts'
import { findCards, noiseOfStructure, type Tallies, tallyScopes } from './structure.ts'

/** Text of a scope and everything in it. */
export interface Mass {
  /** Weight of running text, noise included. */
  raw: number
  /** Weight of running text outside noise. */
  clean: number
}

export interface WeighedPage {
  page: Page
  masses: ReadonlyMap<Scope, Mass>
  /** Noise that holds for a block: the outermost part of the page that is not article, or null. */
  noiseOf: (block: TextBlock) => NoiseKind | null
  noiseOfScope: (scope: Scope) => NoiseKind | null
  /** Indexes of the blocks that are comments of readers, a request for consent or cards of other posts. */
  said: ReadonlySet<number>
}

/** Below this a line is a label rather than running text (Readability's own threshold is 25). */
const MIN_PARAGRAPH_CHARACTERS = 25

/** Scripts that say in one character what others say in two or three. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u
const DENSE_WEIGHT = 2.2

/**
 * Weight of a block as running text: its length, for blocks that read as sentences, less its links. The comma count as
 * evidence of prose follows Arc90's Readability.
 */
export function blockMass(block: TextBlock): number {
  if (block.type === 'heading' || block.type === 'caption') return 0
  const scale = dense.test(block.text) ? DENSE_WEIGHT : 1
  const own = (block.chars - block.linkChars) * scale
  if (block.chars * scale < MIN_PARAGRAPH_CHARACTERS || own < block.chars * scale * 0.5) return 0
  const commas = block.text.match(/[,،、，;；]/gu)?.length ?? 0
  return own * (1 + Math.min(commas, 5) * 0.05) * (block.type === 'list-item' ? 0.6 : 1)
}

/** How much of a page's running text a part may hold before its name is doubted. */
interface Belief {
  /** Share of all text up to which the name counts. */
  share: number
  /** Beyond that share it still counts while so many times its own text stands outside anything named as noise. */
  ratio: number
}

const BELIEF: Record<NoiseKind, Belief> = {
  chrome: { share: 0.45, ratio: 0.5 },
  footer: { share: 0.65, ratio: 0.5 },
  share: { share: 0.3, ratio: 1 },
  related: { share: 0.45, ratio: 0.6 },
  promotion: { share: 0.3, ratio: 1 },
  byline: { share: 0.25, ratio: 1 },
  standfirst: { share: 0.25, ratio: 1 },
  comments: { share: 0.85, ratio: 0.1 },
  caption: { share: 0.35, ratio: 0.4 },
  consent: { share: 0.4, ratio: 1 },
  listing: { share: 0.3, ratio: 1 },
}

/** Something around nearly all of the text is the page's frame, whatever it is called. */
const FRAME_SHARE = 0.8

/** An article's worth of text: enough to let a large part go by its name. */
const ARTICLE_MASS = 800

/** The least that must stand outside, in proportion, for any name to count. */
const MIN_RATIO = 0.3

/** How often the doubted names are gone over; each round can only take more text for article. */
const MAX_ROUNDS = 6

type NoiseNames = ReadonlyMap<Scope, NoiseKind>

/** Running text outside anything that is named as noise, save what is known to be no noise. */
function pureMass(page: Page, weights: readonly number[], named: NoiseNames, cleared: ReadonlySet<Scope>): number {
  const known = new Map<Scope, boolean>()
  const isPure = (scope: Scope): boolean => {
    const found = known.get(scope)
    if (found !== undefined) return found
    const pure = (!named.has(scope) || cleared.has(scope)) && (scope.parent === null || isPure(scope.parent))
    known.set(scope, pure)
    return pure
  }
  return page.blocks.reduce((sum, block, index) => sum + (isPure(block.scope) ? (weights[index] ?? 0) : 0), 0)
}

/** Whether a scope's name counts, given its text, its share of the page's, and the text outside all noise. */
function isBelieved(noise: NoiseKind, raw: number, share: number, pure: number): boolean {
  if (noise !== 'comments' && share >= FRAME_SHARE) return false
  const belief = BELIEF[noise]
  if (share <= belief.share) return noise === 'comments' || pure >= raw * MIN_RATIO
  return pure >= raw * belief.ratio && pure >= ARTICLE_MASS
}

/**
 * The scopes whose names as noise are not to be believed. What is cleared adds to the text outside noise, against which
 * the others are weighed again, so a misnamed frame around the article does not discredit the names inside it.
 */
function clearedScopes(
  page: Page,
  weights: readonly number[],
  masses: ReadonlyMap<Scope, Mass>,
  names: NoiseNames,
): ReadonlySet<Scope> {
  const total = Math.max(1, masses.get(page.root)?.raw ?? 0)
  const named = [...names].map(([scope, noise]) => ({ scope, noise, raw: masses.get(scope)?.raw ?? 0 }))
  const cleared = new Set<Scope>()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pure = pureMass(page, weights, names, cleared)
    const doubted = named.filter(
      ({ scope, noise, raw }) => !cleared.has(scope) && !isBelieved(noise, raw, raw / total, pure),
    )
    const largest = doubted.reduce((most, { raw }) => Math.max(most, raw), 0)
    if (largest === 0) break
    // Frames nest, each with almost the text of the next: they are cleared together.
    for (const { scope, raw } of doubted) if (raw >= largest * 0.95) cleared.add(scope)
  }
  return cleared
}

/** What the parts of a page are by their names, or else by their build. */
function noiseNames(masses: ReadonlyMap<Scope, Mass>, tallies: Tallies, title: TextBlock | null): NoiseNames {
  const names = new Map(noiseOfStructure(tallies, title))
  for (const scope of masses.keys()) if (scope.noise !== null) names.set(scope, scope.noise)
  return names
}

/** Adds up the text of every scope, and settles which noise names are to be believed. */
export function weighPage(page: Page, title: TextBlock | null, url: string | null): WeighedPage {
  const masses = new Map<Scope, Mass>()
  const massOf = (scope: Scope): Mass => {
    const known = masses.get(scope)
    if (known !== undefined) return known
    const fresh = { raw: 0, clean: 0 }
    masses.set(scope, fresh)
    return fresh
  }
  const plain = page.blocks.map(blockMass)
  const said = new Map<number, NoiseKind>()
  const keep = (range: BlockRange | null, noise: NoiseKind): void => {
    for (let index = range?.from ?? 0; index < (range?.to ?? 0); index += 1) said.set(index, noise)
  }
  keep(findDiscussion(page, plain, title), 'comments')
  keep(findConsent(page, plain, title), 'consent')
  const tallies = tallyScopes(page, url)
  const cards = findCards(page, tallies, title)
  const ranges = cards.size === 0 ? new Map<Scope, BlockRange>() : rangesOf(page)
  for (const card of cards) keep(ranges.get(card) ?? null, 'related')
  const weights = page.blocks.map((block) => (said.has(block.index) ? 0 : (plain[block.index] ?? 0)))
  const add = (block: TextBlock, part: keyof Mass): void => {
    const weight = weights[block.index] ?? 0
    for (let at: Scope | null = block.scope; at !== null; at = at.parent) massOf(at)[part] += weight
  }
  for (const block of page.blocks) add(block, 'raw')
  const names = noiseNames(masses, tallies, title)
  const cleared = clearedScopes(page, weights, masses, names)

  const settled = new Map<Scope, NoiseKind | null>()
  const noiseOfScope = (scope: Scope): NoiseKind | null => {
    const known = settled.get(scope)
    if (known !== undefined) return known
    const above = scope.parent === null ? null : noiseOfScope(scope.parent)
    const noise = above ?? (cleared.has(scope) ? null : (names.get(scope) ?? null))
    settled.set(scope, noise)
    return noise
  }
  const noiseOf = (block: TextBlock): NoiseKind | null => said.get(block.index) ?? noiseOfScope(block.scope)
  for (const block of page.blocks) if (noiseOf(block) === null) add(block, 'clean')
  return { page, masses, noiseOf, noiseOfScope, said: new Set(said.keys()) }
}
