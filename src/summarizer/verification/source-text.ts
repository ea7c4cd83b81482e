import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { findSpeakers, findTurns, wordlessMarks } from '../../shared/text/speakers.ts'
import { languageOf } from '../text/languages.ts'
import { readCitations } from './block-ids.ts'
import { foldToken, type TokenKind, type TokenRange, type TokenRow, tokensOf } from './tokens.ts'

/** Tokens of the sample that the language is detected from. */
const SAMPLE_TOKENS = 1000

/** A document as one row of tokens, in reading order, indexed for every lookup; every folded form has a number. */
export class SourceText implements TokenRow {
  readonly document: Pick<ExtractedDocument, 'blocks' | 'language' | 'title' | 'author' | 'site'> &
    Partial<Pick<ExtractedDocument, 'isUntitled' | 'publishedAt' | 'sourceInfo'>>
  readonly blocks: readonly Block[]
  /** Primary language subtag, lower case; empty if unknown. */
  readonly language: string
  /** Position of a block by its id. */
  readonly blockAt = new Map<string, number>()
  /** Form number of each token, and its offsets in its block's text. */
  readonly ids: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** First token of each block, and the number of tokens at the end: block b has tokens first[b] to first[b + 1]. */
  readonly first: Int32Array
  /** Tokens of speakers' labels. */
  readonly labels = new Set<number>()
  /** Numbers of the forms; forms, kinds and numbers of blocks by these numbers. */
  readonly vocabulary = new Map<string, number>()
  readonly forms: string[] = []
  readonly kinds: TokenKind[] = []
  readonly blockCounts: number[] = []

  constructor(document: SourceText['document']) {
    const { blocks } = document
    const speakers = findSpeakers(blocks.map(({ text }) => text))
    const lastBlock: number[] = []
    const ids: number[] = []
    const starts: number[] = []
    const ends: number[] = []
    const first: number[] = []
    for (const [position, { id: blockId, text }] of blocks.entries()) {
      if (!this.blockAt.has(blockId)) this.blockAt.set(blockId, position)
      first.push(ids.length)
      const turns = findTurns(text, speakers)
      let turn = 0
      // Spaces keep the offsets. Models leave out marks of sounds where they repeat what people say.
      const spoken = speakers.size === 0 ? text : text.replaceAll(wordlessMarks, (mark) => ' '.repeat(mark.length))
      for (const { start, end, kind } of tokensOf(spoken)) {
        while (start >= (turns[turn]?.contentStart ?? Number.POSITIVE_INFINITY)) turn += 1
        if (start >= (turns[turn]?.start ?? Number.POSITIVE_INFINITY)) this.labels.add(ids.length)
        const id = this.#idOf(foldToken(text.slice(start, end), kind), kind)
        if (lastBlock[id] !== position) this.blockCounts[id] = (this.blockCounts[id] ?? 0) + 1
        lastBlock[id] = position
        ids.push(id)
        starts.push(start)
        ends.push(end)
      }
    }
    const sample = ids.slice(0, SAMPLE_TOKENS).map((id) => this.forms[id] ?? '')
    this.document = document
    this.blocks = blocks
    this.language = languageOf(document.language, sample)
    this.ids = Int32Array.from(ids)
    this.starts = Int32Array.from(starts)
    this.ends = Int32Array.from(ends)
    this.first = Int32Array.from([...first, ids.length])
  }

  #idOf(form: string, kind: TokenKind): number {
    const known = this.vocabulary.get(form)
    if (known !== undefined) return known
    this.vocabulary.set(form, this.forms.length)
    this.kinds.push(kind)
    return this.forms.push(form) - 1
  }

  get length(): number {
    return this.ids.length
  }

  form(at: number): string {
    return this.forms[this.ids[at] ?? -1] ?? ''
  }

  kind(at: number): TokenKind | undefined {
    return this.kinds[this.ids[at] ?? -1]
  }

  raw(at: number): string {
    return this.blocks[blockOf(this, at)]?.text.slice(this.starts[at], this.ends[at]) ?? ''
  }

  /** Contains a line break where a block ends, unless its sentence continues in the next one, as in captions. */
  gapBefore(at: number): string {
    if (at >= this.length) return '\n'
    const position = blockOf(this, at)
    const block = this.blocks[position]
    const start = this.starts[at] ?? 0
    if (block === undefined) return '\n'
    if (at > (this.first[position] ?? 0)) return block.text.slice(this.ends[at - 1], start)
    const before = this.blocks[position - 1]
    const lead = block.text.slice(0, start)
    if (at === 0 || before === undefined || before.type !== block.type) return `\n${lead}`
    const continues = before.type === 'caption' || /^\p{Ll}/u.test(block.text)
    return `${before.text.slice(this.ends[at - 1])}${continues ? ' ' : '\n'}${lead}`
  }
}

export const prepareSource = (document: SourceText['document']): SourceText => new SourceText(document)

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
const MAX_STEPS = 20_000_000

/** Finds a sequence of folded forms; yields matches in order. */
export function* occurrences({ ids, vocabulary }: SourceText, forms: readonly string[]): Generator<TokenRange> {
  const wanted = forms.map((form) => vocabulary.get(form) ?? -1)
  const [first] = wanted
  if (first === undefined || wanted.includes(-1)) return
  let steps = 0
  for (let at = ids.indexOf(first); at >= 0 && steps < MAX_STEPS; at = ids.indexOf(first, at + 1)) {
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
  const headings = blocks.flatMap(({ headingPath, location }) => [
    ...headingPath,
    location.kind === 'chapter' ? location.title : undefined,
  ])
  return [...new Set([title, author, site, ...headings])].filter((text): text is string => Boolean(text))
}

/** The blocks of each citation of a model: one, or those of a run. Drops unknown ids and duplicates. */
export function citationsOf({ blocks, blockAt }: SourceText, ids: readonly string[]): Block[][] {
  return readCitations(ids, blockAt).map((run) => run.flatMap((id) => blocks[blockAt.get(id) ?? -1] ?? []))
}

/** Blocks in the order of the source. */
export function inSourceOrder({ blockAt }: SourceText, blocks: readonly Block[]): Block[] {
  const positionOf = ({ id }: Block): number => blockAt.get(id) ?? 0
  return blocks.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** The blocks that a model cites, in source order. */
export const knownBlocks = (source: SourceText, ids: readonly string[]): Block[] =>
  inSourceOrder(source, citationsOf(source, ids).flat())
