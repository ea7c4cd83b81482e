import { beliefIn, type NoiseKind } from '../noise.ts'
import type { Page, TextBlock } from '../page.ts'
import { isWithin, type Scope, scopesFrom } from '../scope.ts'
import { findComments, findConsent, findWall } from './comments-and-consent.ts'
import { isClosing, isDateline, isPointer } from './lines.ts'
import {
  type BlockRange,
  characterWeight,
  datesOfEntries,
  endsSentence,
  findCards,
  noiseOfStructure,
  rangeOf,
  signature,
  type Tallies,
  type Tally,
  tallyScopes,
  type Weighing,
} from './structure.ts'

export type WeighedPage = ReturnType<typeof weighPage>

/** A shorter line is a label rather than running text (Readability's threshold). */
const MIN_PARAGRAPH_CHARACTERS = 25

/** Code is part of an article, and no evidence of where it is. */
const CODE_WEIGHT = 0.05

/**
 * Weight of a block as running text: its length, for blocks that read as sentences, less its links. The comma count as
 * evidence of prose follows Arc90's Readability.
 */
export function blockMass(block: TextBlock): number {
  if (block.type === 'heading' || block.type === 'caption') return 0
  const scale = block.type === 'code' ? CODE_WEIGHT : characterWeight(block.text)
  const own = (block.chars - block.linkChars) * scale
  if (block.chars * scale < MIN_PARAGRAPH_CHARACTERS || own < block.chars * scale * 0.5) return 0
  const commas = block.text.match(/[,،、，;；]/gu)?.length ?? 0
  return own * (1 + Math.min(commas, 5) * 0.05) * (block.type === 'list-item' ? 0.6 : 1)
}

/** A part with nearly all of the text is the page's frame, whatever its name. */
const FRAME_SHARE = 0.8

/** An article's worth of text outside noise: enough to believe the name of a large part. */
const ARTICLE_MASS = 800

/** Minimum ratio of the text outside noise for any name to count. */
const MIN_RATIO = 0.3

/** The same for readers' comments, which may be much longer than the article. */
const MIN_RATIO_OF_COMMENTED = 0.05

/** Rounds of weighing the doubted names; each round can only add text to the article. */
const MAX_ROUNDS = 6

type NoiseNames = ReadonlyMap<Scope, NoiseKind>

/** Running text outside all scopes that are named as noise and not cleared. */
function pureMass({ page, weights }: Weighing, named: NoiseNames, cleared: ReadonlySet<Scope>): number {
  const known = new Map<Scope, boolean>()
  const isPure = (scope: Scope): boolean =>
    known.getOrInsertComputed(
      scope,
      () => (!named.has(scope) || cleared.has(scope)) && (scope.parent === null || isPure(scope.parent)),
    )
  return page.blocks.reduce((sum, { scope, index }) => sum + (isPure(scope) ? (weights[index] ?? 0) : 0), 0)
}

/** Running text of a note about the author, of a standfirst and of a box of key points, above or below the text. */
const MAX_OWN_MASS: Partial<Record<NoiseKind, number>> = { byline: 600, standfirst: 350 }

/** Names of columns beside the text. */
const beside = / (?:sidebars?|side ?(?:bar|rail|column|col)|rail) /u

/** The element of the article around its title, if it has text; null where the page has none. */
function mainScope({ title, tallies }: Weighing): Scope | null {
  const around = title === null ? [] : [...scopesFrom(title.scope)]
  const isMain = (scope: Scope): boolean =>
    (scope.tag === 'article' || scope.tag === 'main') && (tallies.get(scope)?.lastText ?? -1) >= 0
  return around.find(isMain) ?? null
}

/** Whether sentences come before and after a part in the innermost element that has others than those of the part. */
function isBetweenText(scope: Scope, { first, last }: Tally, tallies: Tallies): boolean {
  for (let at = scope.parent; at !== null; at = at.parent) {
    const around = tallies.get(at)
    if (around === undefined) return false
    const [isAfter, isBefore] = [around.firstText < first, around.lastText > last]
    if (isAfter || isBefore) return isAfter && isBefore
  }
  return false
}

