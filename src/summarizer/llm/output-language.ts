import { languageName } from '../../shared/text/languages.ts'

/** Language of the summary, and the unit of its lengths. */
export interface OutputLanguage {
  /** BCP 47 tag; null for a source whose language is unknown. */
  tag: string | null
  /** In English, for the instructions: "German (de)". */
  language: string
  /** Unit of lengths: models count characters in scripts without spaces between words. */
  unit: 'words' | 'characters'
  charactersAWord: number
  /** Whether it is known to have Latin script. */
  latin: boolean
}

/** Characters to a word as `countWords` counts them, of the languages whose length is counted in characters. */
const charactersAWord: Readonly<Record<string, number>> = { zh: 1.7, yue: 1.7, ja: 1.9, th: 4, lo: 4, km: 4.5, my: 4.5 }

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

/**
 * Resolves the language of a summary.
 *
 * @param asked language that the user chose, if any
 * @param source language of the source; null if unknown
 */
export function outputLanguageOf(asked: string | undefined, source: string | null): OutputLanguage {
  const tag = asked ?? source
  const name = languageName(tag)
  const known = tag !== null && name !== null && name !== 'Unknown language'
  const characters = known ? charactersAWord[tag.toLowerCase().split('-')[0] ?? ''] : undefined
  return {
    tag: known ? tag : null,
    language: known ? `${name} (${tag})` : 'the language the source is written in',
    unit: characters === undefined ? 'words' : 'characters',
    charactersAWord: characters ?? 1,
    latin: known && scriptOf(tag) === 'Latn',
  }
}

/** A length in words as prompts show it: rounded, and in the language's unit. */
export function sizeInWords(words: number, writing: OutputLanguage): number {
  const size = words * writing.charactersAWord
  return size < 30 ? Math.max(1, Math.round(size)) : Math.round(size / 5) * 5
}
