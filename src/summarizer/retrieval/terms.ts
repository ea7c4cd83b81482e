import { type Token, tokensOf } from '../../shared/text/search-tokens.ts'

/** A word of a text in the form that is compared: folded, and cut to its stem where its language has a stemmer. */
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
  const stem = (word: string): string => {
    const known = stems.get(word)
    if (known !== undefined) return known
    const form = stemmer === undefined || !onlyLetters.test(word) ? word : stemmer(word)
    stems.set(word, form)
    return form
  }
  return {
    language,
    terms: (text) => Array.from(tokensOf(text), ({ text: word, start, end }) => ({ text: stem(word), start, end })),
  }
}