/** Parts named as comments that contain others or are inside one, as in a discussion. */
function nestedComments(names: NoiseNames): ReadonlySet<Scope> {
  const nested = new Set<Scope>()
  for (const [scope, noise] of names) {
    if (noise !== 'comments') continue
    for (const around of scopesFrom(scope)) {
      if (around !== scope && names.get(around) === 'comments') nested.add(scope).add(around)
    }
  }
  return nested
}

/** Whether a part is a section of the text: a heading without a number, then paragraphs that don't begin with a name. */
function isSection({ first, last, blocks, headings, sentences }: Tally, { page }: Weighing): boolean {
  const [title, ...rest] = page.blocks.slice(first, last + 1)
  if (title?.type !== 'heading' || headings > 1 || headings + sentences < blocks || /\d/u.test(title.text)) return false
  return !rest.some(({ text }) => /^[^:.!?]{1,40}:\s/u.test(text))
}

/** Names that parts of a text have as well. */
const mildName = /^ (?:widgets?|sidebars?|labels?|tags?|call to action) $/u

/** Whether an `address`, in which sites put bylines, has a place: a number of a house or a telephone. */
const isPlace = ({ tag }: Scope, { first, last }: Tally, { page }: Weighing): boolean =>
  tag === 'address' && page.blocks.slice(first, last + 1).some(({ text }) => /\d/u.test(text) && !isDateline(text))

/** Whether a short part may be a remark, or a box of lists under headings, such as points for and against. */
const isRemark = ({ tag, noiseName }: Scope, { sentences, headings, blocks }: Tally): boolean =>
  tag === 'aside' || noiseName.includes('quote')
    ? sentences + headings > 0
    : mildName.test(noiseName) && (headings > 0 || sentences === blocks)

/**
 * Whether a part that is named as noise is running text and nothing else: sentences without links, fields or pictures. Its
 * name then means something else.
 */
function isPlainProse(
  scope: Scope,
  noise: NoiseKind,
  raw: number,
  weighing: Weighing,
  invites: (block: TextBlock) => boolean,
): boolean {
  const { page, tallies } = weighing
  const tally = tallies.get(scope)
  const isShort = raw < MIN_PROSE_MASS
  // Notes at the foot of the page are prose as well.
  if (tally === undefined || noise === 'footer') return false
  if (isShort && !isRemark(scope, tally) && !isPlace(scope, tally, weighing)) return false
  if (tally.linkBlocks + tally.controls + tally.pictures > 0) return false
  if (tally.links > 0 && (noise !== 'related' || tally.linkChars > tally.chars * MAX_LINK_SHARE)) return false
  if (page.blocks.slice(tally.first, tally.last + 1).some(invites)) return false
  // A page without pictures has no captions; a quotation that repeats the text is dropped later.
  const isCaption = noise === 'caption' && !scope.noiseName.includes('quote')
  if (isCaption) return !isShort && scopesFrom(scope).every((around) => tallies.get(around)?.pictures === 0)
  if (noise === 'comments') return isSection(tally, weighing)
  return (
    isBetweenText(scope, tally, tallies) || (!isShort && !beside.test(scope.words) && raw > (MAX_OWN_MASS[noise] ?? 0))
  )
}

/**
 * Whether a part is nothing but the heading of a section or entry, perhaps with its time, below the title.
 *
 * @param sections signatures of elements that are on the page several times, each with a header
 */
function isSectionHead(
  scope: Scope,
  noise: NoiseKind,
  { page, title, tallies }: Weighing,
  sections: ReadonlySet<string>,
): boolean {
  const [tally, whole] = [tallies.get(scope), tallies.get(page.root)]
  if (noise !== 'standfirst' || tally === undefined || whole === undefined) return false
  const { first, last, headings, linkBlocks } = tally
  const around = scope.parent ?? scope
  const section = tallies.get(around)
  // A last section may have only a list.
  const end = section?.linkBlocks === 0 ? Math.max(section.last, whole.lastText) : whole.lastText
  if (headings === 0 || linkBlocks > 0 || first <= (title?.index ?? 0) || last >= end) return false
  const isHead = ({ type, text }: TextBlock): boolean =>
    type === 'heading' || isDateline(text) || (isAlike ? !endsSentence(text) : !/\p{L}/u.test(text))
  const isAlike = sections.has(signature(around))
  const isOwn = /^(?:article|section)$/u.test(around.tag) || isAlike
  const isEntry = isOwn && title !== null && !isWithin(title.scope, around)
  return (isEntry || first > whole.firstText) && page.blocks.slice(first, last + 1).every(isHead)
}

