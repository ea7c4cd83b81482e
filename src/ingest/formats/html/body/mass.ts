import type { NoiseKind } from '../noise.ts'
import type { Page, Scope, TextBlock } from '../page.ts'

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
}

/** Below this a line is a label rather than running text (Readability's own threshold is 25). */
const MIN_PARAGRAPH_CHARACTERS = 25

/**
 * Weight of a block as running text: its length, for blocks that read as sentences, less its links. The comma count as
 * evidence of prose follows Arc90's Readability.
 */
export function blockMass(block: TextBlock): number {
  if (block.type === 'heading' || block.type === 'caption') return 0
  const own = block.chars - block.linkChars
  if (block.chars < MIN_PARAGRAPH_CHARACTERS || own < block.chars * 0.5) return 0
  const commas = block.text.match(/[,،、，;；]/gu)?.length ?? 0
  return own * (1 + Math.min(commas, 5) * 0.05) * (block.type === 'list-item' ? 0.6 : 1)
}

/** Share of a page's running text above which a part is the article whatever its names say. */
const MAX_NOISE_SHARE: Record<NoiseKind, number> = {
  chrome: 0.45,
  share: 0.3,
  related: 0.45,
  promotion: 0.3,
  byline: 0.25,
  comments: 0.85,
  caption: 0.35,
  consent: 0.4,
  listing: 0.3,
}

/** Adds up the text of every scope, and settles which noise names are to be believed. */
export function weighPage(page: Page): WeighedPage {
  const masses = new Map<Scope, Mass>()
  const massOf = (scope: Scope): Mass => {
    const known = masses.get(scope)
    if (known !== undefined) return known
    const fresh = { raw: 0, clean: 0 }
    masses.set(scope, fresh)
    return fresh
  }
  const weights = page.blocks.map(blockMass)
  page.blocks.forEach((block, index) => {
    const weight = weights[index] ?? 0
    for (let at: Scope | null = block.scope; at !== null; at = at.parent) massOf(at).raw += weight
  })
  const total = Math.max(1, massOf(page.root).raw)

  const settled = new Map<Scope, NoiseKind | null>()
  const noiseOfScope = (scope: Scope): NoiseKind | null => {
    const known = settled.get(scope)
    if (known !== undefined) return known
    const above = scope.parent === null ? null : noiseOfScope(scope.parent)
    const believed = scope.noise !== null && massOf(scope).raw / total <= MAX_NOISE_SHARE[scope.noise]
    const noise = above ?? (believed ? scope.noise : null)
    settled.set(scope, noise)
    return noise
  }
  page.blocks.forEach((block, index) => {
    if (noiseOfScope(block.scope) !== null) return
    const weight = weights[index] ?? 0
    for (let at: Scope | null = block.scope; at !== null; at = at.parent) massOf(at).clean += weight
  })
  return { page, masses, noiseOf: (block) => noiseOfScope(block.scope) }
}
