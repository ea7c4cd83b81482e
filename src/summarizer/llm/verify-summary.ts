import type { CitedText } from '../../shared/citation.ts'
import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import { placeOf } from '../citations.ts'
import { splitSentences } from '../text/sentences.ts'
import { stem, words } from '../text/tokens.ts'
import { type FoundQuote, findQuote } from '../verification/find-quote.ts'
import { knownBlocks } from '../verification/source-index.ts'
import type { SourceText } from '../verification/source-text.ts'
import { pickSupport } from '../verification/supporting-blocks.ts'
import { findUnsupported } from '../verification/unsupported-claims.ts'
import type { Budget } from './budget.ts'
import { boundWords, hasAddress } from './plain-text.ts'
import { type Claim, rewriteUnsupported } from './rewrite-claims.ts'
import type { Run } from './run.ts'
import type { Draft } from './write-summary.ts'

/** A block up to this long is shown whole, in characters; so is a longer one that shares no word with the line. */
const GLANCE_CHARACTERS = 300

const stems = (text: string): Set<string> => new Set(words(text).map(stem))

/**
 * The words of a block that a line of the summary rests on: of a long block the sentence that shares most with the
 * line, and what follows it as far as one reads at a glance. Verbatim.
 */
export function passageOf(block: Block, line: string): string {
  if (block.text.length <= GLANCE_CHARACTERS) return block.text
  const wanted = stems(line)
  const spans = splitSentences(block.text)
  let best = -1
  let most = 0
  for (const [at, { start, end }] of spans.entries()) {
    const own = stems(block.text.slice(start, end))
    // Long sentences share words by their length alone.
    const shared = [...own].filter((word) => wanted.has(word)).length / Math.sqrt(own.size + 8)
    if (shared > most) {
      most = shared
      best = at
    }
  }
  const first = spans[best]
  if (first === undefined) return block.text
  let { end } = first
  for (const next of spans.slice(best + 1)) {
    if (next.end - first.start > GLANCE_CHARACTERS) break
    ;({ end } = next)
  }
  return block.text.slice(first.start, end)
}

/** A summary whose checkable claims are all in the source. */
export interface VerifiedSummary {
  basicSummary: string
  advancedSummary: string | null
  keyTakeaways: CitedText[]
  notableQuotes: CitedText[]
}

/** A basic summary of which less than this share of the draft survives verification is rejected. */
const LEAST_LEFT = 0.4
/** A draft of fewer words is a sentence or two: what is left of them is what can be said. */
const SHORT_WORDS = 80
/** The same for the advanced summary, which the basic one then replaces. */
const LEAST_ADVANCED_LEFT = 0.3

const word = /[\p{L}\p{N}\p{M}]+/gu

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function verifyQuotes(
  run: Run,
  source: SourceText,
  quotes: Draft['quotes'],
  most: number,
  onCheck: (at: number) => void,
): CitedText[] {
  const { url } = run.document
  const found: FoundQuote[] = []
  for (const [at, { text, block }] of quotes.entries()) {
    if (found.length === most) break
    onCheck(at)
    const quote = findQuote(source, text, [block])
    if (quote === null || hasAddress(quote.text)) continue
    const folded = fold(quote.text)
    const known = found.some((other) => fold(other.text).includes(folded) || folded.includes(fold(other.text)))
    if (!known) found.push(quote)
  }
  return found.map(({ text, blocks }) => ({ text, places: [placeOf(blocks[0], text, url)] }))
}

/** The takeaways whose blocks are known, without repeats. */
function claimsOf(source: SourceText, takeaways: Draft['takeaways'], most: number): Claim[] {
  const seen = new Set<string>()
  const claims = takeaways.flatMap(({ text, blocks }) => {
    const known = knownBlocks(source, blocks)
    const folded = fold(text)
    if (known.length === 0 || seen.has(folded)) return []
    seen.add(folded)
    return [{ text, blocks: known }]
  })
  return claims.slice(0, most)
}

