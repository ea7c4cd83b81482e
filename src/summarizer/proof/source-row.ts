import { blockOf, type SourceText } from './source-index.ts'
import type { TokenRow } from './token-row.ts'
import type { TokenKind } from './tokens.ts'

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
