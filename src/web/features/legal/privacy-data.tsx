import { content } from '../../../shared/content.ts'
import { deviceCookie, signedInCookie } from '../../../shared/cookies.ts'
import { PLAN_BEFORE_KEY } from '../../lib/plan-before.ts'
import { Entries, Entry, spans } from './parts.tsx'

const contract = 'Contract'
const interest = 'Our interest'
const consent = 'Your consent'

/** What is kept about people, and on which ground. */
export function KeptData() {
  return (
    <>
      <p>
        Only what the service needs. Under each name stands the ground on which we may keep it, and in the General Data
        Protection Regulation (GDPR) of the European Union where that is found: the contract by which we give you what
        you signed up for (Article 6(1)(b)), our interest in a service that is safe (6(1)(f)), a legal duty (6(1)(c)),
        or your consent (6(1)(a)).
      </p>
      <Entries>
        <Entry name="Your account" note={contract}>
          Email address and whether it is confirmed, first and last name, your password as an argon2id hash (never the
          password itself), the language you last asked a summary in, and when all of this was made and changed. Without
          an email address there is no account to sign in to.
        </Entry>
        <Entry name="Sign-in with Google" note={contract}>
          If you choose it: the number Google knows you by, your name, your email address and the address of your
          picture. We never see your Google password and get no access to anything else in your Google account. Your
          browser loads the picture from Google.
        </Entry>
        <Entry name="What you send" note={contract}>
          The address, text or file to be summarized, its title, and the text that was read from it. An address is
          fetched by our servers: the site sees them, and not you.
        </Entry>
        <Entry name="Your summaries" note={contract}>
          The summary, its takeaways and quotes with their places, what the source says of itself (author, site, date,
          language), how the summary was made and what that used, and checksums by which we know a source you have sent
          before. Nobody else sees them, and they are in no other person’s results.
        </Entry>
        <Entry name="Your plan" note={contract}>
          Which plan you are on, what it costs and until when it is paid, changes of it that we made by hand and why,
          how many summaries and exports you have made, requests to cancel with the reason you gave and our answer, the
          numbers under which our payment provider knows you, and what it tells us has happened to your subscription.
          Card details go to that provider alone.
        </Entry>
        <Entry name="Sessions" note={interest}>
          For each browser you are signed in with: what the browser calls itself, when you signed in, and when it was
          last seen, so that you can find and end a session that is not yours.
        </Entry>
        <Entry name="Counters against abuse" note={interest}>
          Sign-in and similar requests are counted by network address, and by a checksum of the email address that was
          typed. A counter goes when its time is up.
        </Entry>
        <Entry name="Logs" note={interest}>
          What was asked of the server, when, with what outcome, and what happened to which account (by its number):
          signing in, a new password. Logs hold no email address, no network address and nothing you wrote.
        </Entry>
        <Entry name="Suggestions and mail" note={contract}>
          Feature suggestions you send, and what you write to us.
        </Entry>
        <Entry name="Your theme" note={consent}>
          Light or dark, in your browser alone, if you allow it: see <a href="#cookies">Cookies and browser storage</a>.
        </Entry>
        <Entry name="Invoices" note="Legal duty">
          What tax law makes us keep about payments, for as long as it does.
        </Entry>
      </Entries>
      <p>
        There is no advertising, no analytics and no tracking on {content.productName}, not even of our own. We do not
        sell or share personal information, and no decision about you is made by a machine.
      </p>
    </>
  )
}

/** How long each thing is kept. */
export function KeptTimes() {
  return (
    <>
      <p>
        Your account and your summaries are kept until you delete them. Deleting takes effect at once; backups that
        still hold what was deleted are overwritten within {spans.backups}. The rest goes by itself:
      </p>
      <Entries>
        <Entry name="Summaries you deleted">
          Nobody can open or find them any more. So that you can undo a slip, they are kept out of sight for a moment,
          with what was kept for making them, and are gone for good {spans.deletedSummaryMinutes} later at the most.
        </Entry>
        <Entry name="Uploaded files">
          Deleted as soon as they have been read; files that nobody has summarized after {spans.unusedUploadHours}.
        </Entry>
        <Entry name="Text that was read">
          Deleted when the summary is ready. If it fails, kept for {spans.keptWorkHours}, so that another try need not
          begin at the beginning.
        </Entry>
        <Entry name="Text you pasted">
          Deleted when the summary is ready. With a failed summary it stays until you try again or delete that summary.
        </Entry>
        <Entry name="Sessions">
          End when you sign out, {spans.sessionIdleDays} after the browser was last seen, and {spans.sessionDays} after
          you signed in at the latest.
        </Entry>
        <Entry name="Links we mail">
          A link for a new password is good for {spans.resetLinkMinutes}, one that confirms an address for{' '}
          {spans.emailLinkHours}. We keep only a checksum of it.
        </Entry>
        <Entry name="Mail we send">What was needed to send it is deleted {spans.sentMailHours} later.</Entry>
        <Entry name="News of payments">
          That our payment provider has told us of something: {spans.paymentEventDays}.
        </Entry>
        <Entry name="Fresh sign-ins">
          If you have no password, a sign-in counts as proof that it is you for {spans.recentSignInMinutes} where we
          would otherwise ask for one.
        </Entry>
        <Entry name="Logs">{spans.logs}.</Entry>
      </Entries>
    </>
  )
}

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
