import type { Block, ExtractedDocument } from '../../shared/document.ts'
import type { Range } from '../../shared/summary/find-text.ts'
import { countWords } from '../../shared/text/words.ts'
import { splitSentences } from '../text/sentences.ts'

/** Part of a block: `block.text.slice(start, end)`. */
export interface Piece {
  block: Block
  start: number
  end: number
}

/** Consecutive pieces of a document. */
export interface Window {
  pieces: readonly Piece[]
}

/** A window ends with the block that brings it to this many words. */
const WINDOW_WORDS = 60
/** Blocks with more words are divided between sentences. */
const MAX_BLOCK_WORDS = 120

/** Cuts a text without sentences, such as automatic captions, into parts of similar length at white space. */
function cutEvenly(text: string, parts: number): Range[] {
  const ranges: Range[] = []
  const length = Math.ceil(text.length / parts)
  for (let start = 0; start < text.length; ) {
    const space = text.slice(start + length, start + 2 * length).search(/\s/u)
    const end = space < 0 ? start + length : start + length + space + 1
    ranges.push({ start, end: Math.min(end, text.length) })
    start = end
  }
  return ranges
}

/** Divides a long block into parts of about the length of a window, between sentences. */
function divide(block: Block): { piece: Piece; words: number }[] {
  const words = countWords(block.text)
  if (words <= MAX_BLOCK_WORDS) return [{ piece: { block, start: 0, end: block.text.length }, words }]
  const sentences = splitSentences(block.text).flatMap(({ start, end }) => {
    const text = block.text.slice(start, end)
    const own = countWords(text)
    if (own <= MAX_BLOCK_WORDS) return [{ start, end, words: own }]
    const parts = Math.round(own / WINDOW_WORDS)
    return cutEvenly(text, parts).map((part) => ({
      start: start + part.start,
      end: start + part.end,
      words: own / parts,
    }))
  })
  const goal = words / Math.round(words / WINDOW_WORDS)
  const divided: { piece: Piece; words: number }[] = []
  for (const { start, end, words: own } of sentences) {
    const open = divided.at(-1)
    if (open === undefined || open.words + own / 2 > goal) divided.push({ piece: { block, start, end }, words: own })
    else {
      open.piece.end = end
      open.words += own
    }
  }
  return divided
}

/** Divides a document into windows of about 60 words, which begin at headings and otherwise end with a block. */
export function splitPassages({ blocks }: Pick<ExtractedDocument, 'blocks'>): Window[] {
  const windows: Window[] = []
  let pieces: Piece[] = []
  let words = 0
  const close = (): void => {
    if (pieces.length > 0) windows.push({ pieces })
    pieces = []
    words = 0
  }
  for (const block of blocks) {
    // Headings stay with the text below them.
    if (block.type === 'heading' && pieces.at(-1)?.block.type !== 'heading') close()
    for (const part of divide(block)) {
      pieces.push(part.piece)
      words += part.words
      if (words >= WINDOW_WORDS && block.type !== 'heading') close()
    }
  }
  close()
  return windows
}
