import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { findSpeakers, findTurns } from '../../shared/speakers.ts'
import { languageOf } from '../text/languages.ts'
import { readBlockIds } from './block-ids.ts'
import { foldToken, type TokenKind, type TokenRange, type TokenRow, tokensOf } from './tokens.ts'

/** A document indexed by its tokens, in reading order; every folded form has a number. */
export interface SourceText {
  readonly document: Pick<ExtractedDocument, 'blocks' | 'language' | 'title' | 'author' | 'site'>
  readonly blocks: readonly Block[]
  /** Primary language subtag, lower case; empty if unknown. */
  readonly language: string
  readonly blockAt: ReadonlyMap<string, number>
  /** Form number of each token. */
  readonly ids: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** First token of each block, and the number of tokens at the end: block b has tokens first[b] to first[b + 1]. */
  readonly first: Int32Array
  /** Tokens of speakers' labels. */
  readonly labels: ReadonlySet<number>
  /** Numbers of the forms; forms, kinds and numbers of blocks by these numbers. */
  readonly vocabulary: ReadonlyMap<string, number>
  readonly forms: readonly string[]
  readonly kinds: readonly TokenKind[]
  readonly blockCounts: readonly number[]
}

/** Tokens of the sample that the language is detected from. */
const SAMPLE_TOKENS = 1000

/** Indexes a document once for every later lookup: quotes, numbers, names, supporting blocks. */
export function prepareSource(document: SourceText['document']): SourceText {
  const { blocks } = document
  const speakers = findSpeakers(blocks.map(({ text }) => text))
  const blockAt = new Map<string, number>()
  const vocabulary = new Map<string, number>()
  const labels = new Set<number>()
  const forms: string[] = []
  const kinds: TokenKind[] = []
  const blockCounts: number[] = []
  const lastBlock: number[] = []
  const ids: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  const first: number[] = []
  const idOf = (form: string, kind: TokenKind): number => {
    const known = vocabulary.get(form)
    if (known !== undefined) return known
    vocabulary.set(form, forms.length)
    kinds.push(kind)
    return forms.push(form) - 1
  }
  for (const [position, { id: blockId, text }] of blocks.entries()) {
    if (!blockAt.has(blockId)) blockAt.set(blockId, position)
    first.push(ids.length)
    const turns = findTurns(text, speakers)
    let turn = 0
    for (const { start, end, kind } of tokensOf(text)) {
      while (start >= (turns[turn]?.contentStart ?? Number.POSITIVE_INFINITY)) turn += 1
      if (start >= (turns[turn]?.start ?? Number.POSITIVE_INFINITY)) labels.add(ids.length)
      const id = idOf(foldToken(text.slice(start, end), kind), kind)
      if (lastBlock[id] !== position) blockCounts[id] = (blockCounts[id] ?? 0) + 1
      lastBlock[id] = position
      ids.push(id)
      starts.push(start)
      ends.push(end)
    }
  }
  first.push(ids.length)
  const sample = ids.slice(0, SAMPLE_TOKENS).map((id) => forms[id] ?? '')
  return {
    document,
    blocks,
    language: languageOf(document.language, sample),
    blockAt,
    ids: Int32Array.from(ids),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    first: Int32Array.from(first),
    labels,
    vocabulary,
    forms,
    kinds,
    blockCounts,
  }
}

/** Computes a value once for each document, when it is first needed. */
export function perSource<T extends object>(make: (source: SourceText) => T): (source: SourceText) => T {
  const cache = new WeakMap<SourceText, T>()
  return (source) => {
    const value = cache.get(source) ?? make(source)
    cache.set(source, value)
    return value
  }
}

/** Token comparisons of one search, which bounds the time of a search in a hostile text. */
const MOST_STEPS = 20_000_000

/** Finds a sequence of folded forms; yields matches in order. */
export function* occurrences({ ids, vocabulary }: SourceText, forms: readonly string[]): Generator<TokenRange> {
  const wanted = forms.map((form) => vocabulary.get(form) ?? -1)
  const [first] = wanted
  if (first === undefined || wanted.includes(-1)) return
  let steps = 0
  for (let at = ids.indexOf(first); at >= 0 && steps < MOST_STEPS; at = ids.indexOf(first, at + 1)) {
    const different = wanted.findIndex((id, step) => ids[at + step] !== id)
    steps += different
    if (different < 0) yield { from: at, to: at + wanted.length }
  }
}

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

/** A document's texts besides its blocks: its title, author and site, and all headings. No duplicates. */
export function titlesOf({ document: { title, author, site }, blocks }: SourceText): string[] {
  const headings = blocks.flatMap(({ headingPath, place }) => [
    ...headingPath,
    place.kind === 'chapter' ? place.title : undefined,
  ])
  return [...new Set([title, author, site, ...headings])].filter((text): text is string => Boolean(text))
}

/** Looks up the blocks that a model cites, in source order; drops unknown ids and duplicates. */
export function knownBlocks({ blocks, blockAt }: SourceText, ids: readonly string[]): Block[] {
  const positions = readBlockIds(ids, blockAt).flatMap((id) => blockAt.get(id) ?? [])
  return positions.sort((one, other) => one - other).flatMap((position) => blocks[position] ?? [])
}

export class SourceRow implements TokenRow {
  readonly #source: SourceText

  constructor(source: SourceText) {
    this.#source = source
  }

  get length(): number {
    return this.#source.ids.length
  }

  form(at: number): string {
    return this.#source.forms[this.#source.ids[at] ?? -1] ?? ''
  }

  kind(at: number): TokenKind | undefined {
    return this.#source.kinds[this.#source.ids[at] ?? -1]
  }

  raw(at: number): string {
    const { blocks, starts, ends } = this.#source
    return blocks[blockOf(this.#source, at)]?.text.slice(starts[at], ends[at]) ?? ''
  }

  /** Contains a line break where a block ends, unless its sentence continues in the next one, as in captions. */
  gapBefore(at: number): string {
    const { blocks, first, starts, ends } = this.#source
    if (at >= this.length) return '\n'
    const position = blockOf(this.#source, at)
    const block = blocks[position]
    const start = starts[at] ?? 0
    if (block === undefined) return '\n'
    if (at > (first[position] ?? 0)) return block.text.slice(ends[at - 1], start)
    const before = blocks[position - 1]
    const lead = block.text.slice(0, start)
    if (at === 0 || before === undefined || before.type !== block.type) return `\n${lead}`
    const continues = before.type === 'caption' || /^\p{Ll}/u.test(block.text)
    return `${before.text.slice(ends[at - 1])}${continues ? ' ' : '\n'}${lead}`
  }
}
