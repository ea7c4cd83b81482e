import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { readBlockIds } from './block-ids.ts'
import type { TokenKind, TokenRow } from './tokens.ts'

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
  /** Offset of each token in its block's text. */
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

/** Makes something of a document once, when it is first asked for. */
export function perSource<T extends object>(make: (source: SourceText) => T): (source: SourceText) => T {
  const kept = new WeakMap<SourceText, T>()
  return (source) => {
    const known = kept.get(source) ?? make(source)
    kept.set(source, known)
    return known
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

/** The blocks that a model names, in the document's order: unknown ids and repeats are dropped. */
export function knownBlocks({ blocks, blockAt }: SourceText, ids: readonly string[]): Block[] {
  const positions = readBlockIds(ids, blockAt).flatMap((id) => blockAt.get(id) ?? [])
  return positions.sort((one, other) => one - other).flatMap((position) => blocks[position] ?? [])
}

/** A whole document as one row of tokens. */
export class SourceRow implements TokenRow {
  private readonly source: SourceText

  constructor(source: SourceText) {
    this.source = source
  }

  get length(): number {
    return this.source.ids.length
  }

  form(at: number): string {
    return this.source.forms[this.source.ids[at] ?? -1] ?? ''
  }

  kind(at: number): TokenKind | undefined {
    return this.source.kinds[this.source.ids[at] ?? -1]
  }

  raw(at: number): string {
    const { blocks, starts, ends } = this.source
    return blocks[blockOf(this.source, at)]?.text.slice(starts[at], ends[at]) ?? ''
  }

  /** A line break where a block ends, unless its sentence goes on in the next: between captions, over a page's end. */
  gapBefore(at: number): string {
    const { blocks, first, starts, ends } = this.source
    if (at >= this.length) return '\n'
    const position = blockOf(this.source, at)
    const block = blocks[position]
    const start = starts[at] ?? 0
    if (block === undefined) return '\n'
    if (at > (first[position] ?? 0)) return block.text.slice(ends[at - 1], start)
    const before = blocks[position - 1]
    const lead = block.text.slice(0, start)
    if (at === 0 || before === undefined || before.type !== block.type) return `\n${lead}`
    const runsOn = before.type === 'caption' || /^\p{Ll}/u.test(block.text)
    return `${before.text.slice(ends[at - 1])}${runsOn ? ' ' : '\n'}${lead}`
  }
}
