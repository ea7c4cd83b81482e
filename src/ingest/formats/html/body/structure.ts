import { siteOfHost } from '../metadata/metadata.ts'
import type { NoiseKind } from '../noise.ts'
import type { Page, TextBlock } from '../page.ts'
import { isWithin, type Scope, scopesFrom } from '../scope.ts'
import { isDateline, isLabel, isPointer, isSectionLabel } from './lines.ts'

/** Totals of the blocks of a scope. */
const newTally = () => ({
  chars: 0,
  linkChars: 0,
  blocks: 0,
  /** Blocks that are a link and nothing else. */
  linkBlocks: 0,
  /** Characters of the longest block, less its links. */
  longest: 0,
  /** Links that stay on the site. */
  inside: 0,
  links: 0,
  pictures: 0,
  /** Pictures in a figure element inside this scope. */
  enclosed: 0,
  /** Number of blocks on the page before its first picture. */
  firstPicture: Number.POSITIVE_INFINITY,
  /** Indexes of the first and last block. */
  first: Number.POSITIVE_INFINITY,
  last: -1,
  /** The same of those that are sentences. */
  firstText: Number.POSITIVE_INFINITY,
  lastText: -1,
  /** Blocks that end like sentences, however short. */
  sentences: 0,
  /** Fields and buttons. */
  controls: 0,
  /** Blocks that are cut off: "What happened was […]". */
  cut: 0,
  headings: 0,
  /** Characters of its paragraphs, less their links. */
  text: 0,
  /** Pages of the site that its links lead to, at most two. */
  targets: new Set<string>(),
})
export type Tally = ReturnType<typeof newTally>

/** A page with its article's title and the weights of its blocks as running text. */
export interface Weighing {
  page: Page
  title: TextBlock | null
  weights: readonly number[]
  tallies: Tallies
}

export type Tallies = ReadonlyMap<Scope, Tally>

/** From this share on, a block is a link rather than text with links. */
const LINK_SHARE = 0.8

/** The share of a block's characters that are inside links, 0 to 1. */
export const linkShare = (block: TextBlock): number => (block.chars === 0 ? 0 : block.linkChars / block.chars)

export const isLink = (block: TextBlock | undefined): boolean => block !== undefined && linkShare(block) >= LINK_SHARE

/** Whether a link leads to another site; false where the page's own is not known. */
export function leadsAway(link: string, site: string | null): boolean {
  if (site === null || !/^(?:https?:)?\/\//iu.test(link)) return false
  const target = URL.parse(link, 'https://page.invalid')
  return target !== null && siteOfHost(target.hostname) !== site
}

/** Scripts that write in one character what others write in two or three. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u
const DENSE_WEIGHT = 2.2

/** Weight of a character of a text as running text. */
export const characterWeight = (text: string): number => (dense.test(text) ? DENSE_WEIGHT : 1)

/** A shorter line may be a label. */
export const MIN_SENTENCE_CHARACTERS = 60

/** A line of a script whose sentences end without a mark. */
const MIN_UNMARKED_CHARACTERS = 40

/** Whether a line is a sentence of a script without full stops: Thai, Lao, Burmese. */
export const isUnmarkedSentence = (text: string): boolean =>
  text.length >= MIN_UNMARKED_CHARACTERS && /[\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}]$/u.test(text)

