import type { Block } from '../../../shared/document.ts'
import { countWords } from '../../../shared/words.ts'
import { estimateTokens } from '../../models/estimate-tokens.ts'
import { PACE_EVERY, type Pace } from '../../pace.ts'
import { splitSentences } from '../extractive/sentences.ts'
import { neutralize } from './neutralize.ts'

/** A block, or a stretch of one that is too large for a call. Its place is the block's. */
export interface Piece {
  block: Block
  /** The text as prompts show it. */
  shown: string
  /** Of the line in a prompt, id included. */
  tokens: number
  words: number
  /** Whether it goes on in the block of the piece before it. */
  continued: boolean
}

/** Tokens of an id, its brackets and the line's end. */
const LINE_TOKENS = 6

/** The end of a stretch of at most so many tokens, after white space where there is some. */
function cutAt(text: string, start: number, mostTokens: number): number {
  // A character takes one token at most, so this many always fit.
  const end = Math.min(text.length, start + Math.max(1, mostTokens))
  if (end === text.length) return end
  for (let at = end; at > start + (end - start) / 2; at -= 1) if (text.charAt(at).trim() === '') return at
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end + 1 : end
}

/** Stretches of a text of at most so many tokens: whole sentences, or parts of a sentence that is too long itself. */
function stretches(text: string, mostTokens: number): string[] {
  const found: string[] = []
  let current = ''
  let tokens = 0
  const push = (): void => {
    if (current.trim() !== '') found.push(current.trim())
    current = ''
    tokens = 0
  }
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end)
    const more = estimateTokens(sentence).likely + 1
    if (tokens + more > mostTokens) push()
    if (more > mostTokens) {
      for (let from = start; from < end; ) {
        const to = Math.min(end, cutAt(text, from, mostTokens))
        found.push(text.slice(from, to).trim())
        from = to
      }
    } else {
      current += `${current === '' ? '' : ' '}${sentence}`
      tokens += more
    }
  }
  push()
  return found.filter((stretch) => stretch !== '')
}

/**
 * The pieces of a document that calls are packed from: its blocks, each that is larger than a piece may be cut at its
 * sentences.
 */
export async function cutPieces(blocks: readonly Block[], mostTokens: number, pace: Pace): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const [at, block] of blocks.entries()) {
    if (at % PACE_EVERY === 0) await pace()
    const shown = neutralize(block.text)
    const tokens = estimateTokens(shown).likely + LINE_TOKENS
    if (tokens <= mostTokens) {
      if (shown !== '') pieces.push({ block, shown, tokens, words: countWords(block.text), continued: false })
      continue
    }
    for (const [index, stretch] of stretches(shown, mostTokens - LINE_TOKENS).entries()) {
      if (index % PACE_EVERY === 0) await pace()
      pieces.push({
        block,
        shown: stretch,
        tokens: estimateTokens(stretch).likely + LINE_TOKENS,
        words: countWords(stretch),
        continued: index > 0,
      })
    }
  }
  return pieces
}
