import { siteOfHost } from '../metadata/metadata.ts'
import type { NoiseKind } from '../noise.ts'
import type { Page, Scope, TextBlock } from '../page.ts'

/** What the blocks of a scope add up to. */
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
  /** Blocks that break off: "What happened was […]". */
  cut: number
  headings: number
}

/** From this share on a block is a link rather than a text that has links. */
const LINK_SHARE = 0.8

/** The share of a block's characters that stand in links, 0 to 1. */
export const linkShare = (block: TextBlock): number => (block.chars === 0 ? 0 : block.linkChars / block.chars)

export const isLink = (block: TextBlock): boolean => linkShare(block) >= LINK_SHARE

/** Whether a link leads to another site; false where the page's own address is not known. */
export function leadsAway(link: string, url: string | null): boolean {
  if (url === null || !/^(?:https?:)?\/\//iu.test(link)) return false
  const target = URL.parse(link, url)
  return target !== null && siteOfHost(target.hostname) !== siteOfHost(new URL(url).hostname)
}

const cutOff = /(?:…|\.\.\.|\[…\]|\[\.\.\.\])$/u

function tallyScopes(page: Page, url: string | null): ReadonlyMap<Scope, Tally> {
  const tallies = new Map<Scope, Tally>()
  const tallyOf = (scope: Scope): Tally => {
    const known = tallies.get(scope)
    if (known !== undefined) return known
    const fresh = {
      chars: 0,
      linkChars: 0,
      blocks: 0,
      linkBlocks: 0,
      longest: 0,
      inside: 0,
      links: 0,
      pictures: 0,
      cut: 0,
      headings: 0,
    }
    tallies.set(scope, fresh)
    return fresh
  }
  for (const block of page.blocks) {
    const isLinkBlock = isLink(block)
    const isCut = !isLinkBlock && cutOff.test(block.text)
    const inside = block.links.reduce((sum, link) => sum + (leadsAway(link, url) ? 0 : 1), 0)
    for (let at: Scope | null = block.scope; at !== null; at = at.parent) {
      const tally = tallyOf(at)
      tally.chars += block.chars
      tally.linkChars += block.linkChars
      tally.blocks += 1
      tally.linkBlocks += isLinkBlock ? 1 : 0
      tally.longest = Math.max(tally.longest, block.chars - block.linkChars)
      tally.inside += inside
      tally.links += block.links.length
      tally.cut += isCut ? 1 : 0
      tally.headings += block.type === 'heading' ? 1 : 0
    }
  }
  for (const [scope, count] of page.pictures) {
    for (let at: Scope | null = scope; at !== null; at = at.parent) tallyOf(at).pictures += count
  }
  return tallies
}

/** The share of links from which on a part is a list of them, however its text is called. */
const LIST_SHARE = 0.6

/** Cards of other stories: a link each, with a line or two about it. */
const CARD_SHARE = 0.3
const MAX_CARD_CHARACTERS = 250

/** The beginnings of other stories, broken off, may be longer. */
const MAX_EXCERPT_CHARACTERS = 600

const listTags = new Set(['ul', 'ol', 'dl'])

function isLinkList(scope: Scope, tally: Tally): boolean {
  if (tally.linkBlocks < (listTags.has(scope.tag) ? 2 : 3) || tally.inside < tally.links * 0.6) return false
  const share = tally.linkChars / tally.chars
  if (share >= LIST_SHARE) return true
  if (tally.cut >= 3 && tally.cut >= tally.blocks * CARD_SHARE && tally.longest <= MAX_EXCERPT_CHARACTERS) return true
  return share >= CARD_SHARE && tally.longest <= MAX_CARD_CHARACTERS && tally.linkBlocks >= tally.blocks * 0.3
}

/** A caption is shorter than this, and has at most so many lines: what it shows and whose picture it is. */
const MAX_CAPTION_CHARACTERS = 300
const MAX_CAPTION_BLOCKS = 2

const figureTags = new Set(['div', 'span', 'a', 'td', 'figure', 'center', 'button', 'section'])

/** Whether a part is a picture with a few words under it, in an element of its own. */
function isFigure(scope: Scope, tally: Tally): boolean {
  if (tally.pictures === 0 || tally.pictures > 2 || !figureTags.has(scope.tag)) return false
  if (tally.headings > 0 || tally.blocks > MAX_CAPTION_BLOCKS) return false
  return tally.chars <= MAX_CAPTION_CHARACTERS && tally.linkChars < tally.chars * 0.5
}

/**
 * What the build of a page's parts says about them, where nothing names them: lists and cards of links, pictures with
 * their captions.
 *
 * @param title the article's title, which stands in none of them
 * @param url address of the page, to tell its own links from others
 */
export function noiseOfStructure(
  page: Page,
  title: TextBlock | null,
  url: string | null,
): ReadonlyMap<Scope, NoiseKind> {
  const found = new Map<Scope, NoiseKind>()
  const titled = new Set<Scope>()
  for (let at = title?.scope ?? null; at !== null; at = at.parent) titled.add(at)
  for (const [scope, tally] of tallyScopes(page, url)) {
    if (titled.has(scope)) continue
    if (isLinkList(scope, tally)) found.set(scope, 'related')
    else if (isFigure(scope, tally)) found.set(scope, 'caption')
  }
  return found
}
