import { z } from 'zod'

/** Languages that a summary can be asked for, as BCP 47 tags. */
export const summaryLanguages = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'sw',
  'ta',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const

export const summaryLanguageSchema = z.enum(summaryLanguages)
export type SummaryLanguage = z.infer<typeof summaryLanguageSchema>

/** The choice that leaves a summary in the language of its source. */
export const sourceLanguage = 'source'

/** Choices for the user: one of the languages, or the source's own. */
export const languageChoiceSchema = z.enum([sourceLanguage, ...summaryLanguages], {
  error: 'This language is not among those a summary can be written in.',
})
export type LanguageChoice = z.infer<typeof languageChoiceSchema>

/** English name of a BCP 47 language ("pt-BR" → "Brazilian Portuguese"), or null where it has none. */
export function languageName(tag: string | null): string | null {
  if (tag === null) return null
  try {
    return new Intl.DisplayNames('en-US', { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch {
    return null
  }
}
