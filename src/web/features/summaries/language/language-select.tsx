import { sourceLanguage } from '../../../../shared/languages.ts'
import { Select, SelectItem, SelectRule } from '../../../components/select.tsx'
import { type LanguageOption, labelOf, sameAsSource } from './language-options.ts'

export interface LanguageSelectProps {
  value: string
  options: readonly LanguageOption[]
  onChange: (value: string) => void
}

/** Choice of a summary's language. */
export default function LanguageSelect({ value: chosen, options, onChange }: LanguageSelectProps) {
  return (
    <Select label="Language" value={chosen} shown={labelOf(chosen, options)} onChange={onChange}>
      <SelectItem value={sourceLanguage} label={sameAsSource} />
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
