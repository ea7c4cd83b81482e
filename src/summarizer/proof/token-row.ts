import { foldToken, type TokenKind, tokensOf } from './tokens.ts'

/** A text as a row of tokens, however it is kept: a whole document, or a sentence of a summary. */
export interface TokenRow {
  readonly length: number
  /** Folded form of a token; empty beyond the ends. */
  form(at: number): string
  kind(at: number): TokenKind | undefined
  /** What stands between a token and the one before it. */
  gapBefore(at: number): string
}

/** A token of a short text with how it is written. */
export interface RowToken {
  start: number
  end: number
  raw: string
}

/** A short text as a row. */
export class TextRow implements TokenRow {
  readonly tokens: readonly RowToken[]
  private readonly text: string
  private readonly forms: readonly string[]
  private readonly kinds: readonly TokenKind[]

  constructor(text: string) {
    this.text = text
    const tokens = tokensOf(text)
    this.kinds = tokens.map(({ kind }) => kind)
    this.tokens = tokens.map(({ start, end }) => ({ start, end, raw: text.slice(start, end) }))
    this.forms = tokens.map(({ start, end, kind }) => foldToken(text.slice(start, end), kind))
  }

  get length(): number {
    return this.tokens.length
  }

  form(at: number): string {
    return this.forms[at] ?? ''
  }

  kind(at: number): TokenKind | undefined {
    return this.kinds[at]
  }

  gapBefore(at: number): string {
    return this.text.slice(this.tokens[at - 1]?.end ?? 0, this.tokens[at]?.start ?? this.text.length)
  }
}