/** Whether a part named as a byline or header is the date of an entry, as in a chronicle. */
const isDateOfEntry = ({ first, last }: Tally, { page }: Weighing, dates: ReadonlySet<TextBlock>): boolean => {
  const block = page.blocks[first]
  return first === last && block !== undefined && dates.has(block)
}

/** A number, perhaps with a unit or currency: "412", "98 %", "€2.4m". */
const figure = /^[^\p{L}]{0,4}\d[^\p{L}]*\p{L}{0,3}[^\p{L}]{0,2}$/u

/** Whether a part named as a label numbers a part of the text, "Step 1", or says what a figure in the text counts. */
function isTextLabel(scope: Scope, tally: Tally, { page: { blocks }, tallies }: Weighing): boolean {
  const { first, last } = tally
  if (!mildName.test(scope.noiseName) || first !== last) return false
  const isBeside = (block: TextBlock | undefined): boolean =>
    block !== undefined && figure.test(block.text) && isWithin(block.scope, scope.parent ?? scope)
  return (
    /^\p{L}{3,}\s?\d{1,2}[.:]?$/u.test(blocks[first]?.text ?? '') ||
    ([blocks[first - 1], blocks[first + 1]].some(isBeside) && isBetweenText(scope, tally, tallies))
  )
}

/** Share of links in a remark set in an aside. */
const MAX_LINK_SHARE = 0.25

/** Share of a page's running text that shows that a name does not mean noise there. */
const MISNAMED_SHARE = 0.25

/** Less running text counts only as a remark between paragraphs of the text. */
const MIN_PROSE_MASS = 80

/** Whether a scope's name counts, given its text, its share of the page's, and the text outside all noise. */
function isBelieved(noise: NoiseKind, raw: number, share: number, pure: number): boolean {
  if (noise !== 'comments' && share >= FRAME_SHARE) return false
  const belief = beliefIn(noise)
  if (share <= belief.share) return pure >= raw * (noise === 'comments' ? MIN_RATIO_OF_COMMENTED : MIN_RATIO)
  return pure >= raw * belief.ratio && pure >= ARTICLE_MASS
}

/**
 * Finds the scopes whose names as noise are wrong. Their text counts as outside noise when the others are weighed again,
 * so a misnamed frame around the article does not discredit the names inside it.
 */
function clearedScopes(weighing: Weighing, masses: ReadonlyMap<Scope, number>, names: NoiseNames): Set<Scope> {
  const { tallies } = weighing
  const total = Math.max(1, masses.get(weighing.page.root) ?? 0)
  const named = [...names].map(([scope, noise]) => ({ scope, noise, raw: masses.get(scope) ?? 0 }))
  const cleared = new Set<Scope>()
  const dates = datesOfEntries(weighing.page.blocks)
  const main = mainScope(weighing)
  const isBesideMain = (scope: Scope): boolean => main !== null && !isWithin(scope, main)
  const discussions = nestedComments(names)
  // Parts may be nested, so each block is judged once.
  const invitations = new Map<TextBlock, boolean>()
  const invites = (block: TextBlock): boolean =>
    invitations.getOrInsertComputed(block, ({ text }) => isClosing(text) || isPointer(text))
  const headed = named.flatMap(({ scope: { tag, parent } }) => (tag === 'header' && parent ? [signature(parent)] : []))
  const alike = [...Map.groupBy(headed, (one) => one).values()].filter(({ length }) => length > 1)
  const sections = new Set(alike.flat())
  const proseByName = new Map<string, number>()
  for (const { scope, noise, raw } of named) {
    const tally = tallies.get(scope)
    if (isSectionHead(scope, noise, weighing, sections)) cleared.add(scope)
    if (tally !== undefined && isTextLabel(scope, tally, weighing)) cleared.add(scope)
    if (tally !== undefined && noise !== 'chrome' && isDateOfEntry(tally, weighing, dates)) cleared.add(scope)
    if (discussions.has(scope) || isBesideMain(scope)) continue
    if (!isPlainProse(scope, noise, raw, weighing, invites)) continue
    cleared.add(scope)
    proseByName.set(scope.noiseName, (proseByName.get(scope.noiseName) ?? 0) + raw)
  }
  /** A name that is wrong for much of a page means something else in its other places too: "widget", "label". */
  const clearAlike = (wrong: ReadonlySet<string>): void => {
    for (const { scope } of named) if (wrong.has(scope.noiseName)) cleared.add(scope)
  }
  clearAlike(new Set([...proseByName].filter(([, mass]) => mass >= total * MISNAMED_SHARE).map(([name]) => name)))
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pure = pureMass(weighing, names, cleared)
    const doubted = named.filter(
      ({ scope, noise, raw }) => !cleared.has(scope) && !isBelieved(noise, raw, raw / total, pure),
    )
    const largest = doubted.reduce((most, { raw }) => Math.max(most, raw), 0)
    if (largest === 0) break
    // Nested frames, each with almost the same text, are cleared together.
    const wrong = new Set<string>()
    for (const { scope, raw } of doubted) {
      if (raw < largest * 0.95) continue
      cleared.add(scope)
      wrong.add(scope.noiseName)
    }
    clearAlike(wrong)
  }
  return cleared
}

