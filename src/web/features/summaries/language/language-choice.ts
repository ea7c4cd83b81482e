import type { LanguageOption } from './language-options.ts'

export interface LanguageSelectProps {
  value: string
  options: readonly LanguageOption[]
  onChange: (value: string) => void
}

export const languageLabel = 'Language'

/** The choice in words. */
export const chosenLanguage = ({ value, options }: LanguageSelectProps): string =>
  options.find((option) => option.value === value)?.label ?? 'Same as source'
