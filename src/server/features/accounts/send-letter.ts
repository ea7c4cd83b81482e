import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { hours, minutes, retention } from '../../../shared/retention.ts'
import type { Db } from '../../db/database.ts'
import type { JobRun } from '../../jobs/queue.ts'
import { type Mailer, MailFailure } from '../../mail/mailer.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { Clock } from '../../platform/clock.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import {
  type CancellationForLetter,
  cancellationAnsweredText,
  cancellationRequestedText,
} from './cancellation-texts.ts'
import { addressTakenText, confirmEmailText, type LetterText, noticeText, passwordResetText } from './letter-texts.ts'
import type { Letter } from './letters.ts'
import { createLinkToken, linkTo } from './link-token.ts'
import { findEmailLink, isEmailTaken, setLinkToken, setResetToken } from './links-repo.ts'
import { addresseeOf } from './notices.ts'

export interface LetterDeps {
  db: Db
  clock: Clock
  mailer: Mailer
  /** Where links lead. */
  appUrl: string
  /** What letters say of a request to cancel; undefined where it is gone, with its person. */
  findCancellation: (requestId: string) => Promise<CancellationForLetter | undefined>
}

/**
 * A link to a new password is looked for this much later than it was asked for: in one process with the embedded
 * database the work on it would hold up the very answer, for longer or shorter where the address is known.
 */
const HEAD_START_MS = { least: 300, most: 900 }

interface WrittenLetter {
  to: string
  text: LetterText
  /** Whose it is; null where the log cannot know. */
  userId: string | null
}

type LinkDeps = Pick<LetterDeps, 'db' | 'clock' | 'appUrl'>

/**
 * Makes a link that sets a new password for the person with an address; the one before it is void.
 *
 * @returns undefined where nobody has the address
 */
export async function createResetLink({ db, clock, appUrl }: LinkDeps, email: string) {
  const { token, hash } = createLinkToken()
  const expiresAt = new Date(clock.now().getTime() + minutes(retention.resetLinkMinutes))
  const user = await setResetToken(db, email, { hash, expiresAt })
  return user === undefined ? undefined : { user, url: linkTo(appUrl, pagePaths.resetPassword, token) }
}

/**
 * Makes the token of a link that confirms an address; the one before it is void.
 *
 * @returns undefined where the link is gone
 */
export async function createConfirmationLink({ db, clock, appUrl }: LinkDeps, linkId: string) {
  const { token, hash } = createLinkToken()
  const expiresAt = new Date(clock.now().getTime() + hours(retention.emailLinkHours))
  const isSet = await setLinkToken(db, linkId, { hash, expiresAt })
  return isSet ? linkTo(appUrl, pagePaths.verifyEmail, token) : undefined
}

async function writeConfirmation(deps: LetterDeps, linkId: string): Promise<WrittenLetter | undefined> {
  const link = await findEmailLink(deps.db, linkId)
  if (link === undefined) return undefined
  const { email, userId, purpose } = link
  if (purpose === 'change' && (await isEmailTaken(deps.db, email, userId))) {
    return { to: email, userId, text: addressTakenText(new URL(pagePaths.login, deps.appUrl).href) }
  }
  const url = await createConfirmationLink(deps, linkId)
  return url === undefined ? undefined : { to: email, userId, text: confirmEmailText(purpose, url) }
}

/** To the operator, where a request has come in; to its person, where it was answered. */
async function writeCancellation(
  { appUrl, findCancellation }: LetterDeps,
  { kind, requestId }: { kind: 'cancellation_requested' | 'cancellation_answered'; requestId: string },
): Promise<WrittenLetter | undefined> {
  const request = await findCancellation(requestId)
  if (request === undefined) return undefined
  if (kind === 'cancellation_requested') {
    return { to: content.supportEmail, userId: request.userId, text: cancellationRequestedText(request) }
  }
  const { email, firstName } = addresseeOf(request)
  const manageUrl = new URL(pagePaths.manageSubscription, appUrl).href
  return { to: email, userId: request.userId, text: cancellationAnsweredText({ ...request, firstName }, manageUrl) }
}

/** What there is to mail; undefined where nobody is to be written to any more, or ever was. */
async function write(deps: LetterDeps, letter: Letter, run: JobRun): Promise<WrittenLetter | undefined> {
  switch (letter.kind) {
    case 'password_reset': {
      await sleep(randomInt(HEAD_START_MS.least, HEAD_START_MS.most), undefined, { signal: run.signal })
      const link = await createResetLink(deps, letter.email)
      if (link === undefined) return undefined
      const { user, url } = link
      if (run.earlierTries === 0) logSecurityEvent(run.log, 'password_reset_asked', user.id)
      const { email, firstName } = addresseeOf(user)
      return { to: email, userId: user.id, text: passwordResetText(firstName, url) }
    }
    case 'cancellation_requested':
    case 'cancellation_answered':
      return writeCancellation(deps, letter)
    case 'confirm_email':
      return writeConfirmation(deps, letter.linkId)
    case 'notice': {
      const forgotPasswordUrl = new URL(pagePaths.forgotPassword, deps.appUrl).href
      return { to: letter.email, userId: null, text: noticeText(letter.notice, letter.firstName, forgotPasswordUrl) }
    }
  }
}

/**
 * Writes a letter and hands it to the mail server. A try that fails begins anew, with a token of its own: nobody knows
 * whether the mail before it has arrived.
 *
 * @throws MailFailure when it may go later, or was tried often enough; what is refused for good is not tried again
 */
export async function sendLetter(deps: LetterDeps, letter: Letter, run: JobRun): Promise<void> {
  const written = await write(deps, letter, run)
  if (written === undefined) return
  const { to, text, userId } = written
  const about = { letter: letter.kind, userId }
  try {
    const { html, text: plain } = renderMail({ ...text, productName: content.productName })
    await deps.mailer.send({ to, subject: text.subject, html, text: plain }, run.signal)
    run.log.info(about, 'a letter was sent')
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    if (error.permanent) {
      run.log.warn({ ...about, err: error }, 'a letter was refused')
      return
    }
    if (run.lastTry) run.log.error({ ...about, err: error }, 'a letter was given up')
    throw error
  }
}
