import { ClosedSelect } from '../../../components/closed-select.tsx'
import { openable } from '../../../components/openable.tsx'
import { chosenLanguage, type LanguageSelectProps, languageLabel } from './language-choice.ts'

/** The choice of a summary's language. */
export const LanguageSelect = openable<LanguageSelectProps>('listbox', {
  load: async () => import('./language-list.tsx'),
  Closed: ({ button, ...props }) => (
    <ClosedSelect label={languageLabel} shown={chosenLanguage(props)} button={button} />
  ),
})
