import type { TextBlock } from '../page.ts'
import { type Scope, scopesFrom } from '../scope.ts'
import { consentButton, consentWall } from '../verdict/wordings.ts'
import { isDateline } from './lines.ts'
import { type BlockRange, isLink, rangesOf, type Weighing } from './structure.ts'
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
const consentSubject = new RegExp(wordings.consentSubjects.join('|'), 'iu')

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
export function findComments({ page, weights, title }: Weighing): BlockRange | null {
  const { blocks } = page
  const sums = [0]
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
  const massOf = (from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0)
  const whole = massOf(0, blocks.length)
  const labels = blocks.slice((title?.index ?? -1) + 1).filter(isCommentHeading)
  const ranges = labels.length === 0 ? new Map<Scope, BlockRange>() : rangesOf(page)
  for (const label of labels.slice(0, MAX_HEADINGS)) {
    const before = massOf(title?.index ?? 0, label.index)
    if (before < Math.max(LITTLE_MASS, whole * MIN_ARTICLE_SHARE)) continue
    const above = [...scopesFrom(label.scope)]
    const own = above.findLastIndex((scope) => massOf(ranges.get(scope)?.from ?? 0, label.index) < LITTLE_MASS)
    for (const scope of [above[own], above[own + 1]]) {
      const to = scope === undefined ? 0 : (ranges.get(scope)?.to ?? 0)
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
function noticeAround(button: TextBlock, { page, weights, title }: Weighing, ranges: ReturnType<typeof rangesOf>) {
  let found: BlockRange | null = null
  for (const scope of scopesFrom(button.scope)) {
    const range = ranges.get(scope)
    if (range === undefined || scope === page.root || range.to - range.from > MAX_BLOCKS) break
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

/**
 * Finds a request for consent by its buttons and by its subject, whatever the page calls it. Some are longer than the
 * article they cover.
 */
export function findConsent(weighing: Weighing): BlockRange | null {
  const { page } = weighing
  const buttons = page.blocks.filter((block) => block.text.length <= 40 && consentButton.test(block.text))
  if (buttons.length === 0) return null
  const ranges = rangesOf(page)
  const notices = buttons.values().take(MAX_BUTTONS)
  return notices.map((button) => noticeAround(button, weighing, ranges)).find((notice) => notice !== null) ?? null
}
