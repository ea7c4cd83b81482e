import type { Page, Scope, TextBlock } from '../page.ts'
import { consentButton, consentWall } from '../verdict/wordings.ts'
import { type BlockRange, rangesOf } from './ranges.ts'

/** What requests for consent speak of, line by line. */
const subject =
  /cookie|consent|partner|privacy|tracking|personal data|einwilligung|datenschutz|consentement|confidentialité|consentimiento|privacidad|consentimento|privacidade|consenso|toestemming|samtyck|samtykke|zgod|соглас|конфиденциальн|çerez|ملفات تعريف|الخصوصية|עוגיות|פרטיות|同意|クッキー|プライバシー|隐私|隱私|쿠키|개인정보/iu

/** The share of a part's text that must speak of consent. */
const SUBJECT_SHARE = 0.5

/** A part with more blocks than this is more than a notice. */
const MAX_BLOCKS = 400

/** The widest part around a button that speaks of consent for the most part, and does not hold the title. */
function noticeAround(
  button: TextBlock,
  page: Page,
  weights: readonly number[],
  title: TextBlock | null,
  ranges: ReadonlyMap<Scope, BlockRange>,
): BlockRange | null {
  let found: BlockRange | null = null
  for (let at: Scope | null = button.scope; at !== null && at !== page.root; at = at.parent) {
    const range = ranges.get(at)
    if (range === undefined) continue
    if (range.to - range.from > MAX_BLOCKS) break
    if (title !== null && title.index >= range.from && title.index < range.to) break
    const inside = page.blocks.slice(range.from, range.to)
    const whole = inside.reduce((sum, block) => sum + (weights[block.index] ?? 0), 0)
    if (whole === 0) continue
    const about = inside.reduce((sum, block) => sum + (subject.test(block.text) ? (weights[block.index] ?? 0) : 0), 0)
    if (about < whole * SUBJECT_SHARE) break
    if (inside.some((block) => consentWall.test(block.text.slice(0, 2000)))) found = range
  }
  return found
}

/** Buttons beyond this number are looked at by nobody. */
const MAX_BUTTONS = 20

/**
 * Finds a request for consent by its buttons and by what it speaks of, whatever the page calls it. Some are longer than
 * the article they stand over.
 *
 * @param weights of the page's blocks as running text
 * @param title the article's title, which stands in no such request
 * @returns the blocks of the request; null where there is none
 */
export function findConsent(page: Page, weights: readonly number[], title: TextBlock | null): BlockRange | null {
  const buttons = page.blocks.filter((block) => block.text.length <= 40 && consentButton.test(block.text))
  if (buttons.length === 0) return null
  const ranges = rangesOf(page)
  for (const button of buttons.slice(0, MAX_BUTTONS)) {
    const notice = noticeAround(button, page, weights, title, ranges)
    if (notice !== null) return notice
  }
  return null
}
