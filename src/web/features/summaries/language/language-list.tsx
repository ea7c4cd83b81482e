import { sourceLanguage } from '../../../../shared/languages.ts'
import type { OpenableProps } from '../../../components/openable.tsx'
import { Select, SelectItem, SelectRule } from '../../../components/select.tsx'
import { chosenLanguage, type LanguageSelectProps, languageLabel } from './language-choice.ts'

/** The choice of a summary's language, with all languages there are. */
export default function LanguageList({ defaultOpen, ...props }: LanguageSelectProps & OpenableProps) {
  const { value: chosen, options, onChange } = props
  return (
    <Select
      label={languageLabel}
      value={chosen}
      shown={chosenLanguage(props)}
      onChange={onChange}
      defaultOpen={defaultOpen}
    >
      <SelectItem value={sourceLanguage} label="Same as source" />
      <SelectRule />
      {options.map(({ value, label, ownName }) => (
        <SelectItem
          key={value}
          value={value}
          label={label}
          aside={
            ownName === null ? null : (
              <span lang={value} dir="auto">
                {ownName}
              </span>
            )
          }
        />
      ))}
    </Select>
  )
}
