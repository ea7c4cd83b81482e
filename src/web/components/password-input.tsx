import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { Input } from './field.tsx'

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Called when the password is shown or hidden. */
  onShown?: (shown: boolean) => void
}

/** A password with a button that shows it, and a note while Caps Lock is on. */
export function PasswordInput({ className, disabled, onShown, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const [isCapsLock, setIsCapsLock] = useState(false)
  const check = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  const show = (next: boolean) => {
    setShown(next)
    onShown?.(next)
  }
  return (
    <>
      <div className="relative">
        <Input
          type={shown ? 'text' : 'password'}
          disabled={disabled}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={cn('pr-12', className)}
          {...rest}
          onKeyDown={check}
          onKeyUp={check}
          onBlur={(event) => {
            setIsCapsLock(false)
            onBlur?.(event)
          }}
        />
        <button
          type="button"
          disabled={disabled}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => show(!shown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink"
        >
          <Icon className="size-4.5" />
        </button>
      </div>
      <output className="block text-[0.8125rem] text-ink-soft not-empty:mt-1.5">
        {isCapsLock ? 'Caps Lock is on.' : null}
      </output>
    </>
  )
}