function citeTakeaway(
  source: SourceText,
  text: string,
  claimed: readonly Block[],
  url: string | null,
  language: string | null,
): CitedText {
  return {
    text,
    places: pickSupport(source, text, claimed, language).map((block) => placeOf(block, passageOf(block, text), url)),
  }
}

/** An advanced summary of fewer words is one text; titles would only cut it up. */
const TITLED_WORDS = 150

/** The parts of the advanced summary under their titles; one part alone needs none. */
function joinParts(parts: readonly { title: string; text: string }[]): string {
  const told = parts.filter(({ text }) => text !== '')
  const plain = told.map(({ text }) => text).join('\n\n')
  if (told.length === 1 || countWords(plain) < TITLED_WORDS) return plain
  return told.map(({ title, text }) => (title === '' ? text : `## ${title}\n\n${text}`)).join('\n\n')
}

/**
 * Whether a title has no unsupported names or numbers. English titles capitalize common words: words that the verified
 * texts write in lower case are not names.
 */
function isSupportedTitle(
  source: SourceText,
  title: string,
  texts: readonly string[],
  language: string | null,
): boolean {
  const missing = findUnsupported(source, title, language).flatMap((sentence) => sentence.missing)
  if (missing.length === 0) return true
  const known = new Set(texts.flatMap((text) => text.match(word) ?? []))
  return missing.every((part) => (part.match(word) ?? []).every((each) => known.has(each.toLowerCase())))
}

function leftOf(before: string, after: string): number {
  return countWords(after) / Math.max(1, countWords(before))
}

/** Whether verification removed so much that the rest is not a summary. */
function isRuin(draft: Draft, left: string, takeaways: number, budget: Budget): boolean {
  if (left === '') return true
  if (takeaways === 0 && budget.lengths.takeaways.least > 1) return true
  return countWords(draft.basic) >= SHORT_WORDS && leftOf(draft.basic, left) < LEAST_LEFT
}

/**
 * Verifies a draft: takeaways cite the existing blocks that support them; quotes are shown as the source has them or
 * dropped; sentences with unsupported numbers or names are reworded once, then removed.
 *
 * @returns null when too little is left of the draft to be a summary
 */
export async function verifySummary(run: Run, draft: Draft, budget: Budget): Promise<VerifiedSummary | null> {
  const source = await run.source()
  const { url } = run.document
  const takeaways = claimsOf(source, draft.takeaways, budget.lengths.takeaways.most)
  const quotes = run.advanced ? draft.quotes : []
  const total = quotes.length + takeaways.length
  const tell = (done: number): void => run.emit({ type: 'progress', progress: { stage: 'checking', done, total } })
  const notableQuotes = verifyQuotes(run, source, quotes, budget.lengths.quotes.most, tell)
  tell(quotes.length)
  const plain = [draft.basic, ...draft.advanced.map(({ text }) => text)]
  const settled = await rewriteUnsupported(
    run,
    source,
    [...plain.map((text) => ({ text, blocks: [] })), ...takeaways],
    budget,
  )
  const basicSummary = boundWords(settled[0] ?? '', run.maxWords ?? Number.POSITIVE_INFINITY)
  const cited: CitedText[] = []
  for (const [at, text] of settled.slice(plain.length).entries()) {
    tell(quotes.length + at)
    const claim = takeaways[at]
    if (claim === undefined || text === '') continue
    const takeaway = citeTakeaway(source, text, claim.blocks, url, run.writing.tag)
    if (takeaway.places.length > 0) cited.push(takeaway)
  }
  tell(total)
  if (isRuin(draft, basicSummary, cited.length, budget)) return null
  const parts = draft.advanced.map(({ title }, at) => ({
    title: isSupportedTitle(source, title, settled, run.writing.tag) ? title : '',
    text: settled[at + 1] ?? '',
  }))
  const drafted = joinParts(draft.advanced)
  const advanced = joinParts(parts)
  const whole = leftOf(drafted, advanced) >= LEAST_ADVANCED_LEFT && leftOf(basicSummary, advanced) >= 1
  return {
    basicSummary,
    advancedSummary: run.advanced ? (whole ? advanced : basicSummary) : null,
    keyTakeaways: cited,
    notableQuotes,
  }
}
