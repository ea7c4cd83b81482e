import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pagePaths } from '../../../../shared/paths.ts'
import type { JobRun } from '../../../jobs/queue.ts'
import type { ComposedEmail } from '../../../mail/deliver-email.ts'
import type { CancellationEmail, Email } from '../../../mail/email-queue.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import type { AccountContext } from '../context.ts'
import { createConfirmationLink, createResetLink } from './email-links.ts'
import { findEmailLink, isEmailTaken } from './email-links-repo.ts'
import { confirmEmailTemplate, emailTakenTemplate, noticeTemplate, passwordResetTemplate } from './email-templates.ts'
import { recipientOf } from './notices.ts'

type Context = Pick<AccountContext, 'db' | 'clock' | 'appUrl'>

/**
 * Delay before a password reset looks for the account. In a process that also serves requests, that work would delay the
 * response, for longer when the account exists.
 */
const RESET_DELAY_MS = { min: 300, max: 900 }

async function composePasswordReset(context: Context, email: string, run: JobRun): Promise<ComposedEmail | undefined> {
  await sleep(randomInt(RESET_DELAY_MS.min, RESET_DELAY_MS.max), undefined, { signal: run.signal })
  const link = await createResetLink(context, email)
  if (link === undefined) return undefined
  const { user, url } = link
  if (run.earlierTries === 0) logSecurityEvent(run.log, 'password_reset_asked', user.id)
  const to = recipientOf(user)
  return { to: to.email, userId: user.id, content: passwordResetTemplate(to.firstName, url) }
}

async function composeConfirmation(context: Context, linkId: string): Promise<ComposedEmail | undefined> {
  const link = await findEmailLink(context.db, linkId)
  if (link === undefined) return undefined
  const { email, userId, purpose } = link
  if (purpose === 'change' && (await isEmailTaken(context.db, email, userId))) {
    return { to: email, userId, content: emailTakenTemplate(new URL(pagePaths.login, context.appUrl).href) }
  }
  const url = await createConfirmationLink(context, linkId)
  return url === undefined ? undefined : { to: email, userId, content: confirmEmailTemplate(purpose, url) }
}

/** Composes an email about an account; undefined when there is no one to send it to. */
export async function composeAccountEmail(
  context: Context,
  email: Exclude<Email, CancellationEmail>,
  run: JobRun,
): Promise<ComposedEmail | undefined> {
  switch (email.kind) {
    case 'password_reset':
      return composePasswordReset(context, email.email, run)
    case 'confirm_email':
      return composeConfirmation(context, email.linkId)
    case 'notice': {
      const forgotPasswordUrl = new URL(pagePaths.forgotPassword, context.appUrl).href
      const content = noticeTemplate(email.notice, email.firstName, forgotPasswordUrl)
      return { to: email.email, userId: null, content }
    }
  }
}
