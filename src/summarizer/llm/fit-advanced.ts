import { advancedText, basicText } from '../../shared/summary/partial-page.ts'
import type { PageNotice, PagePart, SummaryPage } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { isAdvancedLength, PARTS_FACTOR } from '../lengths.ts'
import { cutToWords } from '../text/cut-text.ts'
import { cutParts } from './draft.ts'

/** Cut texts end this far below their bound, because headings of columns count with each row of a table. */
const MARGIN = 0.97
/** A summary isn't cut below this share of its words for the sake of its parts. */
const MIN_SUMMARY_SHARE = 0.6

const wordsOf = (page: SummaryPage): number => countWords(advancedText(page))

/** Words of the takeaways' texts in the advanced summary, which are not cut with their details. */
const wordsAbove = ({ takeaways, parts }: SummaryPage): number => {
  const detailed = takeaways.filter((_, at) => parts.some(({ under }) => under === at))
  return countWords(detailed.map(({ text }) => text).join(' '))
}

/** The parts of a page with at most `mostWords` words, without the last lines of the longest. */
function cutTo(page: SummaryPage, mostWords: number): PagePart[] {
  const { parts } = page
  const words = wordsOf(page)
  if (words <= mostWords) return [...parts]
  const above = wordsAbove(page)
  const cells = countWords(parts.flatMap(({ lines }) => lines.flatMap((line) => line.cells)).join(' '))
  const most = (cells * (mostWords * MARGIN - above)) / (words - above)
  return cutParts(parts, most, most)
}

/** Parts without the shortest last line of a list or text that has the words in excess. */
function withoutShortest(parts: readonly PagePart[], excess: number): PagePart[] {
  const sizes = parts.map(({ form, lines }) =>
    form === 'text' || form === 'bullets' ? countWords(lines.at(-1)?.cells.join(' ') ?? '') : 0,
  )
  const least = Math.min(...sizes.filter((size) => size > 0 && size >= excess))
  const at = sizes.lastIndexOf(least)
  return parts.flatMap((part, index) => {
    const lines = index === at ? part.lines.slice(0, -1) : part.lines
    return lines.length === 0 ? [] : [{ ...part, lines }]
  })
}

/** The first sentences of a summary, of at most `mostWords` words together. */
function cutSummary(summary: SummaryPage['summary'], mostWords: number): SummaryPage['summary'] {
  const kept: SummaryPage['summary'] = []
  let left = Math.floor(mostWords)
  for (const { text, citations } of summary) {
    const cut = cutToWords(text, left)
    if (cut !== '') kept.push({ text: cut, citations })
    if (cut !== text) break
    left -= countWords(cut)
  }
  return kept
}

/** Words of the longest basic summary that a page can have: its paragraphs, or the gist and all takeaways. */
const wordsOfLongest = ({ gist, takeaways, summary }: SummaryPage): number =>
  countWords((summary.length > 0 ? summary : [gist, ...takeaways]).map(({ text }) => text).join(' '))

/**
 * Makes the advanced parts of a verified page 4 to 6 times as long as its basic summary: cuts the longer of the two, or
 * leaves the parts out, with a notice, if they have too little that the source supports.
 */
export function fitAdvanced(page: SummaryPage): SummaryPage {
  if (page.parts.length === 0) return page
  const basicWords = wordsOfLongest(page)
  const parts = cutTo(page, basicWords * PARTS_FACTOR.most)
  const words = wordsOf({ ...page, parts })
  const basic = countWords(basicText({ ...page, parts }))
  if (isAdvancedLength(words, basic)) return { ...page, parts }
  const shorter = withoutShortest(parts, words - basic * PARTS_FACTOR.most)
  if (isAdvancedLength(wordsOf({ ...page, parts: shorter }), countWords(basicText({ ...page, parts: shorter }))))
    return { ...page, parts: shorter }
  const summary = cutSummary(page.summary, words / PARTS_FACTOR.least)
  const left = countWords(basicText({ ...page, summary }))
  if (summary.length > 0 && left >= basicWords * MIN_SUMMARY_SHARE && isAdvancedLength(words, left))
    return { ...page, summary, parts }
  const missing: PageNotice = 'advanced_missing'
  return { ...page, parts: [], notices: [...page.notices, missing] }
}
