import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { Input } from './field.tsx'

/** Whether Caps Lock is on, as far as typing tells, and the handlers of the control that is typed into. */
function useCapsLock() {
  const [on, setOn] = useState(false)
  const look = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return { on, handlers: { onKeyDown: look, onKeyUp: look, onBlur: () => setOn(false) } }
}

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Told when what is typed is shown or hidden, for a second control that shows the same. */
  onShown?: (shown: boolean) => void
}

/** A password with a button that shows it, and a word while Caps Lock is on. */
export function PasswordInput({ className, disabled, onShown, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const capsLock = useCapsLock()
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
          {...capsLock.handlers}
          onBlur={(event) => {
            capsLock.handlers.onBlur()
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
        {capsLock.on ? 'Caps Lock is on.' : null}
      </output>
    </>
  )
}
