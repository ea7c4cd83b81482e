import { fold, type Token, tokensOf } from '../../shared/text/search-tokens.ts'
import { wordsByLanguage } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import tables from './question-words.json' with { type: 'json' }
import { uniteSpellings, withinWords, withoutAccents } from './spellings.ts'

/** A word of a text in the form that is compared: cut to its stem where its language has a stemmer, and folded. */
type Term = Token

const functionWordsOf = wordsByLanguage(tables.functionWords)

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
/** Scripts without spaces whose words `Intl.Segmenter` finds by a dictionary; pairs of their letters mean little. */
const segmented = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function* wordsOf(text: string): Generator<Token> {
  if (!segmented.test(text)) return yield* tokensOf(text)
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) yield { text: fold(segment), start: index, end: index + segment.length }
  }
}

/** Letters of a longer word that count. */
const MAX_CHARACTERS = 100

/** Finds the words of texts in one language. */
export interface TermReader {
  /** Primary subtag; empty if unknown. */
  language: string
  /** The words of a text, in order. */
  terms: (text: string) => Term[]
  /** Whether a word of a text is a function word of its language or of English, with or without its accents. */
  isFunctionWord: (word: string) => boolean
}

/** @param language primary subtag; words of others, or of an unknown one, are compared as they are */
export async function openTermReader(language: string): Promise<TermReader> {
  const stemmer = (await stemmers[language]?.())?.stemmer
  const united = (word: string): string => uniteSpellings(word, language)
  const functionWords = new Set(
    [stopWordsOf('en'), stopWordsOf(language), functionWordsOf(language)].flatMap((words) => Array.from(words, united)),
  )
  /** Endings have accents, so they are cut before spellings are united. */
  const stemOf = (word: string): string =>
    stemmer === undefined ? '' : stemmer(word.replaceAll(withinWords, '').normalize('NFC').toLocaleLowerCase(language))
  /** Forms of words, which repeat often. */
  const forms = new Map<string, string>()
  const formOf = (word: string, folded: string): string => {
    const known = forms.get(word)
    if (known !== undefined) return known
    const form = (onlyLetters.test(folded) && united(stemOf(word))) || united(word)
    forms.set(word, form)
    return form
  }
  return {
    language,
    terms: (text) =>
      Array.from(wordsOf(text), ({ text: folded, start, end }) => {
        return { text: formOf(text.slice(start, Math.min(end, start + MAX_CHARACTERS)), folded), start, end }
      }),
    isFunctionWord: (word) => functionWords.has(united(word)),
  }
}

/** Length of the parts of words that are compared, too. */
const PART_CHARACTERS = 4

/** Languages whose words have few forms and no compounds: their parts add nothing. */
const withoutParts: ReadonlySet<string> = new Set(['en', 'ja', 'yue', 'zh'])

/**
 * The overlapping parts of four letters of a word, by which compounds and inflected forms match (McNamee & Mayfield 2004,
 * "Character n-gram tokenization for European language text retrieval"); a shorter word is its only part. That of a word
 * of Vietnamese, which has one form, is the word without accents.
 */
export function partsOf(term: string, language: string): string[] {
  if (withoutParts.has(language)) return []
  if (language === 'vi') return [withoutAccents(term)]
  const last = term.length - PART_CHARACTERS
  return last <= 0 ? [term] : Array.from({ length: last + 1 }, (_, at) => term.slice(at, at + PART_CHARACTERS))
}

/** The parts to search for of a word of a question: none of a word of Vietnamese with its accents. */
export const partsToFind = (term: string, language: string): string[] =>
  language === 'vi' && term !== withoutAccents(term) ? [] : partsOf(term, language)
