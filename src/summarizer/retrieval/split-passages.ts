import type { Block, ExtractedDocument } from '../../shared/document.ts'
import type { Range } from '../../shared/summary/find-text.ts'
import { findSpeakers, findTurns, soundMark } from '../../shared/text/speakers.ts'
import { countWords } from '../../shared/text/words.ts'
import { splitSentences } from '../text/sentences.ts'

/** Part of a block: `block.text.slice(start, end)`. */
export interface Piece {
  block: Block
  start: number
  end: number
}

/** Words of one speaker in a window; all of the text where no speaker is named. */
interface Speech {
  /** Empty if no one is named. */
  speaker: string
  text: string
}

/** Consecutive pieces of a document. */
export interface Window {
  pieces: readonly Piece[]
  /** Their text without speakers' labels and sounds. */
  speeches: readonly Speech[]
}

/** A window ends with the block that brings it to this many words. */
const WINDOW_WORDS = 100
/** Blocks with more words are divided between sentences. */
const MAX_BLOCK_WORDS = 150

const sounds = new RegExp(soundMark, 'giu')

/** Cuts a text without sentences, such as automatic captions, into parts of similar length at white space. */
function cutEvenly(text: string, parts: number): Range[] {
  const ranges: Range[] = []
  const length = Math.ceil(text.length / parts)
  for (let start = 0; start < text.length; ) {
    const space = text.slice(start + length, start + 2 * length).search(/\s/u)
    const end = Math.min(text.length, start + length + space + 1)
    ranges.push({ start, end })
    start = end
  }
  return ranges
}

/** Divides a long text into parts of about the length of a window, between sentences. */
function divide(text: string, words: number): Range[] {
  if (words <= MAX_BLOCK_WORDS) return [{ start: 0, end: text.length }]
  const sentences = splitSentences(text).flatMap(({ start, end }) => {
    const own = countWords(text.slice(start, end))
    if (own <= MAX_BLOCK_WORDS) return [{ start, end, words: own }]
    const parts = Math.round(own / WINDOW_WORDS)
    return cutEvenly(text.slice(start, end), parts).map((part) => ({
      start: start + part.start,
      end: start + part.end,
      words: own / parts,
    }))
  })
  const goal = words / Math.round(words / WINDOW_WORDS)
  const divided: (Range & { words: number })[] = []
  for (const sentence of sentences) {
    const open = divided.at(-1)
    if (open === undefined || open.words + sentence.words / 2 > goal) divided.push({ ...sentence })
    else {
      open.end = sentence.end
      open.words += sentence.words
    }
  }
  return divided
}

/** Divides a document into windows of about 100 words, which begin at headings and otherwise end with a block. */
export function splitPassages({ blocks }: Pick<ExtractedDocument, 'blocks'>): Window[] {
  const speakers = findSpeakers(blocks.map(({ text }) => text))
  const windows: Window[] = []
  let pieces: Piece[] = []
  let speeches: Speech[] = []
  let words = 0
  let speaker = ''
  const close = (): void => {
    if (pieces.length > 0) windows.push({ pieces, speeches })
    pieces = []
    speeches = []
    words = 0
  }
  for (const block of blocks) {
    // Headings stay with the text below them.
    if (block.type === 'heading' && pieces.at(-1)?.block.type !== 'heading') close()
    const turns = findTurns(block.text, speakers)
    for (const { start, end } of divide(block.text, countWords(block.text))) {
      pieces.push({ block, start, end })
      let from = start
      for (const turn of [...turns.filter((each) => each.start >= start && each.start < end), null]) {
        const text = block.text.slice(from, turn?.start ?? end).replaceAll(sounds, ' ')
        if (text.trim() !== '') speeches.push({ speaker, text })
        words += countWords(text)
        if (turn === null) break
        speaker = turn.speaker
        from = turn.contentStart
      }
      if (words >= WINDOW_WORDS && block.type !== 'heading') close()
    }
  }
  close()
  return windows
}
