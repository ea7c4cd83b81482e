import { deviceCookie, signedInCookie } from '../../../../shared/cookies.ts'
import { PLAN_BEFORE_KEY } from '../../../lib/plan-before.ts'
import { Entries, Entry } from '../parts.tsx'
import { spans } from '../spans.ts'

const essential = 'Essential'
const lifetime = `Up to ${spans.sessionDays}`

/** All that is kept in a browser, by name. */
export function Cookies() {
  return (
    <>
      <p>
        Essential means that what you ask for cannot be done without it; the law asks no consent for these. There is one
        functional entry, and it is there only if you agree. Over HTTPS the names of cookies begin with{' '}
        <code>__Host-</code>, as in <code>__Host-precis.sid</code>, so that no other site can put one in their place.
      </p>
      <Entries>
        <Entry name="precis.sid" isCode note={`${essential} cookie`}>
          Keeps you signed in. {lifetime}; it goes when you sign out. No script can read it.
        </Entry>
        <Entry name={signedInCookie} isCode note={`${essential} cookie`}>
          Says that this browser has signed in, and nothing else, so that pages need not ask for those who have not.{' '}
          {lifetime}; it goes when you sign out.
        </Entry>
        <Entry name={deviceCookie} isCode note={`${essential} cookie`}>
          Recognizes a browser you have signed in with before, so that strangers who guess at your password can’t lock
          you out. It doesn’t sign you in. Up to {spans.knownBrowserDays}; a new password replaces it. No script can
          read it.
        </Entry>
        <Entry name="precis.google.*" isCode note={`${essential} cookie`}>
          While you sign in with Google: what was begun here, sealed, so that nobody can end it in your place.{' '}
          {spans.signInAttemptMinutes} at the most. No script can read it.
        </Entry>
        <Entry name="cookie-consent" isCode note={`${essential}, local storage`}>
          What you decided about cookies. Until you clear it.
        </Entry>
        <Entry name="draft" isCode note={`${essential}, session storage`}>
          What you have typed to be summarized, or to suggest a feature, and not yet sent, so that a reload does not
          lose it. Until you close the tab or sign out.
        </Entry>
        <Entry name="account-draft" isCode note={`${essential}, session storage`}>
          What you have typed into the forms of your account and not yet saved; never a password. Until you close the
          tab or sign out.
        </Entry>
        <Entry name="sent" isCode note={`${essential}, session storage`}>
          What you have sent for a summary that is not ready yet, so that it can be put back should it fail. Until then,
          or until you close the tab or sign out.
        </Entry>
        <Entry name={PLAN_BEFORE_KEY} isCode note={`${essential}, session storage`}>
          Which plan you had when you left for the payment provider’s page, so that you can be told what has changed.
          Until you come back, or until you close the tab or sign out.
        </Entry>
        <Entry name="theme-preference" isCode note="Functional, local storage">
          Whether you read in light or dark. Until you decline functional cookies or clear it. Without your consent a
          theme you choose lasts until you leave the page.
        </Entry>
      </Entries>
      <p>
        <button
          type="button"
          data-cookies="settings"
          className="underline decoration-line-strong underline-offset-3 hover:decoration-current print:hidden"
        >
          Change your cookie settings
        </button>
      </p>
    </>
  )
}
