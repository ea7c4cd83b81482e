import type { SourceBlock } from '../../../../shared/document.ts'
import { type Token, tokensOf } from '../../../../shared/text/search-tokens.ts'
import { isCompounding, MAX_POSITIONS, partsOf, quoted } from './words.ts'

/** Position in a source: a block, and a character of its text. */
export interface SourcePosition {
  block: number
  character: number
}

/** Names of a source (title, author, site and the like), and the language of its text. */
export interface SourceNames {
  names: readonly string[]
  language: string | null
}

/** Words of a part of a source. */
export interface SourceWords {
  /** Indexes of the first and last block of the part. */
  firstBlock: number
  lastBlock: number
  /** A tsvector in PostgreSQL's text format. */
  words: string
}

/** A part ends with the block in which it reaches this many words, about 25 pages of a book. */
const MAX_WORDS = 8000
/** A part also ends within a block that is longer than this. */
const MAX_WORDS_OF_BLOCK = 2000
/** Words of names in a part. With it, positions stay below 16,383, where those of a tsvector end. */
const MAX_WORDS_OF_NAMES = 500
/** Characters of different words in a part: a tsvector has at most a megabyte. */
const MAX_CHARACTERS = 100_000
/** Longer words are taken for no compounds, which would be stored with dozens of ends each. */
const MAX_COMPOUND = 40
/** Parts of a source that are searched: those of 800,000 words. */
export const MAX_PARTS = 100

/** Position of all words outside phrases: phrases match only where every word with the same beginning has one. */
const ALONE = 1

class PartWords {
  readonly #words = new Map<string, number[]>()
  #position = ALONE + 1
  count = 0
  characters = 0

  #put(word: string, position: number): void {
    const positions = this.#words.get(word)
    if (positions === undefined) {
      this.#words.set(word, [position])
      this.characters += word.length
    } else if (positions.length < MAX_POSITIONS && positions.at(-1) !== position) positions.push(position)
  }

  /** @param isJoined whether no space separates the word from the one before, and from the one after */
  add(word: string, isJoined: { before: boolean; after: boolean }, hasCompounds: boolean): void {
    const isAlone = !isJoined.before && !isJoined.after
    if (!isAlone) this.#position += isJoined.before ? 1 : 2
    const position = isAlone ? ALONE : this.#position
    this.count += 1
    this.#put(word, position)
    if (!hasCompounds || word.length > MAX_COMPOUND) return
    for (const at of partsOf(word)) this.#put(word.slice(at), position)
  }

  toString(): string {
    return Array.from(this.#words, ([word, positions]) => `${quoted(word)}:${positions.join(',')}`).join(' ')
  }
}

const isFull = ({ count, characters }: PartWords, maxWords: number): boolean =>
  count >= maxWords || characters >= MAX_CHARACTERS

/** Adds words of a text until the part is full. @returns the character after the last one; null at the end of the text */
function addText(
  part: PartWords,
  text: string,
  { from = 0, maxWords, hasCompounds = false }: { from?: number; maxWords: number; hasCompounds?: boolean },
): number | null {
  let last: (Token & { isJoined: boolean }) | null = null
  for (const token of tokensOf(text.slice(from))) {
    const gap: string = last === null ? ' ' : text.slice(from + last.end, from + token.start)
    const isJoined: boolean = !/\s/u.test(gap)
    if (last !== null) {
      part.add(last.text, { before: last.isJoined, after: isJoined }, hasCompounds)
      if (isFull(part, maxWords)) return from + token.start
    }
    last = { ...token, isJoined }
  }
  if (last !== null) part.add(last.text, { before: last.isJoined, after: false }, hasCompounds)
  return null
}

/**
 * Words of the next part of a source, each with those of the names of the source, so that a search for a title and a
 * word of the text matches. Only words that are typed together (O’Brien, example.com, runs of Chinese) have positions
 * of their own: those of all words would double the size.
 * @param from where the part before ended
 * @returns the part, and where the next one begins; null at the end
 */
export function wordsOfPart(
  blocks: readonly SourceBlock[],
  from: SourcePosition,
  { names, language }: SourceNames,
): { part: SourceWords; next: SourcePosition | null } {
  const part = new PartWords()
  for (const name of names) addText(part, name, { maxWords: MAX_WORDS_OF_NAMES })
  const rules = { maxWords: MAX_WORDS + MAX_WORDS_OF_BLOCK, hasCompounds: isCompounding(language) }
  let { block, character } = from
  for (;;) {
    const ended = addText(part, blocks[block]?.text ?? '', { from: character, ...rules })
    const next = ended === null ? { block: block + 1, character: 0 } : { block, character: ended }
    const isLast = next.block >= blocks.length
    if (isLast || ended !== null || isFull(part, MAX_WORDS))
      return { part: { firstBlock: from.block, lastBlock: block, words: part.toString() }, next: isLast ? null : next }
    ;({ block, character } = next)
  }
}
