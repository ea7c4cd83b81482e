import { stopWordsOf } from '../text/languages.ts'
import { splitSentences } from '../text/sentences.ts'
import { stem } from '../text/tokens.ts'
import { perSource, type SourceText } from './source-text.ts'
import type { TokenRow } from './tokens.ts'

/** A word or number of a sentence. */
export interface Word {
  form: string
  /** Null for function words and signs. */
  stem: string | null
  isNumber: boolean
  /** Written with a capital where no sentence begins. */
  isName: boolean
  /** Text between the word and the one before it. */
  gap: string
}

export function wordsOf(row: TokenRow, from: number, to: number, stopWords: ReadonlySet<string>): Word[] {
  return Array.from({ length: to - from }, (_, step) => {
    const at = from + step
    const form = row.form(at)
    const kind = row.kind(at)
    const isContent = kind !== 'sign' && !stopWords.has(form)
    const isName = isContent && step > 0 && /^\p{Lu}/u.test(row.raw(at))
    return { form, stem: isContent ? stem(form) : null, isNumber: kind === 'number', isName, gap: row.gapBefore(at) }
  })
}

export class SourceSentences {
  readonly stopWords: ReadonlySet<string>
  readonly #source: SourceText
  /** Token that each sentence begins with, and one more at the end. */
  readonly #first: number[] = []
  /** Sentences that contain a content word, by its stem, ascending. */
  readonly #holders = new Map<string, number[]>()

  constructor(source: SourceText) {
    this.#source = source
    this.stopWords = stopWordsOf(source.language)
    const stems = source.forms.map((form, id) =>
      source.kinds[id] === 'sign' || this.stopWords.has(form) ? null : stem(form),
    )
    for (const [at, { text }] of source.blocks.entries()) {
      let token = source.first[at] ?? 0
      for (const { end } of splitSentences(text)) {
        this.#first.push(token)
        const sentence = this.#first.length - 1
        while (token < (source.first[at + 1] ?? 0) && (source.starts[token] ?? 0) < end) {
          const key = stems[source.ids[token] ?? -1]
          if (key !== undefined && key !== null) this.#addHolder(key, sentence)
          token += 1
        }
      }
    }
    this.#first.push(source.ids.length)
  }

  #addHolder(key: string, sentence: number): void {
    const known = this.#holders.get(key)
    if (known === undefined) this.#holders.set(key, [sentence])
    else if (known.at(-1) !== sentence) known.push(sentence)
  }

  /** Numbers of the sentences that contain a content word, ascending. */
  with(key: string): readonly number[] {
    return this.#holders.get(key) ?? []
  }

  /** The words of some sentences, from one up to but without another. */
  words(from: number, to: number): Word[] {
    const end = this.#first[to] ?? this.#first.at(-1) ?? 0
    return wordsOf(this.#source, this.#first[from] ?? 0, end, this.stopWords)
  }

  /** First of `span` consecutive sentences that share most with some words, weighted by rarity. */
  nearest(stems: ReadonlySet<string>, span: number): number {
    const shares = new Map<number, number>()
    for (const key of stems) {
      const holders = this.with(key)
      const weight = Math.log(1 + (this.#first.length - 1) / Math.max(1, holders.length))
      let done = -1
      for (const sentence of holders) {
        // Windows that begin at one of these have the word; each counts it once.
        for (let start = Math.max(0, done + 1, sentence - span + 1); start <= sentence; start += 1) {
          shares.set(start, (shares.get(start) ?? 0) + weight)
        }
        done = sentence
      }
    }
    let best = 0
    for (const [start, share] of shares) {
      const most = shares.get(best) ?? 0
      if (share > most || (share === most && start < best)) best = start
    }
    return best
  }
}

export const sentencesOf = perSource((source) => new SourceSentences(source))
