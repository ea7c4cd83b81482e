import type { Page, Scope, TextBlock } from '../page.ts'
import { isDateline } from './lines.ts'
import { type BlockRange, rangesOf } from './ranges.ts'
import { isLink } from './structure.ts'

/** What stands above the comments of readers, in the languages that most of the web is written in. */
const heading = new RegExp(
  `^(?:(?:top rated|reader|readers[’']|user|all|latest|recent|view|show|read|your|the) )*[(\\[]?\\d{0,6}[)\\]]? ?(?:${[
    'comments?|responses?|replies|reactions|thoughts|discussion|join the (?:conversation|discussion)|what do you think\\??|leave a (?:reply|comment)|have your say',
    'kommentare?|diskussion|commentaires?|réactions|comentarios?|opiniones|comentários?|comment[io]|reacties|komentarze|kommentarer|yorumlar|komentar',
    'комментари[ийев]+|обсуждение|коментарі|σχόλια|תגובות|التعليقات|تعليقات?|نظرات|टिप्पणियाँ|टिप्पणियां|bình luận|ความคิดเห็น',
    '(?:全部|最新|热门|网友|網友|发表|發表)?(?:评论|評論|留言|跟帖|回复)|コメント|댓글',
  ].join(
    '|',
  )})(?:\\s*[:：(\\[（]?\\s*\\d{0,6}\\s*[)\\]）]?\\s*$|(?: (?:on|to|about|zu|sur|en|em|su)\\b| [“"«„]).{0,200}$)`,
  'iu',
)

const reply =
  /^(?:reply|reply to .{1,40}|like|report|flag|antworten|répondre|responder|rispondi|beantwoorden|odpowiedz|svara|svar|ответить|відповісти|yanıtla|الرد|رد|השב|回复|回覆|返信|답글|उत्तर)(?: ?\(?\d*\)?)?$/iu

const ago =
  /\b\d{1,2}\s?(?:[smhdwy]|mo|seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\b.{0,6}\bago\b|\b(?:vor|hace|il y a|há) \d{1,2}\b|\d{1,2}.{1,12}(?: назад| fa\b| önce)|منذ|לפני|\d{1,2}\s?(?:秒|分钟|分鐘|分|小时|小時|時間|天|日|か月|个月)前|\d{1,2}(?:분|시간|일) 전/iu

const isHeading = (block: TextBlock): boolean => block.text.length <= 200 && !isLink(block) && heading.test(block.text)

/** Longer lines are what somebody says, not who said it when. */
const MAX_SIGNATURE_CHARACTERS = 120

/** Whether a line is of those that stand beside every comment: when it was written, a button to answer. */
const isSignature = ({ text }: TextBlock): boolean =>
  text.length <= MAX_SIGNATURE_CHARACTERS && (isDateline(text) || ago.test(text) || reply.test(text))

/** As many such lines show that a part is a discussion. */
const MIN_SIGNATURES = 2

/** A part with less text than this before its heading holds none of the article. */
const LITTLE_MASS = 200

/** The article must be this much of what is weighed. */
const MIN_ARTICLE_SHARE = 0.08

/** Headings of discussions beyond this number are looked at by nobody. */
const MAX_HEADINGS = 20

function scopesAbove(scope: Scope): Scope[] {
  const found: Scope[] = []
  for (let at: Scope | null = scope; at !== null; at = at.parent) found.push(at)
  return found
}

/**
 * Finds the comments of readers by what stands above them and by the dates and buttons beside each, whatever the page
 * calls its parts.
 *
 * @param weights of the page's blocks as running text
 * @param title the article's title, above which no comments stand
 * @returns the blocks of the discussion; null where there is none
 */
export function findDiscussion(page: Page, weights: readonly number[], title: TextBlock | null): BlockRange | null {
  const { blocks } = page
  const sums = [0]
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
  const massOf = (from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0)
  const whole = massOf(0, blocks.length)
  const labels = blocks.slice((title?.index ?? -1) + 1).filter(isHeading)
  const ranges = labels.length === 0 ? new Map<Scope, BlockRange>() : rangesOf(page)
  for (const label of labels.slice(0, MAX_HEADINGS)) {
    const before = massOf(title?.index ?? 0, label.index)
    if (before < Math.max(LITTLE_MASS, whole * MIN_ARTICLE_SHARE)) continue
    const above = scopesAbove(label.scope)
    const own = above.findLastIndex((scope) => massOf(ranges.get(scope)?.from ?? 0, label.index) < LITTLE_MASS)
    for (const scope of [above[own], above[own + 1]]) {
      const to = scope === undefined ? 0 : (ranges.get(scope)?.to ?? 0)
      const inside = blocks.slice(label.index + 1, to)
      const signatures = inside.filter(isSignature).length
      if (signatures >= MIN_SIGNATURES) return { from: label.index, to }
    }
  }
  return null
}
