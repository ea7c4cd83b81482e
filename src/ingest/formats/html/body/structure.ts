import { siteOfHost } from '../metadata/metadata.ts'
import type { NoiseKind } from '../noise.ts'
import type { Page, Scope, TextBlock } from '../page.ts'

/** What the blocks of a scope add up to. */
export interface Tally {
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
  /** Characters of its paragraphs, less their links. */
  text: number
  /** Pages of the site that its links lead to; of no use beyond the second. */
  targets: Set<string>
}

export type Tallies = ReadonlyMap<Scope, Tally>

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

/** Adds up what the blocks of each scope are. */
export function tallyScopes(page: Page, url: string | null): Tallies {
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
      text: 0,
      targets: new Set<string>(),
    }
    tallies.set(scope, fresh)
    return fresh
  }
  for (const block of page.blocks) {
    const isLinkBlock = isLink(block)
    const isCut = !isLinkBlock && cutOff.test(block.text)
    const inside = block.links.reduce((sum, link) => sum + (leadsAway(link, url) ? 0 : 1), 0)
    const targets = block.links.filter((link) => !link.startsWith('#') && !leadsAway(link, url))
    const text = block.type === 'heading' || block.type === 'caption' ? 0 : block.chars - block.linkChars
    for (let at: Scope | null = block.scope; at !== null; at = at.parent) {
      const tally = tallyOf(at)
      tally.text += text
      for (const target of targets) if (tally.targets.size < 2) tally.targets.add(target)
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

/** A card of another post: a heading, a few lines, and a link to one page of the site. */
const MAX_CARD_BLOCKS = 5
const MAX_POST_CHARACTERS = 700
const MIN_CARDS = 3

/** Text beside its cards that makes a part more than a list of posts. */
const MAX_TEXT_BESIDE_CARDS = 100

/** Text that the page must hold outside the cards, and its proportion to theirs, for them not to be its subject. */
const MIN_TEXT_OUTSIDE = 250
const MIN_OUTSIDE_SHARE = 0.2

function scopesAround(block: TextBlock | null): ReadonlySet<Scope> {
  const around = new Set<Scope>()
  for (let at = block?.scope ?? null; at !== null; at = at.parent) around.add(at)
  return around
}

const signature = (scope: Scope): string => `${scope.tag}${scope.words.replace(/\d+/gu, '')}`

/**
 * Finds cards of other posts: parts of one list, built alike, each with one heading and one page that it links to. A list
 * among paragraphs of text is part of an article.
 *
 * @param title the article's title, which none of them contains
 */
export function findCards(page: Page, tallies: Tallies, title: TextBlock | null): ReadonlySet<Scope> {
  const titled = scopesAround(title)
  const lists = new Map<Scope, Map<string, Scope[]>>()
  for (const [scope, tally] of tallies) {
    if (scope.parent === null || titled.has(scope) || titled.has(scope.parent)) continue
    const isCard =
      tally.headings === 1 &&
      tally.linkBlocks > 0 &&
      tally.targets.size === 1 &&
      tally.blocks > 1 &&
      tally.blocks <= MAX_CARD_BLOCKS &&
      tally.chars <= MAX_POST_CHARACTERS
    if (!isCard) continue
    const kinds = lists.get(scope.parent) ?? new Map<string, Scope[]>()
    lists.set(scope.parent, kinds)
    const kind = signature(scope)
    kinds.set(kind, [...(kinds.get(kind) ?? []), scope])
  }
  const textOf = (scope: Scope): number => tallies.get(scope)?.text ?? 0
  const found: Scope[] = []
  for (const [list, kinds] of lists) {
    const cards = [...kinds.values()].filter((alike) => alike.length >= MIN_CARDS).flat()
    const beside = textOf(list) - cards.reduce((sum, card) => sum + textOf(card), 0)
    if (cards.length > 0 && beside <= MAX_TEXT_BESIDE_CARDS) found.push(...cards)
  }
  const inCards = found.reduce((sum, card) => sum + textOf(card), 0)
  const outside = textOf(page.root) - inCards
  return new Set(outside >= Math.max(MIN_TEXT_OUTSIDE, inCards * MIN_OUTSIDE_SHARE) ? found : [])
}

/**
 * What the build of a page's parts says about them, where nothing names them: lists and cards of links, pictures with
 * their captions.
 *
 * @param title the article's title, which stands in none of them
 */
export function noiseOfStructure(tallies: Tallies, title: TextBlock | null): ReadonlyMap<Scope, NoiseKind> {
  const found = new Map<Scope, NoiseKind>()
  const titled = scopesAround(title)
  for (const [scope, tally] of tallies) {
    if (titled.has(scope)) continue
    if (isLinkList(scope, tally)) found.set(scope, 'related')
    else if (isFigure(scope, tally)) found.set(scope, 'caption')
  }
  return found
}
