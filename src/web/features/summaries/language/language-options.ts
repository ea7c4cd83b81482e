import type { SummarizerFacts } from '../../../../shared/api/calls.ts'
import {
  type LanguageChoice,
  languageName,
  type SummaryLanguage,
  sourceLanguage,
} from '../../../../shared/languages.ts'

interface LanguageOption {
  value: LanguageChoice
  label: string
  lang?: string
}

/** Label of a language: its English name, and its name in the language itself where that differs. */
function labelOf(tag: SummaryLanguage): string {
  const label = languageName(tag) ?? tag
  const ownName = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag)
  return ownName === undefined || ownName === label ? label : `${label} · ${ownName}`
}

/** The choices as a list shows them: the language of the source, then the others by their English names. */
export function languageOptions(languages: readonly SummaryLanguage[]): LanguageOption[] {
  const options = languages.map((value) => ({ value, label: labelOf(value), lang: value }))
  return [
    { value: sourceLanguage, label: 'Same as source' },
    ...options.sort((a, b) => a.label.localeCompare(b.label, 'en-US')),
  ]
}

/**
 * The language shown in the form: the one chosen there, else the last choice, else the source's own. Languages that are
 * no longer available don't count.
 *
 * @param chosen choice since the last request; null for none
 */
export function languageInForce(
  { languages, language }: Pick<SummarizerFacts, 'languages' | 'language'>,
  chosen: LanguageChoice | null,
): LanguageChoice {
  const wanted = chosen ?? language
  return languages.find((known) => known === wanted) ?? sourceLanguage
}
