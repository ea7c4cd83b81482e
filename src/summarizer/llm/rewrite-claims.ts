import type { Block } from '../../shared/document.ts'
import { stopWordsOf } from '../text/languages.ts'
import { stem, words } from '../text/tokens.ts'
import type { SourceText } from '../verification/source-text.ts'
import { type Doubt, findDoubts, removeSentences } from '../verification/unsupported-claims.ts'
import { rewriteAnswer, schemaNames } from './answers.ts'
import type { Budget } from './budget.ts'
import { failureOf } from './errors.ts'
import { rewriteInstructions } from './instructions.ts'
import { toPlainLine } from './plain-text.ts'
import { rewritePrompt } from './prompts.ts'
import type { Run } from './run.ts'
import { cutPieces, type Piece } from './split-source.ts'

/** Longest stretch of a block that is looked at, in characters. */
const MOST_CHARACTERS = 8000

function termsOf(text: string, stops: ReadonlySet<string>): Set<string> {
  const found = words(text.slice(0, MOST_CHARACTERS)).filter((word) => !stops.has(word))
  return new Set(found.map(stem))
}

/**
 * For each text the blocks that share most with it, by terms weighted with how few blocks hold them, best first.
 * One walk over the document for all texts together.
 */
export function nearestBlocks(
  blocks: readonly Block[],
  texts: readonly string[],
  count: number,
  language: string | null,
): Block[][] {
  const stops = stopWordsOf(language?.toLowerCase().split('-')[0] ?? '')
  const wanted = texts.map((text) => termsOf(text, stops))
  const all = new Set(wanted.flatMap((terms) => [...terms]))
  const holders = new Map<string, Block[]>()
  for (const block of blocks) {
    for (const term of termsOf(block.text, stops)) {
      if (!all.has(term)) continue
      const known = holders.get(term)
      if (known === undefined) holders.set(term, [block])
      else known.push(block)
    }
  }
  return wanted.map((terms) => {
    const scores = new Map<Block, number>()
    for (const term of terms) {
      const held = holders.get(term) ?? []
      const weight = Math.log(1 + blocks.length / Math.max(1, held.length))
      for (const block of held) scores.set(block, (scores.get(block) ?? 0) + weight)
    }
    return [...scores]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, count)
      .map(([block]) => block)
  })
}

/** A text that is to be proved, and the blocks it claims to rest on, if it names any. */
export interface Claim {
  text: string
  blocks: readonly Block[]
}

/** Sentences in one call; a summary with more of them is none, and the rest goes without being asked about. */
const MOST_SENTENCES = 24
/** Blocks that are shown for a sentence. */
const BLOCKS_A_SENTENCE = 3

interface Doubted {
  claim: number
  doubt: Doubt
}

/** The pieces around doubted sentences, in the order of the source, as many as one call holds. */
function piecesFor(run: Run, doubted: readonly Doubted[], claims: readonly Claim[], budget: Budget): Piece[] {
  const sentences = doubted.map(({ doubt }) => doubt.sentence)
  const { blocks } = run.document
  const near = nearestBlocks(blocks, sentences, BLOCKS_A_SENTENCE, run.document.language)
  const wanted = new Set<Block>()
  // The best block of every sentence comes before the second best of any.
  for (let rank = 0; rank < BLOCKS_A_SENTENCE; rank += 1) {
    for (const [at, { claim }] of doubted.entries()) {
      for (const block of [claims[claim]?.blocks[rank], near[at]?.[rank]]) if (block !== undefined) wanted.add(block)
    }
  }
  const kept = new Set<Piece>()
  let tokens = 0
  for (const piece of cutPieces([...wanted], budget.piece)) {
    if (tokens + piece.tokens > budget.section.target) continue
    tokens += piece.tokens
    kept.add(piece)
  }
  const order = new Map(blocks.map((block, at) => [block, at]))
  return [...kept].toSorted((one, other) => (order.get(one.block) ?? 0) - (order.get(other.block) ?? 0))
}

/** New wordings by the number of the sentence; none where the call fails, for what is doubted then goes. */
async function askForWordings(
  run: Run,
  doubted: readonly Doubted[],
  claims: readonly Claim[],
  budget: Budget,
): Promise<Map<number, string>> {
  const pieces = piecesFor(run, doubted, claims, budget)
  try {
    const { value } = await run.ask({
      instructions: rewriteInstructions(run.writing),
      prompt: (marker) =>
        rewritePrompt(
          doubted.map(({ doubt }) => doubt),
          pieces,
          marker,
        ),
      schema: rewriteAnswer,
      schemaName: schemaNames.rewrite,
      maxOutputTokens: budget.answers.rewrite,
    })
    const wordings = value.sentences.slice(0, MOST_SENTENCES * 2)
    return new Map(wordings.map(({ number, text }) => [number, toPlainLine(text, run.leaks)]))
  } catch (error) {
    failureOf(error)
    return new Map()
  }
}

/** A text with its doubted sentences in their new wording; those that have none, or say what is said, stay as they are. */
function reword(text: string, found: readonly { doubt: Doubt; wording: string }[]): string {
  return found
    .filter(
      ({ wording }, at) =>
        wording !== '' && !text.includes(wording) && found.findIndex((other) => other.wording === wording) === at,
    )
    .toSorted((one, other) => other.doubt.start - one.doubt.start)
    .reduce((result, { doubt, wording }) => `${result.slice(0, doubt.start)}${wording}${result.slice(doubt.end)}`, text)
}

/**
 * Proves the numbers and names of texts: sentences that hold some which stand nowhere in the source are sent back once,
 * all in one call, and those whose new wording is no better are removed. A text may end up empty.
 */
export async function settleDoubts(
  run: Run,
  source: SourceText,
  claims: readonly Claim[],
  budget: Budget,
): Promise<string[]> {
  const { tag } = run.writing
  const found: Doubted[] = []
  for (const [claim, { text }] of claims.entries()) {
    for (const doubt of findDoubts(source, text, tag)) found.push({ claim, doubt })
  }
  if (found.length === 0) return claims.map(({ text }) => text)
  const asked = found.slice(0, MOST_SENTENCES)
  const wordings = await askForWordings(run, asked, claims, budget)
  return claims.map(({ text }, claim) => {
    const own = found.flatMap((doubted, at) =>
      doubted.claim === claim ? [{ doubt: doubted.doubt, wording: wordings.get(at + 1) ?? '' }] : [],
    )
    if (own.length === 0) return text
    const reworded = reword(text, own)
    return removeSentences(reworded, findDoubts(source, reworded, tag))
  })
}
