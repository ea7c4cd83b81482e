import type { SummarizerFacts } from '../../../../shared/api/calls.ts'
import {
  type LanguageChoice,
  languageName,
  type SummaryLanguage,
  sourceLanguage,
} from '../../../../shared/languages.ts'

/** One language to choose: its English name, and how its own readers call it. */
export interface LanguageOption {
  value: SummaryLanguage
  label: string
  /** Null where it says no more than the label. */
  ownName: string | null
}

export const sameAsSource = 'Same as source'

/** Label of a choice. */
export const labelOf = (choice: string, options: readonly LanguageOption[]): string =>
  options.find(({ value }) => value === choice)?.label ?? sameAsSource

/** A language's name in itself, or null where it has none. */
function ownNameOf(tag: SummaryLanguage): string | null {
  return new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag) ?? null
}

/** The languages as a list shows them, in the order of their English names. */
export function languageOptions(languages: readonly SummaryLanguage[]): LanguageOption[] {
  return languages
    .map((value): LanguageOption => {
      const label = languageName(value) ?? value
      const ownName = ownNameOf(value)
      return { value, label, ownName: ownName === label ? null : ownName }
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))
}

/**
 * The language that stands in the form: what was chosen there, else what was chosen last, else the source's own. A
 * language that is not to be had here any more is none.
 *
 * @param chosen what was chosen since; null for nothing
 */
export function languageInForce(
  { languages, language }: Pick<SummarizerFacts, 'languages' | 'language'>,
  chosen: LanguageChoice | null,
): LanguageChoice {
  const wanted = chosen ?? language
  return languages.find((known) => known === wanted) ?? sourceLanguage
}
