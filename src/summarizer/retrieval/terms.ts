import { fold, type Token, tokensOf } from '../../shared/text/search-tokens.ts'

/** A word of a text in the form that is compared: cut to its stem where its language has a stemmer, and folded. */
export type Term = Token

/** Stemmers of Snowball (https://snowballstem.org), by primary language subtag; each is loaded when it is needed. */
const stemmers: Readonly<Record<string, () => Promise<{ stemmer: (word: string) => string }>>> = {
  ar: async () => import('@orama/stemmers/arabic'),
  bg: async () => import('@orama/stemmers/bulgarian'),
  da: async () => import('@orama/stemmers/danish'),
  de: async () => import('@orama/stemmers/german'),
  el: async () => import('@orama/stemmers/greek'),
  en: async () => import('@orama/stemmers/english'),
  es: async () => import('@orama/stemmers/spanish'),
  fi: async () => import('@orama/stemmers/finnish'),
  fr: async () => import('@orama/stemmers/french'),
  ga: async () => import('@orama/stemmers/irish'),
  hi: async () => import('@orama/stemmers/indian'),
  hu: async () => import('@orama/stemmers/hungarian'),
  hy: async () => import('@orama/stemmers/armenian'),
  id: async () => import('@orama/stemmers/indonesian'),
  it: async () => import('@orama/stemmers/italian'),
  lt: async () => import('@orama/stemmers/lithuanian'),
  nb: async () => import('@orama/stemmers/norwegian'),
  ne: async () => import('@orama/stemmers/nepali'),
  nl: async () => import('@orama/stemmers/dutch'),
  nn: async () => import('@orama/stemmers/norwegian'),
  no: async () => import('@orama/stemmers/norwegian'),
  pt: async () => import('@orama/stemmers/portuguese'),
  ro: async () => import('@orama/stemmers/romanian'),
  ru: async () => import('@orama/stemmers/russian'),
  sr: async () => import('@orama/stemmers/serbian'),
  sv: async () => import('@orama/stemmers/swedish'),
  ta: async () => import('@orama/stemmers/tamil'),
  tr: async () => import('@orama/stemmers/turkish'),
  uk: async () => import('@orama/stemmers/ukrainian'),
}

const onlyLetters = /^[\p{L}\p{M}]+$/u
/** Invisible hyphens and joiners, and the Arabic stroke that only lengthens a word. */
const withinWords = /\u00ad|\u0640|\u200c|\u200d|\u2060/gu
/** Scripts without spaces whose words `Intl.Segmenter` finds by a dictionary; pairs of their letters mean little. */
const segmented = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function* wordsOf(text: string): Generator<Token> {
  if (!segmented.test(text)) return yield* tokensOf(text)
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) yield { text: fold(segment), start: index, end: index + segment.length }
  }
}

/** Finds the words of texts in one language. */
export interface TermReader {
  /** Primary subtag; empty if unknown. */
  language: string
  /** The words of a text, in order. */
  terms: (text: string) => Term[]
}

/** @param language primary subtag; words of others, or of an unknown one, are compared as they are */
export async function openTermReader(language: string): Promise<TermReader> {
  const stemmer = (await stemmers[language]?.())?.stemmer
  /** Stems of words, which repeat often. */
  const stems = new Map<string, string>()
  const stem = (word: string, folded: string): string => {
    if (stemmer === undefined || !onlyLetters.test(folded)) return folded
    const known = stems.get(word)
    if (known !== undefined) return known
    // Endings have accents, so they are cut before folding.
    const form = fold(stemmer(word.replaceAll(withinWords, '').normalize('NFC').toLowerCase())) || folded
    stems.set(word, form)
    return form
  }
  return {
    language,
    terms: (text) =>
      Array.from(wordsOf(text), ({ text: folded, start, end }) => {
        return { text: stem(text.slice(start, end), folded), start, end }
      }),
  }
}

/** Length of the parts of words that are compared, too. */
const PART_CHARACTERS = 4

/** Languages whose words have few forms and no compounds: their parts add nothing. */
const withoutParts: ReadonlySet<string> = new Set(['en', 'ja', 'vi', 'yue', 'zh'])

/**
 * The overlapping parts of four letters of a word, by which compounds and inflected forms match (McNamee & Mayfield 2004,
 * "Character n-gram tokenization for European language text retrieval"); a shorter word is its only part.
 */
export function partsOf(term: string, language: string): string[] {
  if (withoutParts.has(language)) return []
  const last = term.length - PART_CHARACTERS
  return last <= 0 ? [term] : Array.from({ length: last + 1 }, (_, at) => term.slice(at, at + PART_CHARACTERS))
}
