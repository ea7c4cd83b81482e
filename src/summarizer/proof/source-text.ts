import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { languageOf } from '../engines/extractive/stop-words.ts'
import { findSpeakers, findTurns } from '../engines/extractive/turns.ts'
import { PACE_EVERY, type Pace } from '../pace.ts'
import { foldWord } from './folding.ts'
import { foldToken, scanTokens, type TokenKind } from './tokens.ts'

/** A document ready to be looked up in. One number a token, in reading order; blocks follow each other. */
export interface SourceText {
  readonly document: Pick<ExtractedDocument, 'blocks' | 'language' | 'title' | 'author' | 'site'>
  readonly blocks: readonly Block[]
  /** Primary language subtag, lower case; empty where it could not be told. */
  readonly language: string
  /** Position of a block by its id. */
  readonly blockAt: ReadonlyMap<string, number>
  /** Number of the folded form of each token. */
  readonly ids: Int32Array
  /** Where each token stands in its block's text. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Token that each block begins with; one more at the end, so that block b has tokens first[b] to first[b + 1]. */
  readonly first: Int32Array
  /** 1 where a token is part of a speaker's label. */
  readonly labels: Uint8Array
  /** Numbers of the folded forms, and the forms by number. */
  readonly vocabulary: ReadonlyMap<string, number>
  readonly forms: readonly string[]
  readonly kinds: readonly TokenKind[]
  /** Number of blocks that hold a form. */
  readonly blockCounts: Int32Array
  /** Folded words of two tokens that a line's end tore apart, by the position of the first. */
  readonly torn: ReadonlyMap<number, string>
}

/** Most ways of writing a word that are remembered while a document is read. */
const MOST_WRITINGS = 200_000

/** Tokens looked at to tell the language where the document does not name it. */
const SAMPLE_TOKENS = 1000

/** Grows by doubling; typed, because a book has a quarter of a million tokens. */
class Numbers {
  private values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length] = value
    this.length += 1
  }

  toArray(): Int32Array {
    return this.values.slice(0, this.length)
  }
}

/** A hyphen at a line's end and the white space after it, between two halves of a word. */
const tornGap = /^[-‐\u00AD]\s+$/u

/** Whether two neighbouring tokens may be one word that a line's end tore apart ("exam-\nple"). */
export function isTorn(text: string, end: number, nextStart: number): boolean {
  if (nextStart === end) return false
  // A soft hyphen counts as part of the word it ends.
  const from = text.charAt(end - 1) === '\u00AD' ? end - 1 : end
  return (
    nextStart - from <= 8 &&
    tornGap.test(text.slice(from, nextStart)) &&
    /^\p{Ll}/u.test(text.slice(nextStart, nextStart + 2))
  )
}

class Reader {
  readonly ids = new Numbers()
  readonly starts = new Numbers()
  readonly ends = new Numbers()
  readonly first = new Numbers()
  readonly labelled: number[] = []
  readonly torn = new Map<number, string>()
  readonly vocabulary = new Map<string, number>()
  readonly forms: string[] = []
  readonly kinds: TokenKind[] = []
  readonly counts: number[] = []
  private readonly lastBlock: number[] = []
  /** Folded forms by how a token is written: words come again and again, and folding is what costs. */
  private readonly known = new Map<string, number>()

  read(text: string, block: number, speakers: ReadonlySet<string>): void {
    this.first.push(this.ids.length)
    const turns = findTurns(text, speakers)
    let turn = 0
    let lastEnd = -1
    let lastKind: TokenKind | null = null
    let lastStart = 0
    scanTokens(text, (start, end, kind) => {
      const position = this.ids.length
      if (lastKind === 'word' && kind === 'word' && isTorn(text, lastEnd, start)) {
        this.torn.set(position - 1, foldWord(text.slice(lastStart, lastEnd) + text.slice(start, end)))
      }
      while (turn < turns.length && start >= (turns[turn]?.contentStart ?? 0)) turn += 1
      if (start >= (turns[turn]?.start ?? Number.POSITIVE_INFINITY)) this.labelled.push(position)
      this.push(text.slice(start, end), kind, block)
      this.starts.push(start)
      this.ends.push(end)
      lastStart = start
      lastEnd = end
      lastKind = kind
    })
  }

  /** Words to tell the language by. */
  sample(): string[] {
    return Array.from(this.ids.toArray().subarray(0, SAMPLE_TOKENS), (id) => this.forms[id] ?? '')
  }

  private push(raw: string, kind: TokenKind, block: number): void {
    const id = this.known.get(raw) ?? this.intern(raw, kind)
    this.ids.push(id)
    if (this.lastBlock[id] !== block) {
      this.lastBlock[id] = block
      this.counts[id] = (this.counts[id] ?? 0) + 1
    }
  }

  private intern(raw: string, kind: TokenKind): number {
    const form = foldToken(raw, kind)
    let id = this.vocabulary.get(form)
    if (id === undefined) {
      id = this.forms.length
      this.vocabulary.set(form, id)
      this.forms.push(form)
      this.kinds.push(kind)
    }
    // A hostile text may have endless ways to write; ways that were not kept are folded again.
    if (this.known.size < MOST_WRITINGS) this.known.set(raw, id)
    return id
  }
}

/**
 * Reads a document once for all that is looked up in it afterwards: quotes, numbers, names, support.
 *
 * @throws AppError `cancelled` through the pace
 */
export async function prepareSource(document: SourceText['document'], pace: Pace): Promise<SourceText> {
  const { blocks } = document
  const speakers = findSpeakers(blocks.map((block) => block.text))
  const reader = new Reader()
  const blockAt = new Map<string, number>()
  for (const [at, block] of blocks.entries()) {
    if (at % PACE_EVERY === 0) await pace()
    if (!blockAt.has(block.id)) blockAt.set(block.id, at)
    reader.read(block.text, at, speakers)
  }
  reader.first.push(reader.ids.length)
  const labels = new Uint8Array(reader.ids.length)
  for (const position of reader.labelled) labels[position] = 1
  return {
    document,
    blocks,
    language: languageOf(document.language, reader.sample()),
    blockAt,
    ids: reader.ids.toArray(),
    starts: reader.starts.toArray(),
    ends: reader.ends.toArray(),
    first: reader.first.toArray(),
    labels,
    vocabulary: reader.vocabulary,
    forms: reader.forms,
    kinds: reader.kinds,
    blockCounts: Int32Array.from(reader.counts),
    torn: reader.torn,
  }
}

/** Position of the block that a token stands in. */
export function blockOf({ first }: SourceText, token: number): number {
  let low = 0
  let high = first.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((first[middle] ?? 0) <= token) low = middle
    else high = middle
  }
  return low
}

/** What belongs to a document beside its blocks' text: its title and names, and the titles of its parts. No repeats. */
export function titlesOf({ document, blocks }: SourceText): string[] {
  const { title, author, site } = document
  const titles = new Set([title, author ?? '', site ?? ''])
  for (const { headingPath, place } of blocks) {
    for (const heading of headingPath) titles.add(heading)
    if (place.kind === 'chapter') titles.add(place.title ?? '')
  }
  titles.delete('')
  return [...titles]
}
