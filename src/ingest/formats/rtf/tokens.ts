/** What RTF is made of (RTF Specification 1.9.1, "RTF Syntax"). */
export type Token =
  | { kind: 'open' }
  | { kind: 'close' }
  /** A control word, with its number. */
  | { kind: 'word'; name: string; value: number | null }
  /** A control symbol other than \'. */
  | { kind: 'symbol'; symbol: string }
  /** Bytes of text in the code page in force. */
  | { kind: 'bytes'; start: number; end: number }
  /** A byte written as \'hh. */
  | { kind: 'byte'; byte: number }

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const MAX_WORD = 40
const MAX_DIGITS = 10

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Cuts a file into tokens, one at a time. */
export class Tokens {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  private get byte(): number {
    return this.bytes[this.at] ?? 0
  }

  /** Leaves bytes out that are no RTF (\bin). */
  skip(count: number): void {
    this.at = Math.min(this.bytes.length, this.at + Math.max(0, count))
  }

  next(): Token | null {
    while (this.at < this.bytes.length && (this.byte === 0x0d || this.byte === 0x0a)) this.at += 1
    if (this.at >= this.bytes.length) return null
    if (this.byte === OPEN || this.byte === CLOSE) {
      this.at += 1
      return { kind: this.bytes[this.at - 1] === OPEN ? 'open' : 'close' }
    }
    return this.byte === BACKSLASH ? this.control() : this.text()
  }

  private text(): Token {
    const start = this.at
    for (; this.at < this.bytes.length; this.at += 1) {
      const { byte } = this
      if (byte === BACKSLASH || byte === OPEN || byte === CLOSE || byte === 0x0d || byte === 0x0a) break
    }
    return { kind: 'bytes', start, end: this.at }
  }

  private control(): Token {
    this.at += 1
    if (isLetter(this.byte)) return this.word()
    const symbol = String.fromCharCode(this.byte)
    this.at += 1
    if (symbol !== "'") return { kind: 'symbol', symbol }
    const digits = String.fromCharCode(this.byte, this.bytes[this.at + 1] ?? 0)
    if (!/^[\da-f]{2}$/iu.test(digits)) return { kind: 'symbol', symbol }
    this.at += 2
    return { kind: 'byte', byte: Number.parseInt(digits, 16) }
  }

  private word(): Token {
    let name = ''
    for (; isLetter(this.byte) && name.length < MAX_WORD; this.at += 1) name += String.fromCharCode(this.byte)
    let digits = ''
    if (this.byte === 0x2d) {
      digits = '-'
      this.at += 1
    }
    for (; isDigit(this.byte) && digits.length < MAX_DIGITS; this.at += 1) digits += String.fromCharCode(this.byte)
    if (this.byte === 0x20) this.at += 1
    return { kind: 'word', name, value: digits === '' || digits === '-' ? null : Number(digits) }
  }
}
