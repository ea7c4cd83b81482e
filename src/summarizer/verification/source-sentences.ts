import { stopWordsOf } from '../text/languages.ts'
import { splitSentences } from '../text/sentences.ts'
import { stem } from '../text/tokens.ts'
import { perSource } from './source-text.ts'
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

/** The sentences of a document, indexed by their words. */
export const sentencesOf = perSource((source) => {
  const stopWords = stopWordsOf(source.language)
  /** Token that each sentence begins with, and one more at the end. */
  const first: number[] = []
  /** Sentences that contain a content word, by its stem, ascending. */
  const holders = new Map<string, number[]>()
  const stems = source.forms.map((form, id) => (source.kinds[id] === 'sign' || stopWords.has(form) ? null : stem(form)))
  const addHolder = (key: string, sentence: number) => {
    const known = holders.get(key)
    if (known === undefined) holders.set(key, [sentence])
    else if (known.at(-1) !== sentence) known.push(sentence)
  }
  for (const [at, { text }] of source.blocks.entries()) {
    let token = source.first[at] ?? 0
    for (const { end } of splitSentences(text)) {
      first.push(token)
      const sentence = first.length - 1
      while (token < (source.first[at + 1] ?? 0) && (source.starts[token] ?? 0) < end) {
        const key = stems[source.ids[token] ?? -1]
        if (key != null) addHolder(key, sentence)
        token += 1
      }
    }
  }
  first.push(source.ids.length)

  /** Stems of words right before a colon, such as speakers' names in dialogue. */
  const speakers = new Set<string>()
  let turns = 0
  for (let at = 1; at < source.length; at += 1) {
    if (!/^ ?[:：]\s/u.test(source.gapBefore(at))) continue
    turns += 1
    const key = stems[source.ids[at - 1] ?? -1]
    if (key != null) speakers.add(key)
  }

  /** Numbers of the sentences that contain a content word, ascending. */
  const sentencesWith = (key: string): readonly number[] => holders.get(key) ?? []

  /** The tokens of a sentence. */
  const rowOf = (sentence: number): TokenRow => {
    const from = first[sentence] ?? source.length
    const length = (first[sentence + 1] ?? source.length) - from
    const isInside = (at: number) => at >= 0 && at < length
    return {
      length,
      form: (at) => (isInside(at) ? source.form(from + at) : ''),
      kind: (at) => (isInside(at) ? source.kind(from + at) : undefined),
      raw: (at) => (isInside(at) ? source.raw(from + at) : ''),
      gapBefore: (at) => (isInside(at) ? source.gapBefore(from + at) : '\n'),
    }
  }

  return {
    with: sentencesWith,
    row: rowOf,
    speakers,
    /** Whether people talk: a transcript, or as many names before colons as a third of the sentences. */
    isDialogue: source.labels.size > 0 || turns * 3 > first.length,

    /** The words of some sentences, from one up to but without another. */
    words: (from: number, to: number): Word[] =>
      wordsOf(source, first[from] ?? 0, first[to] ?? first.at(-1) ?? 0, stopWords),

    /** First of `span` consecutive sentences that share most with some words, weighted by rarity. */
    nearest: (keys: ReadonlySet<string>, span: number): number => {
      const shares = new Map<number, number>()
      for (const key of keys) {
        const weight = Math.log(1 + (first.length - 1) / Math.max(1, sentencesWith(key).length))
        let done = -1
        for (const sentence of sentencesWith(key)) {
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
    },
  }
})

export type SourceSentences = ReturnType<typeof sentencesOf>
