import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { Budget } from '../word/budget.ts'
import { encodingOfCodePage } from '../word/code-pages.ts'
import type { ParagraphRole } from '../word/paragraphs.ts'
import { isSymbolFont, symbolText } from '../word/symbols.ts'
import { Definitions } from './definitions.ts'
import { type Destination, destinationOf } from './destinations.ts'
import { Sink } from './sink.ts'
import { type Token, Tokens } from './tokens.ts'

/** What holds inside a group, and ends with it. */
interface State {
  destination: Destination
  hidden: boolean
  deleted: boolean
  bold: boolean
  font: number
  /** Characters that stand behind each \u for readers without Unicode. */
  fallback: number
  style: number
  outlineLevel: number | null
  listed: boolean
  inTable: boolean
  depth: number
}

/** What is being defined in the tables at the start. */
interface Definition {
  number: number
  charset: number
  outlineLevel: number | undefined
  listed: boolean
  name: string
}

const MAX_DEPTH = 1000

const plain: State = {
  destination: 'text',
  hidden: false,
  deleted: false,
  bold: false,
  font: -1,
  fallback: 1,
  style: 0,
  outlineLevel: null,
  listed: false,
  inTable: false,
  depth: 0,
}

/** Words that stand for a character. */
const characters: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  page: '\n',
  column: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  zwj: '\u200d',
  zwnj: '\u200c',
}

const codePages: Readonly<Record<string, number>> = { ansi: 1252, mac: 10000 }

const isOn = (value: number | null): boolean => value !== 0