/** Blocks that are not article whatever the names around them, by index. */
function excludedBlocks(weighing: Weighing): ReadonlyMap<number, NoiseKind> {
  const excluded = new Map<number, NoiseKind>()
  const exclude = (range: BlockRange | null, noise: NoiseKind): void => {
    for (let index = range?.from ?? 0; index < (range?.to ?? 0); index += 1) excluded.set(index, noise)
  }
  exclude(findComments(weighing), 'comments')
  exclude(findConsent(weighing), 'consent')
  exclude(findWall(weighing), 'consent')
  for (const card of findCards(weighing)) exclude(rangeOf(card, weighing.tallies), 'related')
  return excluded
}

/** Adds up the text of every scope, and decides which noise names to believe. */
export function weighPage(page: Page, title: TextBlock | null, site: string | null) {
  const plain = page.blocks.map(blockMass)
  const tallies = tallyScopes(page, site)
  const excluded = excludedBlocks({ page, title, tallies, weights: plain })
  const weights = plain.map((weight, index) => (excluded.has(index) ? 0 : weight))
  const sumByScope = (blocks: readonly TextBlock[]): Map<Scope, number> => {
    const sums = new Map<Scope, number>()
    for (const { scope, index } of blocks) {
      const weight = weights[index] ?? 0
      for (let at: Scope | null = scope; at !== null; at = at.parent) sums.set(at, (sums.get(at) ?? 0) + weight)
    }
    return sums
  }
  const raw = sumByScope(page.blocks)
  const weighing = { page, title, tallies, weights }
  const names = noiseOfStructure(weighing)
  for (const scope of raw.keys()) if (scope.noise !== null) names.set(scope, scope.noise)
  const cleared = clearedScopes(weighing, raw, names)

  const settled = new Map<Scope, NoiseKind | null>()
  const noiseOfScope = (scope: Scope): NoiseKind | null =>
    settled.getOrInsertComputed(scope, () => {
      const above = scope.parent === null ? null : noiseOfScope(scope.parent)
      return above ?? (cleared.has(scope) ? null : (names.get(scope) ?? null))
    })
  const noiseOf = (block: TextBlock): NoiseKind | null => excluded.get(block.index) ?? noiseOfScope(block.scope)
  const clean = sumByScope(page.blocks.filter((block) => noiseOf(block) === null))
  return {
    page,
    /** All scopes with blocks in them. */
    scopes: [...raw.keys()],
    /** Weight of the running text in a scope, noise left out. */
    clean: (scope: Scope): number => clean.get(scope) ?? 0,
    /** Kind of the outermost part around a block that is not article, or null. */
    noiseOf,
    noiseOfScope,
    tallies,
    /** Weight of each block as running text, by its index. */
    weights,
  }
}
