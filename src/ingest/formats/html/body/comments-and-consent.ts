import type { TextBlock } from '../page.ts'
import { scopesFrom } from '../scope.ts'
import { consentButton, consentWall, payWall } from '../verdict/wordings.ts'
import { isDateline } from './lines.ts'
import { type BlockRange, isLink, rangeOf, type Weighing } from './structure.ts'
import wordings from './wordings.json' with { type: 'json' }

/** Headings above readers' comments, with their number or what they are about. */
const commentHeading = new RegExp(
  [
    "^(?:(?:top rated|reader|readers[’']|user|all|latest|recent|view|show|read|your|the) )*[(\\[]?\\d{0,6}[)\\]]? ?",
    `(?:${wordings.commentHeadings.join('|')})`,
    '(?:\\s*(?:[:：(\\[（]\\s*)?(?:\\d{1,6}\\s*)?(?:[)\\]）]\\s*)?$|(?: (?:on|to|about|zu|sur|en|em|su)\\b| [“"«„]).{0,200}$)',
  ].join(''),
  'iu',
)
const replyButton = new RegExp(`^(?:${wordings.replyButtons.join('|')})(?: ?\\(?\\d*\\)?)?$`, 'iu')
const elapsedTime = new RegExp(wordings.elapsedTimes.join('|'), 'iu')
/** Words of requests for consent. */
export const consentSubject = new RegExp(wordings.consentSubjects.join('|'), 'iu')

const isCommentHeading = (block: TextBlock): boolean =>
  block.text.length <= 200 && !isLink(block) && commentHeading.test(block.text)

/** Longer lines are the comment itself. */
const MAX_SIGNATURE_CHARACTERS = 120

/** Whether a line is one of those beside every comment: its time, a reply button. */
const isSignature = ({ text }: TextBlock): boolean =>
  text.length <= MAX_SIGNATURE_CHARACTERS && (isDateline(text) || elapsedTime.test(text) || replyButton.test(text))

/** Number of such lines that makes a part of the page a discussion. */
const MIN_SIGNATURES = 2

/** A part with less text than this before its heading contains none of the article. */
const LITTLE_MASS = 200

/** The article must be this much of all weighed text. */
const MIN_ARTICLE_SHARE = 0.08

const MAX_HEADINGS = 20
const MAX_BUTTONS = 20

/** Finds readers' comments by their heading and by the dates and buttons beside each, whatever the page calls its parts. */
export function findComments({ page, weights, title, tallies }: Weighing): BlockRange | null {
  const { blocks } = page
  const sums = [0]
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
  const massOf = (from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0)
  const whole = massOf(0, blocks.length)
  const labels = blocks.slice((title?.index ?? -1) + 1).filter(isCommentHeading)
  for (const label of labels.slice(0, MAX_HEADINGS)) {
    const before = massOf(title?.index ?? 0, label.index)
    if (before < Math.max(LITTLE_MASS, whole * MIN_ARTICLE_SHARE)) continue
    const above = [...scopesFrom(label.scope)]
    const own = above.findLastIndex((scope) => massOf(rangeOf(scope, tallies).from, label.index) < LITTLE_MASS)
    for (const scope of [above[own], above[own + 1]]) {
      const { to } = rangeOf(scope, tallies)
      const inside = blocks.slice(label.index + 1, to)
      if (inside.filter(isSignature).length >= MIN_SIGNATURES) return { from: label.index, to }
    }
  }
  return null
}

/** Share of a notice's text that must be about consent. */
const SUBJECT_SHARE = 0.5

/** A part with more blocks than this is more than a notice. */
const MAX_BLOCKS = 400

/** The widest part around a button that is mostly about consent and does not contain the title. */
function noticeAround(button: TextBlock, { page, weights, title, tallies }: Weighing): BlockRange | null {
  let found: BlockRange | null = null
  for (const scope of scopesFrom(button.scope)) {
    const range = rangeOf(scope, tallies)
    if (scope === page.root || range.to - range.from > MAX_BLOCKS) break
    if (title !== null && title.index >= range.from && title.index < range.to) break
    const inside = page.blocks.slice(range.from, range.to)
    const massOf = (blocks: readonly TextBlock[]): number =>
      blocks.reduce((sum, block) => sum + (weights[block.index] ?? 0), 0)
    const whole = massOf(inside)
    if (whole === 0) continue
    if (massOf(inside.filter((block) => consentSubject.test(block.text))) < whole * SUBJECT_SHARE) break
    if (inside.some((block) => consentWall.test(block.text.slice(0, 2000)))) found = range
  }
  return found
}

const isShort = ({ text }: TextBlock): boolean => text.length <= 40

/** Whether a line is on a button, whatever it says. */
const isButton = (block: TextBlock): boolean =>
  isShort(block) &&
  scopesFrom(block.scope).some(({ tag, words }) => tag === 'button' || / (?:button|btn) /u.test(words))

/** A notice with a button of unknown wording has fewer blocks. */
const MAX_SMALL_BLOCKS = 12

/**
 * Finds a request for consent by its buttons or its name, and by its subject. Some are longer than the
 * article they cover; one without a button of known wording is small.
 */
export function findConsent(weighing: Weighing): BlockRange | null {
  const { blocks } = weighing.page
  const known = blocks.filter((block) => isShort(block) && consentButton.test(block.text))
  const named = blocks.filter(({ scope }) => scopesFrom(scope).some(({ noise }) => noise === 'consent'))
  const around = (block: TextBlock): BlockRange | null => noticeAround(block, weighing)
  const notice = [...known.slice(0, MAX_BUTTONS), ...named.slice(0, MAX_BUTTONS)].values().map(around).find(Boolean)
  if (notice) return notice
  const isSmall = (range: BlockRange | null): boolean => range !== null && range.to - range.from <= MAX_SMALL_BLOCKS
  return blocks.values().filter(isButton).take(MAX_BUTTONS).map(around).find(isSmall) ?? null
}

/** A request to subscribe is a heading, a few lines and a button or a link. */
const MAX_WALL_BLOCKS = 8
const MIN_WALL_LINE = 8
const MAX_WALL_LINE = 220
const MAX_WALLS = 10

/** Finds a request to subscribe or log in, beside or within the article, by its wording and its button or link. */
export function findWall({ page, title, tallies }: Weighing): BlockRange | null {
  const below = page.blocks.slice((title?.index ?? -1) + 1)
  const isLine = ({ text }: TextBlock): boolean => text.length >= MIN_WALL_LINE && text.length <= MAX_WALL_LINE
  const lines = below.filter((block) => isLine(block) && !isLink(block) && payWall.test(block.text)).slice(0, MAX_WALLS)
  const wholeText = tallies.get(page.root)?.text ?? 0
  for (const line of lines) {
    let found: BlockRange | null = null
    for (const scope of scopesFrom(line.scope)) {
      const { from, to } = rangeOf(scope, tallies)
      const tally = tallies.get(scope)
      if (tally === undefined || scope === page.root || (title !== null && title.index >= from && title.index < to))
        break
      if (to - from > MAX_WALL_BLOCKS || tally.longest > MAX_WALL_LINE || tally.text * 2 > wholeText) break
      if (to - from > 1 && tally.controls + tally.links > 0) found = { from, to }
    }
    if (found !== null) return found
  }
  return null
}
