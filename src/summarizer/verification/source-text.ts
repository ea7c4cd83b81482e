import { languageOf } from '../text/languages.ts'
import { findSpeakers, findTurns } from '../text/speakers.ts'
import { isTorn, type SourceText } from './source-index.ts'
import { namesOf } from './source-names.ts'
import { numbersOf } from './source-numbers.ts'
import { foldToken, foldWord, scanTokens, type TokenKind } from './tokens.ts'

export type { SourceText } from './source-index.ts'

/** Most ways of writing a word that are remembered while a document is read. */
const MOST_WRITINGS = 200_000

/** Tokens looked at to tell the language where the document does not name it. */
const SAMPLE_TOKENS = 1000

class Reader {
  readonly ids: number[] = []
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly first: number[] = []
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
    return Array.from(this.ids.slice(0, SAMPLE_TOKENS), (id) => this.forms[id] ?? '')
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

/** Indexes a document once for every later lookup: quotes, numbers, names, supporting blocks. */
export function prepareSource(document: SourceText['document']): SourceText {
  const { blocks } = document
  const speakers = findSpeakers(blocks.map((block) => block.text))
  const reader = new Reader()
  const blockAt = new Map<string, number>()
  for (const [at, block] of blocks.entries()) {
    if (!blockAt.has(block.id)) blockAt.set(block.id, at)
    reader.read(block.text, at, speakers)
  }
  reader.first.push(reader.ids.length)
  const labels = new Uint8Array(reader.ids.length)
  for (const position of reader.labelled) labels[position] = 1
  const source: SourceText = {
    document,
    blocks,
    language: languageOf(document.language, reader.sample()),
    blockAt,
    ids: Int32Array.from(reader.ids),
    starts: Int32Array.from(reader.starts),
    ends: Int32Array.from(reader.ends),
    first: Int32Array.from(reader.first),
    labels,
    vocabulary: reader.vocabulary,
    forms: reader.forms,
    kinds: reader.kinds,
    blockCounts: Int32Array.from(reader.counts),
    torn: reader.torn,
  }
  // Fills the caches now, while the first call of a model is under way.
  namesOf(source)
  numbersOf(source)
  return source
}
