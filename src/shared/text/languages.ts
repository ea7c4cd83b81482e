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

export type SummaryLanguage = (typeof summaryLanguages)[number]

/** The choice that leaves a summary in the language of its source. */
export const sourceLanguage = 'source'

export const languageChoices = [sourceLanguage, ...summaryLanguages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** English name of a BCP 47 language ("pt-BR" → "Brazilian Portuguese"), or null where it has none. */
export function languageName(tag: string | null): string | null {
  if (tag === null) return null
  try {
    return new Intl.DisplayNames('en-US', { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch {
    return null
  }
}