export const endsSentence = (text: string): boolean =>
  /[.!?…:。！？：؟।][”"’')\]»」]*$/u.test(text) || isUnmarkedSentence(text)

/** Ends of excerpts. */
export const cutOff = /(?:…|\.\.\.|\[…\]|\[\.\.\.\])$/u

export function tallyScopes(page: Page, site: string | null): Tallies {
  const tallies = new Map<Scope, Tally>()
  const tallyOf = (scope: Scope): Tally => tallies.getOrInsertComputed(scope, newTally)
  for (const block of page.blocks) {
    const isLinkBlock = isLink(block)
    const isCut = !isLinkBlock && cutOff.test(block.text)
    const inside = block.links.filter((link) => !leadsAway(link, site))
    const targets = inside.filter((link) => !link.startsWith('#'))
    const own = block.chars - block.linkChars
    const hasEnd = endsSentence(block.text) && !isLabel(block.text)
    const isSentence = hasEnd && own * characterWeight(block.text) >= MIN_SENTENCE_CHARACTERS
    for (let scope: Scope | null = block.scope; scope !== null; scope = scope.parent) {
      const tally = tallyOf(scope)
      tally.chars += block.chars
      tally.linkChars += block.linkChars
      tally.blocks += 1
      tally.linkBlocks += isLinkBlock ? 1 : 0
      tally.first = Math.min(tally.first, block.index)
      tally.last = block.index
      tally.sentences += hasEnd ? 1 : 0
      tally.longest = Math.max(tally.longest, own)
      if (isSentence) {
        tally.firstText = Math.min(tally.firstText, block.index)
        tally.lastText = block.index
      }
      tally.inside += inside.length
      tally.links += block.links.length
      tally.cut += isCut ? 1 : 0
      tally.headings += block.type === 'heading' ? 1 : 0
      tally.text += block.type === 'heading' || block.type === 'caption' ? 0 : own
      for (const target of targets) if (tally.targets.size < 2) tally.targets.add(target)
    }
  }
  for (const [scope, places] of page.pictures) {
    let isEnclosed = false
    for (const around of scopesFrom(scope)) {
      const tally = tallyOf(around)
      tally.pictures += places.length
      tally.enclosed += isEnclosed ? places.length : 0
      isEnclosed ||= around.tag === 'figure'
      tally.firstPicture = Math.min(tally.firstPicture, places[0] ?? tally.firstPicture)
    }
  }
  for (const [scope, count] of page.controls) {
    for (const around of scopesFrom(scope)) tallyOf(around).controls += count
  }
  return tallies
}

/** Consecutive blocks: the index of the first, and of the one after the last. */
export interface BlockRange {
  from: number
  to: number
}

/** The blocks of a scope; none if it has no tally. */
export function rangeOf(scope: Scope | undefined, tallies: Tallies): BlockRange {
  const tally = scope === undefined ? undefined : tallies.get(scope)
  return { from: tally?.first ?? 0, to: (tally?.last ?? -1) + 1 }
}

/** From this share of links on, a part is a list of links. */
const LIST_SHARE = 0.6

/** Cards of other stories: each a link with a line or two about it. */
const CARD_SHARE = 0.3
const MAX_CARD_CHARACTERS = 250

/** Excerpts of other stories may be longer. */
const MAX_EXCERPT_CHARACTERS = 600

const listTags = new Set(['ul', 'ol', 'dl'])

function isLinkList(scope: Scope, tally: Tally): boolean {
  if (tally.linkBlocks < (listTags.has(scope.tag) ? 2 : 3) || tally.inside < tally.links * 0.6) return false
  const share = tally.linkChars / tally.chars
  if (share >= LIST_SHARE) return true
  // Cards lead to other pages.
  if (tally.targets.size === 0) return false
  if (tally.cut >= 3 && tally.cut >= tally.blocks * CARD_SHARE && tally.longest <= MAX_EXCERPT_CHARACTERS) return true
  return share >= CARD_SHARE && tally.longest <= MAX_CARD_CHARACTERS && tally.linkBlocks >= tally.blocks * 0.3
}

/** Pages that list the messages of a mail archive by Pipermail, Hypermail or MHonArc: "date.html#7", "thrd2.html". */
const indexPage = /(?:^|\/)(?:date|threads?|author|subject|maillist|thrd|mail)\d*\.html?(?:#\w*)?$/u

/**
 * Whether a line links to the pages of a mail archive, perhaps with a label: "By: [ date ] [ thread ] [ author ]". Of two
 * links, both must be known pages; of more, one.
 */
export const isIndexLine = ({ text, links }: TextBlock): boolean =>
  links.filter((link) => indexPage.test(link)).length >= (links.length > 2 ? 1 : 2) &&
  /^[^[\]]{0,40}(?:\[[^[\]]{0,20}\p{L}{2}[^[\]]{0,20}\]\s?){2,}$/u.test(text)

/** Limit of the list around such a line, which also links to the messages before and after. */
const MAX_INDEX_BLOCKS = 8

/** Limits of a caption: a description and a credit. */
const MAX_CAPTION_CHARACTERS = 300
const MAX_CAPTION_BLOCKS = 2

/** Names of columns and texts: a sentence in one beside a picture is text. */
const column = / (?:col(?:umn)?s?|cell|grid item|body|content|text|txt|copy|intro|lead|lede) /u

const figureTags = new Set(['div', 'span', 'a', 'td', 'figure', 'center', 'button', 'section'])

/**
 * Whether a part is nothing but a picture with a few words under it. A sentence above the picture, or in a paragraph of
 * its own, is text beside it.
 */
function isFigure(scope: Scope, tally: Tally, { blocks }: Page): boolean {
  if (tally.pictures === 0 || tally.pictures > 2 || !figureTags.has(scope.tag)) return false
  // The caption of a figure element is inside it, so that a sentence beside it is text.
  if (tally.enclosed === tally.pictures && tally.firstText < Number.POSITIVE_INFINITY) return false
  if (blocks[tally.firstText]?.scope.tag === 'p' && blocks[tally.firstText]?.scope.noise === null) return false
  if (tally.headings > 0 || tally.blocks > MAX_CAPTION_BLOCKS || tally.firstPicture > tally.firstText) return false
  return tally.chars <= MAX_CAPTION_CHARACTERS && tally.linkChars < tally.chars * 0.5
}

/** A card of another post: a heading, a few lines, and a link to one page of the site. */
const MAX_CARD_BLOCKS = 5
const MAX_POST_CHARACTERS = 700
const MIN_CARDS = 3

/** Text beside its cards that makes a part more than a list of posts. */
const MAX_TEXT_BESIDE_CARDS = 100

/** Text that the page must have outside the cards, or else they are its subject; also as a ratio to theirs. */
const MIN_TEXT_OUTSIDE = 250
const MIN_OUTSIDE_SHARE = 0.2

const scopesAround = (block: TextBlock | null): ReadonlySet<Scope> =>
  new Set(block === null ? [] : scopesFrom(block.scope))

/** Tag and names of a scope without their numbers: scopes with the same signature are built alike. */
export const signature = (scope: Scope): string => `${scope.tag}${scope.words.replace(/\d+/gu, '')}`

/** Whether a line is a date, or a number alone, such as a count of readers. */
export const isProperty = ({ text }: TextBlock): boolean => isDateline(text) || /^[\d\s.,]{1,9}[kM]?$/u.test(text)

/** An article has the date of its publication and that of its last change. */
const MAX_OWN_DATES = 2

/** The dates, years and times of day above the entries of a chronicle: several, built alike, each before a text. */
export function datesOfEntries(blocks: readonly TextBlock[]): ReadonlySet<TextBlock> {
  const isBeforeText = (at: number): boolean => {
    const next = blocks[at + 1]
    return next !== undefined && !isLink(next) && (next.type === 'heading' || endsSentence(next.text))
  }
  const dates = blocks.filter((block, at) => block.type === 'paragraph' && isProperty(block) && isBeforeText(at))
  const kinds = [...Map.groupBy(dates, ({ scope }) => signature(scope)).values()]
  return new Set(kinds.filter(({ length }) => length > MAX_OWN_DATES).flat())
}

/**
 * Finds cards of other posts: parts of one list, built alike, each with one heading and links to one page, without the
 * article's title. A list among paragraphs of text is part of an article.
 */
export function findCards({ page, tallies, title }: Weighing): ReadonlySet<Scope> {
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
    const kinds = lists.getOrInsertComputed(scope.parent, () => new Map<string, Scope[]>())
    kinds.getOrInsert(signature(scope), []).push(scope)
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

/** A sentence that leads to what follows; languages without a colon there say "as follows". */
const announcing = /[:：]$|(?:次の|以下|下記|如下|다음)[^。.]{0,20}[。.]$|(?:ดังนี้|ต่อไปนี้)$/u

const MAX_TITLE_CHARACTERS = 60

/** Whether a block is a heading, or a line that looks like one. */
const isTitleLine = ({ type, text }: TextBlock): boolean =>
  type === 'heading' || (type === 'paragraph' && text.length <= MAX_TITLE_CHARACTERS && !endsSentence(text))

/**
 * Whether a list follows a heading and precedes a paragraph of a text, rather than being beside it; where the article's
 * title is beside them, headings and other lists may be between.
 */
function isInText(
  { index, scope, text }: TextBlock,
  blocks: readonly TextBlock[],
  titled: ReadonlySet<Scope>,
): boolean {
  const flow = scope.parent
  const list = scopesFrom(blocks[index + 1]?.scope ?? scope).find(({ parent }) => parent === flow)
  if (list === undefined || !listTags.has(list.tag) || isLabel(text)) return false
  const isInList = (block: TextBlock | undefined): boolean => block !== undefined && isWithin(block.scope, list)
  let after = index + 1
  while (isInList(blocks[after])) after += 1
  const isText = (block: TextBlock | undefined): boolean =>
    block?.type === 'paragraph' && block.scope.parent === flow && endsSentence(block.text)
  if (isText(blocks[after])) return true
  const isBeside = flow !== null && titled.has(flow) && blocks[after]?.scope.parent === flow
  return isBeside && blocks.slice(0, index).some(isText) && blocks.slice(after).some(isText)
}

/** Whether a list item is a sentence rather than a headline, also if it is a link. */
const isSentenceItem = ({ text, chars }: TextBlock): boolean =>
  chars * characterWeight(text) >= MIN_SENTENCE_CHARACTERS && /[^.][.。।]["”’)]*$/u.test(text)

/** A label above links to other pages has fewer words. */
const MIN_SENTENCE_WORDS = 7

/** The lists that the sentence or the heading before them announces: "The finds of this season:", and lists of sentences. */
function announcedLists({ blocks }: Page, titled: ReadonlySet<Scope>): ReadonlySet<Scope> {
  const lists = new Set<Scope>()
  for (const [at, block] of blocks.entries()) {
    const { text, type, scope, chars, linkChars } = block
    const first = blocks[at + 1]
    if (first?.type !== 'list-item' || linkChars > chars * 0.5 || isPointer(text)) continue
    if (isSectionLabel(text) && text.split(' ').length < MIN_SENTENCE_WORDS) continue
    const announces = type === 'paragraph' && announcing.test(text)
    if (!announces && !((isTitleLine(block) || isSentenceItem(first)) && isInText(block, blocks, titled))) continue
    const around = new Set(scopesFrom(scope))
    for (const inner of scopesFrom(first.scope)) {
      if (around.has(inner)) break
      lists.add(inner)
    }
  }
  return lists
}

/**
 * Recognizes lists and cards of links, and pictures with their captions, by structure alone, for parts without names. The
 * article's title is in none of them.
 */
export function noiseOfStructure({ page, tallies, title }: Weighing): Map<Scope, NoiseKind> {
  const found = new Map<Scope, NoiseKind>()
  const titled = scopesAround(title)
  const announced = announcedLists(page, titled)
  const withColumns = new Set<Scope | null>()
  for (const [scope, tally] of tallies) {
    if (column.test(scope.words) && tally.pictures === 0 && tally.lastText >= 0) withColumns.add(scope.parent)
  }
  for (const { scope } of page.blocks.filter(isIndexLine)) {
    const list = scopesFrom(scope).find(({ tag }) => listTags.has(tag))
    if (list !== undefined && (tallies.get(list)?.blocks ?? 0) <= MAX_INDEX_BLOCKS) found.set(list, 'related')
  }
  for (const [scope, tally] of tallies) {
    if (titled.has(scope) || announced.has(scope)) continue
    if (isLinkList(scope, tally)) found.set(scope, 'related')
    else if (isFigure(scope, tally, page) && !withColumns.has(scope)) found.set(scope, 'caption')
  }
  return found
}
