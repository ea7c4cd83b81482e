import { siteOfHost } from '../metadata/metadata.ts'
import type { NoiseKind } from '../noise.ts'
import { type Page, type Scope, scopesFrom, type TextBlock } from '../page.ts'

/** Totals of the blocks of a scope. */
interface Tally {
  chars: number
  linkChars: number
  blocks: number
  /** Blocks that are a link and nothing else. */
  linkBlocks: number
  /** Characters of the longest block, less its links. */
  longest: number
  /** Links that stay on the site. */
  inside: number
  links: number
  pictures: number
  headings: number
}

type Tallies = ReadonlyMap<Scope, Tally>

/** From this share on, a block is a link rather than text with links. */
const LINK_SHARE = 0.8

/** The share of a block's characters that are inside links, 0 to 1. */
export const linkShare = (block: TextBlock): number => (block.chars === 0 ? 0 : block.linkChars / block.chars)

export const isLink = (block: TextBlock): boolean => linkShare(block) >= LINK_SHARE

/** Whether a link leads to another site; false where the page's own address is not known. */
export function leadsAway(link: string, url: string | null): boolean {
  if (url === null || !/^(?:https?:)?\/\//iu.test(link)) return false
  const target = URL.parse(link, url)
  return target !== null && siteOfHost(target.hostname) !== siteOfHost(new URL(url).hostname)
}

/** Computes the totals of every scope. */
export function tallyScopes(page: Page, url: string | null): Tallies {
  const tallies = new Map<Scope, Tally>()
  const tallyOf = (scope: Scope): Tally =>
    tallies.getOrInsertComputed(scope, () => ({
      chars: 0,
      linkChars: 0,
      blocks: 0,
      linkBlocks: 0,
      longest: 0,
      inside: 0,
      links: 0,
      pictures: 0,
      headings: 0,
    }))
  for (const block of page.blocks) {
    const isLinkBlock = isLink(block)
    const inside = block.links.filter((link) => !leadsAway(link, url))
    const own = block.chars - block.linkChars
    for (const scope of scopesFrom(block.scope)) {
      const tally = tallyOf(scope)
      tally.chars += block.chars
      tally.linkChars += block.linkChars
      tally.blocks += 1
      tally.linkBlocks += isLinkBlock ? 1 : 0
      tally.longest = Math.max(tally.longest, own)
      tally.inside += inside.length
      tally.links += block.links.length
      tally.headings += block.type === 'heading' ? 1 : 0
    }
  }
  for (const [scope, count] of page.pictures) {
    for (const around of scopesFrom(scope)) tallyOf(around).pictures += count
  }
  return tallies
}

/** Consecutive blocks: the index of the first, and of the one after the last. */
export interface BlockRange {
  from: number
  to: number
}

/** The blocks in every part of a page. */
export function rangesOf(page: Page): ReadonlyMap<Scope, BlockRange> {
  const ranges = new Map<Scope, BlockRange>()
  for (const { scope, index } of page.blocks) {
    for (const around of scopesFrom(scope)) ranges.getOrInsert(around, { from: index, to: 0 }).to = index + 1
  }
  return ranges
}

/** From this share of links on, a part is a list of links. */
const LIST_SHARE = 0.6

/** Cards of other stories: each a link with a line or two about it. */
const CARD_SHARE = 0.3
const MAX_CARD_CHARACTERS = 250

const listTags = new Set(['ul', 'ol', 'dl'])

function isLinkList(scope: Scope, tally: Tally): boolean {
  if (tally.linkBlocks < (listTags.has(scope.tag) ? 2 : 3) || tally.inside < tally.links * 0.6) return false
  const share = tally.linkChars / tally.chars
  if (share >= LIST_SHARE) return true
  return share >= CARD_SHARE && tally.longest <= MAX_CARD_CHARACTERS && tally.linkBlocks >= tally.blocks * 0.3
}

/** Limits of a caption: a description and a credit. */
const MAX_CAPTION_CHARACTERS = 300
const MAX_CAPTION_BLOCKS = 2

const figureTags = new Set(['div', 'span', 'a', 'td', 'figure', 'center', 'button', 'section'])

/** Whether a part is nothing but a picture with a few words under it. */
function isFigure(scope: Scope, tally: Tally): boolean {
  if (tally.pictures === 0 || tally.pictures > 2 || !figureTags.has(scope.tag)) return false
  if (tally.headings > 0 || tally.blocks > MAX_CAPTION_BLOCKS) return false
  return tally.chars <= MAX_CAPTION_CHARACTERS && tally.linkChars < tally.chars * 0.5
}

/**
 * Recognizes lists and cards of links, and pictures with their captions, by structure alone, for parts without names.
 *
 * @param title the article's title, which is in none of them
 */
export function noiseOfStructure(tallies: Tallies, title: TextBlock | null): ReadonlyMap<Scope, NoiseKind> {
  const found = new Map<Scope, NoiseKind>()
  const titled = new Set(title === null ? [] : scopesFrom(title.scope))
  for (const [scope, tally] of tallies) {
    if (titled.has(scope)) continue
    if (isLinkList(scope, tally)) found.set(scope, 'related')
    else if (isFigure(scope, tally)) found.set(scope, 'caption')
  }
  return found
}