/** Reads the tokens of an RTF file. */
export class RtfReader {
  readonly info = new Map<Destination, string>()
  readonly dates = new Map<Destination, Map<string, number>>()
  language: number | null = null
  private readonly tokens: Tokens
  private readonly bytes: Uint8Array
  private readonly definitions = new Definitions()
  private readonly groups: State[] = []
  private readonly budget = new Budget()
  private readonly sinks: Sink[] = [new Sink(this.budget)]
  private readonly endnotes: Piece[] = []
  private state: State = plain
  private definition: Definition = { number: 0, charset: 1, outlineLevel: undefined, listed: false, name: '' }
  private encoding = 'windows-1252'
  /** Bytes of text that are not decoded yet, and those behind them that were written as \'hh. */
  private pending: Uint8Array[] = []
  private escaped: number[] = []
  private optional = false
  private groupBegins = false
  private isEndnote = false
  /** Title or author, as far as it has been read. */
  private fact = ''
  private skip = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.tokens = new Tokens(bytes)
  }

  read(): Piece[] {
    for (let token = this.tokens.next(); token !== null; token = this.tokens.next()) this.token(token)
    this.flush()
    while (this.groups.length > 0) this.close()
    return [...this.sink.finish(), ...this.endnotes]
  }

  private get sink(): Sink {
    const last = this.sinks.at(-1)
    if (last === undefined) throw new Error('A document has a sink.')
    return last
  }

  private get role(): ParagraphRole {
    return this.definitions.role(this.state.style, this.state.outlineLevel, this.state.listed)
  }

  private token(token: Token): void {
    if (token.kind === 'bytes') {
      const start = Math.min(token.end, token.start + this.skip)
      this.skip -= start - token.start
      if (start < token.end) this.pending.push(...this.takeEscaped(), this.bytes.subarray(start, token.end))
    } else if (token.kind === 'byte') {
      if (this.skip > 0) this.skip -= 1
      else this.escaped.push(token.byte)
    } else this.markup(token)
    if (token.kind !== 'open' && !(token.kind === 'symbol' && token.symbol === '*')) this.groupBegins = false
  }

  private markup(token: Exclude<Token, { kind: 'bytes' | 'byte' }>): void {
    this.flush()
    if (token.kind === 'open') this.openGroup()
    else if (token.kind === 'close') this.close()
    else if (this.skip > 0) this.skip -= 1
    else if (token.kind === 'symbol') this.symbol(token.symbol)
    else this.word(token.name, token.value)
  }

  private openGroup(): void {
    if (this.groups.length >= MAX_DEPTH) {
      throw new AppError('source_too_complex', 'This document is nested too deeply to be read.')
    }
    this.skip = 0
    this.groups.push(this.state)
    this.state = { ...this.state }
    this.groupBegins = true
    this.optional = false
  }

  private close(): void {
    const outer = this.groups.pop()
    const { destination } = this.state
    this.skip = 0
    if (outer === undefined) return
    if (destination === 'fonts' || destination === 'styles') this.define(destination)
    if ((destination === 'title' || destination === 'author') && outer.destination !== destination)
      this.tell(destination)
    const opensSink = destination === 'note' || destination === 'box'
    this.state = outer
    if (!opensSink || outer.destination === destination || this.sinks.length < 2) return
    const pieces = this.sinks.pop()?.finish() ?? []
    if (destination === 'note' && this.isEndnote) for (const piece of pieces) this.endnotes.push(piece)
    else this.sink.put(pieces)
    this.isEndnote = false
  }

  /** Keeps a fact about the document; where one is given again, as by LibreOffice, the first counts. */
  private tell(destination: Destination): void {
    if (!this.info.has(destination)) this.info.set(destination, this.fact)
    this.fact = ''
  }

  private symbol(symbol: string): void {
    if (symbol === '*') this.optional = this.groupBegins
    else if (symbol === '~') this.append('\u00a0')
    else if (symbol === '_') this.append('-')
    else if (symbol === '\\' || symbol === '{' || symbol === '}') this.append(symbol)
    else if (symbol === '\n' || symbol === '\r') this.endParagraph()
    else if (symbol === '\t') this.append('\t')
  }

  private word(name: string, value: number | null): void {
    if (this.groupBegins && this.state.destination !== 'nowhere') {
      const destination = destinationOf(name, this.optional)
      if (destination !== null) {
        this.enter(destination)
        return
      }
    }
    if (name === 'bin') this.tokens.skip(value ?? 0)
    else if (name === 'ud') this.state.destination = this.sinks.length > 1 ? 'box' : 'text'
    else if (this.state.destination === 'fonts' || this.state.destination === 'styles') this.defining(name, value)
    else if (this.state.destination === 'created' || this.state.destination === 'revised') this.date(name, value)
    else this.textWord(name, value)
  }

  private enter(destination: Destination): void {
    const before = this.state.destination
    this.state.destination = destination
    if ((destination === 'note' || destination === 'box') && before !== destination) {
      this.sinks.push(new Sink(this.budget))
      Object.assign(this.state, { style: 0, outlineLevel: null, listed: false, inTable: false, depth: 0 })
    }
  }

  private defining(name: string, value: number | null): void {
    const { definition } = this
    if (name === 'f' || name === 's') definition.number = value ?? 0
    else if (name === 'fcharset') definition.charset = value ?? 1
    else if (name === 'outlinelevel') definition.outlineLevel = value ?? 0
    else if (name === 'ls') definition.listed = isOn(value)
    else if (name === 'cs' || name === 'ds' || name === 'ts') this.state.destination = 'nowhere'
  }

  private define(destination: 'fonts' | 'styles'): void {
    const { number, charset, outlineLevel, listed } = this.definition
    const name = this.definition.name.replace(/;.*$/su, '').trim()
    if (name !== '') {
      if (destination === 'fonts') this.definitions.defineFont(number, charset, name)
      else this.definitions.defineStyle(number, { name, outlineLevel, listed })
    }
    this.definition = { number: 0, charset: 1, outlineLevel: undefined, listed: false, name: '' }
  }

  private date(name: string, value: number | null): void {
    const date = this.dates.get(this.state.destination) ?? new Map<string, number>()
    if (value !== null) date.set(name, value)
    this.dates.set(this.state.destination, date)
  }

  // oxlint-disable-next-line complexity -- one case a word
  private textWord(name: string, value: number | null): void {
    const { state } = this
    switch (name) {
      case 'u':
        this.append(String.fromCharCode((value ?? 0) & 0xffff))
        this.skip = state.fallback
        break
      case 'uc':
        state.fallback = Math.max(0, Math.min(8, value ?? 1))
        break
      case 'ansi':
      case 'mac':
      case 'ansicpg':
        this.encoding = encodingOfCodePage(codePages[name] ?? value ?? 1252)
        break
      case 'deflang':
        this.language ??= value
        break
      case 'f':
        state.font = value ?? -1
        break
      case 'v':
        state.hidden = isOn(value)
        break
      case 'b':
        state.bold = isOn(value)
        break
      case 'deleted':
        state.deleted = isOn(value)
        break
      case 'plain':
        Object.assign(state, { hidden: false, deleted: false, bold: false, font: -1 })
        break
      case 'pard':
        Object.assign(state, { style: 0, outlineLevel: null, listed: false, inTable: false, depth: 0 })
        break
      case 's':
        state.style = value ?? 0
        break
      case 'outlinelevel':
        state.outlineLevel = value
        break
      case 'ls':
        state.listed = isOn(value)
        break
      case 'intbl':
        state.inTable = true
        break
      case 'itap':
        state.depth = value ?? 0
        break
      case 'ftnalt':
        this.isEndnote = true
        break
      case 'par':
      case 'sect':
        this.endParagraph()
        break
      case 'cell':
        if (this.showsText()) this.sink.endCell(this.role, 1)
        break
      case 'nestcell':
        if (this.showsText()) this.sink.endCell(this.role, Math.max(2, state.depth))
        break
      case 'row':
        if (this.showsText()) this.sink.endRow(this.role, 1)
        break
      case 'nestrow':
        if (this.showsText()) this.sink.endRow(this.role, Math.max(2, state.depth))
        break
      default: {
        const character = characters[name]
        if (character !== undefined) this.append(character)
      }
    }
  }

  private showsText(): boolean {
    const { destination } = this.state
    return destination === 'text' || destination === 'note' || destination === 'box'
  }

  private endParagraph(): void {
    // A paragraph whose end was deleted runs on into the next.
    if (!this.showsText() || this.state.deleted) return
    this.sink.endParagraph(this.role, this.state.inTable ? Math.max(1, this.state.depth) : this.state.depth)
  }

  private takeEscaped(): Uint8Array[] {
    const taken = this.escaped.length === 0 ? [] : [Uint8Array.from(this.escaped)]
    this.escaped = []
    return taken
  }

  /** Decodes the bytes read since the last markup, which together may be characters of two bytes. */
  private flush(): void {
    if (this.pending.length === 0 && this.escaped.length === 0) return
    const bytes = Buffer.concat([...this.pending, ...this.takeEscaped()])
    this.pending = []
    if (this.state.destination === 'nowhere') return
    const font = this.definitions.font(this.state.font)
    if (font !== undefined && isSymbolFont(font.name) && this.showsText()) {
      for (const byte of bytes) this.append(symbolText(font.name, byte))
    } else this.append(new TextDecoder(font?.encoding ?? this.encoding).decode(bytes))
  }

  private append(text: string): void {
    const { destination } = this.state
    if (destination === 'fonts' || destination === 'styles') {
      if (this.definition.name.length < 200) this.definition.name += text
    } else if (destination === 'title' || destination === 'author') {
      this.fact += text.slice(0, 500 - this.fact.length)
    } else if (this.showsText() && !this.state.hidden && !this.state.deleted) {
      this.sink.append(text, this.state.bold)
    }
  }
}
