import { Lock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogTitle } from '../../components/dialog.tsx'
import { DialogActions } from '../../components/dialog-actions.tsx'
import { Switch } from '../../components/switch.tsx'
import { closeCookieSettings, useConsent } from '../../lib/consent.ts'
import { decide } from './decide.ts'
import { PolicyLink } from './policy-link.tsx'

interface ChoiceProps {
  name: string
  isOn: boolean
  onChange?: (isOn: boolean) => void
  children: ReactNode
}

/** One kind of cookies: what it is for, and whether it is allowed. Without `onChange` it is locked. */
function Choice({ name, isOn, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 border-b border-line py-4.5">
      <div>
        <label htmlFor={id} className="font-medium">
          {name}
        </label>
        {onChange === undefined ? (
          <span className="ml-2.5 inline-flex items-center gap-1 text-[0.8125rem] text-ink-soft">
            <Lock aria-hidden="true" className="size-3" /> Always on
          </span>
        ) : null}
        <p id={`${id}-about`} className="mt-1 text-sm text-ink-soft">
          {children}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-about`}
        checked={isOn}
        disabled={onChange === undefined}
        onCheckedChange={onChange}
      />
    </div>
  )
}

function Choices() {
  const { consent } = useConsent()
  const [functional, setFunctional] = useState(consent?.functional ?? false)
  return (
    <div className="p-6 sm:p-8">
      <DialogTitle className="text-[1.625rem] leading-tight">Cookie settings</DialogTitle>
      <p className="mt-2 mb-4.5 text-ink-soft">
        Choose what this browser remembers. You can change this anytime at the bottom of every page.
      </p>
      <div className="border-t border-line">
        <Choice name="Essential" isOn>
          Keeps you signed in, saves what you’re typing, and remembers this choice.
        </Choice>
        <Choice name="Functional" isOn={functional} onChange={setFunctional}>
          Remembers your light or dark theme.
        </Choice>
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        That’s all we use. <PolicyLink onClick={closeCookieSettings}>See the full list</PolicyLink>
      </p>
      <DialogActions>
        <Button look="plain" onClick={closeCookieSettings}>
          Cancel
        </Button>
        <Button onClick={() => decide(functional)}>Save Preferences</Button>
      </DialogActions>
    </div>
  )
}

/** What may be kept in this browser, kind by kind. */
export default function CookieSettings() {
  const { isChoosing } = useConsent()
  return (
    <Dialog open={isChoosing} onOpenChange={closeCookieSettings}>
      <Choices />
    </Dialog>
  )
}
