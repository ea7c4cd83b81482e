import { cleanFocus, FOCUS_TOO_LONG, MAX_FOCUS_CHARACTERS } from '../../../../shared/summary/focus.ts'
import { Field, Input } from '../../../components/form/field.tsx'

const LABEL = 'What should it be about? (optional)'

export const isFocusTooLong = (typed: string): boolean => cleanFocus(typed).length > MAX_FOCUS_CHARACTERS

interface FocusFieldProps {
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Field for the topic of a summary. Only the user fills it, never a link or a page. */
export function FocusField({ value, onChange, className = '' }: FocusFieldProps) {
  const length = cleanFocus(value).length
  const error = isFocusTooLong(value) ? `${FOCUS_TOO_LONG} These are ${length}.` : undefined
  return (
    <Field label={LABEL} hideLabel error={error} className={className}>
      {(wiring) => (
        <Input
          dir="auto"
          autoComplete="off"
          placeholder={LABEL}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...wiring}
        />
      )}
    </Field>
  )
}
