import { saveConsent } from '../../lib/consent.ts'
import { forgetTheme, rememberTheme } from '../../lib/theme.ts'

/** Keeps a decision about cookies, and does at once what it means for what is, or could be, kept already. */
export function decide(functional: boolean): void {
  saveConsent(functional)
  if (functional) rememberTheme()
  else forgetTheme()
}
