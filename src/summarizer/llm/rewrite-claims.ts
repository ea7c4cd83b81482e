import type { Block } from '../../shared/document.ts'
import { stopWordsOf } from '../text/languages.ts'
import { stem, words } from '../text/tokens.ts'
import type { SourceText } from '../verification/source-text.ts'
import { findUnsupported, removeSentences, type UnsupportedSentence } from '../verification/unsupported-claims.ts'
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
function nearestBlocks(
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

/** A text to verify, and the blocks it cites, if any. */
export interface Claim {
  text: string
  blocks: readonly Block[]
}

/** Sentences in one call; a summary with more of them is none, and the rest goes without being asked about. */
const MOST_SENTENCES = 24
/** Blocks that are shown for a sentence. */
const BLOCKS_A_SENTENCE = 3

interface Finding {
  claim: number
  sentence: UnsupportedSentence
}

/** Source pieces related to unsupported sentences, in source order, as many as one call takes. */
function piecesFor(run: Run, findings: readonly Finding[], claims: readonly Claim[], budget: Budget): Piece[] {
  const sentences = findings.map(({ sentence }) => sentence.sentence)
  const { blocks } = run.document
  const near = nearestBlocks(blocks, sentences, BLOCKS_A_SENTENCE, run.document.language)
  const wanted = new Set<Block>()
  // The best block of every sentence comes before the second best of any.
  for (let rank = 0; rank < BLOCKS_A_SENTENCE; rank += 1) {
    for (const [at, { claim }] of findings.entries()) {
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

/** New wordings by sentence number; none if the call fails, in which case the sentences are removed. */
async function askForWordings(
  run: Run,
  findings: readonly Finding[],
  claims: readonly Claim[],
  budget: Budget,
): Promise<Map<number, string>> {
  const pieces = piecesFor(run, findings, claims, budget)
  try {
    const { value } = await run.ask({
      instructions: rewriteInstructions(run.writing),
      prompt: (marker) =>
        rewritePrompt(
          findings.map(({ sentence }) => sentence),
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

/** Replaces sentences by their new wording; those without one, or whose wording repeats the text, stay. */
function reword(text: string, found: readonly { sentence: UnsupportedSentence; wording: string }[]): string {
  return found
    .filter(
      ({ wording }, at) =>
        wording !== '' && !text.includes(wording) && found.findIndex((other) => other.wording === wording) === at,
    )
    .toSorted((one, other) => other.sentence.start - one.sentence.start)
    .reduce(
      (result, { sentence, wording }) => `${result.slice(0, sentence.start)}${wording}${result.slice(sentence.end)}`,
      text,
    )
}

/**
 * Verifies the numbers and names of texts. Sentences with unsupported ones are sent back once, all in one call, and
 * removed if the new wording is unsupported too. A text may end up empty.
 */
export async function rewriteUnsupported(
  run: Run,
  source: SourceText,
  claims: readonly Claim[],
  budget: Budget,
): Promise<string[]> {
  const { tag } = run.writing
  const found: Finding[] = []
  for (const [claim, { text }] of claims.entries()) {
    for (const sentence of findUnsupported(source, text, tag)) found.push({ claim, sentence })
  }
  if (found.length === 0) return claims.map(({ text }) => text)
  const asked = found.slice(0, MOST_SENTENCES)
  const wordings = await askForWordings(run, asked, claims, budget)
  return claims.map(({ text }, claim) => {
    const own = found.flatMap((finding, at) =>
      finding.claim === claim ? [{ sentence: finding.sentence, wording: wordings.get(at + 1) ?? '' }] : [],
    )
    if (own.length === 0) return text
    const reworded = reword(text, own)
    return removeSentences(reworded, findUnsupported(source, reworded, tag))
  })
}
