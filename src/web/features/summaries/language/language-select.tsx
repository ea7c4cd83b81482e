import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { sourceLanguage } from '../../../../shared/languages.ts'
import { type LanguageOption, labelOf, sameAsSource } from './language-options.ts'

interface SelectProps {
  /** Shown before the choice. */
  label: string
  value: string
  /** Label of the chosen item. */
  shown: string
  onChange: (value: string) => void
  /** `SelectItem`s. */
  children: ReactNode
}

const triggerStyle =
  'relative touch-target -mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-control px-1.5 outline-offset-0 font-medium text-ink decoration-line-strong underline-offset-3 hover:underline'
const edgeStyle = 'grid h-6 place-items-center text-ink-soft'

/** Choice among many items, set as a word with a small arrow. Typing jumps to an item by the first letters of its label. */
function Select({ label, value, shown, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <span id={`${id}-label`}>{label}</span>
      <Radix.Root value={value} onValueChange={onChange}>
        <Radix.Trigger aria-labelledby={`${id}-label ${id}-value`} className={triggerStyle}>
          <span id={`${id}-value`}>
            <Radix.Value>{shown}</Radix.Value>
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-h-[min(24rem,var(--radix-select-content-available-height))] w-88 max-w-[calc(100vw-1.5rem)] animate-drop overflow-hidden rounded-card border border-line bg-raised text-ink shadow-float"
          >
            <Radix.ScrollUpButton className={edgeStyle}>
              <ChevronUp className="size-4" />
            </Radix.ScrollUpButton>
            <Radix.Viewport className="p-1.5">{children}</Radix.Viewport>
            <Radix.ScrollDownButton className={edgeStyle}>
              <ChevronDown className="size-4" />
            </Radix.ScrollDownButton>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </div>
  )
}

interface SelectItemProps {
  value: string
  label: string
  /** Stands beside the label, more quietly. */
  aside?: ReactNode
}

/** One of the choices, with a check at the one in force. */
function SelectItem({ value, label, aside = null }: SelectItemProps) {
  return (
    <Radix.Item
      value={value}
      textValue={label}
      className="relative grid min-h-9 cursor-default items-center rounded-chip py-1 pr-9 pl-2.5 text-sm outline-none select-none data-[highlighted]:bg-sunk pointer-coarse:min-h-11"
    >
      <Radix.ItemText>
        <span className="flex items-center gap-3">
          {label}
          {aside === null ? null : <span className="ml-auto text-right whitespace-nowrap text-ink-soft"> {aside}</span>}
        </span>
      </Radix.ItemText>
      <Radix.ItemIndicator className="absolute right-2.5">
        <Check className="size-4 text-ink-soft" />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}

/** A hairline between items. */
function SelectRule() {
  return <Radix.Separator className="my-1.5 h-px bg-line" />
}

interface LanguageSelectProps {
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
