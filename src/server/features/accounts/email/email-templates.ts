import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { retention } from '../../../../shared/account/retention.ts'
import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Context } from '../../../db/database.ts'
import type { EmailLinkRow } from '../../../db/schema/index.ts'
import type { JobRun } from '../../../jobs/job-kind.ts'
import type { AccountNotice, CancellationEmail, Email } from '../../../mail/email-queue.ts'
import type { ComposedEmail } from '../../../mail/mailer.ts'
import { type EmailContent, greeting } from '../../../mail/render-email.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { createConfirmationLink, createResetLink, recipientOf } from './email-links.ts'
import { findEmailLink, isEmailTaken } from './email-links-repo.ts'

const { productName, supportEmail } = content

const IGNORE = 'If this wasn’t you, you can ignore this email.'

/** For users who have forgotten their password, or have none. */
export function passwordResetTemplate(firstName: string | null, url: string): EmailContent {
  const lifetime = `The link works once and expires in ${retention.resetLinkMinutes} minutes`
  return {
    subject: `Reset your ${productName} password`,
    preview: `${lifetime}.`,
    heading: 'Set a new password',
    paragraphs: [
      greeting(firstName),
      `Someone, hopefully you, asked for a link to set a new password for your ${productName} account.`,
      `${lifetime}, or when you request another one.`,
    ],
    action: { label: 'Set a new password', url },
    footnote: `${IGNORE} Your password won’t change.`,
  }
}

/** For an unverified email. Anyone may have typed it, so it contains no other user input, not even a name. */
export function confirmEmailTemplate(purpose: EmailLinkRow['purpose'], url: string): EmailContent {
  const lifetime = `The link works once and expires in ${retention.emailLinkHours} hours.`
  if (purpose === 'change') {
    return {
      subject: 'Confirm your new email address',
      preview: `Your ${productName} account will switch to this address once you do.`,
      heading: 'Confirm your new email address',
      paragraphs: [
        `Someone, hopefully you, asked to switch their ${productName} account to this address.`,
        `Once you confirm it, you’ll sign in with it, and we’ll sign out your other browsers. ${lifetime}`,
      ],
      action: { label: 'Use this address', url },
      footnote: 'If this wasn’t you, don’t open the link. Nothing will change.',
    }
  }
  return {
    subject: 'Confirm your email address',
    preview: `So we know that emails about your ${productName} account reach you.`,
    heading: 'Confirm your email address',
    paragraphs: [
      `Someone, hopefully you, created a ${productName} account with this address. Please confirm that it’s yours, so we know that our emails reach you.`,
      lifetime,
    ],
    action: { label: 'Confirm email address', url },
    footnote: `If this wasn’t you, don’t open the link, and write to ${supportEmail} to have the account removed.`,
  }
}

export function emailTakenTemplate(signInUrl: string): EmailContent {
  return {
    subject: `You already have a ${productName} account`,
    preview: 'An address can have only one account, so we changed nothing.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone, hopefully you, asked to switch another ${productName} account to this address. It already has one, and an address can have only one account, so we changed nothing.`,
      'To use this address for the other account, first change this account’s email, or delete this account.',
    ],
    action: { label: 'Sign in', url: signInUrl },
    footnote: IGNORE,
  }
}

const setNewPassword = `If this wasn’t you, set a new password right away: that signs out every browser and revokes every API token. If you can’t, write to ${supportEmail}.`

interface Notice {
  subject: string
  preview: string
  text: string
  ifNotYou?: string
}

/** Notice that an account, the subject of a sentence, was connected to a provider. */
const joined = (provider: string, account: string): Notice => ({
  subject: `Your ${productName} account was connected to ${provider}`,
  preview: `You can now sign in with ${provider}, too.`,
  text: `${account} is now connected to your ${productName} account, and you can sign in with it. If you have a password, it still works.`,
})

/** The same for an account whose address had never been confirmed. */
const joinedWithoutPassword = (provider: string, account: string): Notice => ({
  ...joined(provider, account),
  preview: 'We removed your old password.',
  text: `${account} is now connected to your ${productName} account, and you can sign in with it. You hadn’t confirmed the address yet, so we removed the old password and signed out all other browsers. You can set a new password on your account page.`,
})

const google = ['Google', 'A Google account with this address'] as const
const oidc = ['single sign-on', 'A single sign-on account with this address'] as const

const notices: Record<AccountNotice, Notice> = {
  password_changed: {
    subject: `Your ${productName} password was changed`,
    preview: 'All other browsers were signed out.',
    text: `The password of your ${productName} account was changed. All other browsers were signed out, and your API tokens were revoked.`,
  },
  password_reset: {
    subject: `Your ${productName} password was reset`,
    preview: 'All browsers were signed out.',
    text: `A new password was set for your ${productName} account with a link that we emailed you. All browsers were signed out, and your API tokens were revoked.`,
  },
  email_changed: {
    subject: `The email address of your ${productName} account was changed`,
    preview: 'Emails about it now go to the new address.',
    text: `Your ${productName} account has a new email address. You can no longer sign in with this one and your password, and we won’t send account emails here anymore. A connected Google or single sign-on account still works.`,
    ifNotYou: `If this wasn’t you, write to ${supportEmail} right away, from this address.`,
  },
  token_created: {
    subject: `A new API token for your ${productName} account`,
    preview: 'Programs can use it until you revoke it.',
    text: `An API token was created for your ${productName} account. Any program that has it can use your account until you revoke it on your account page or change your password.`,
  },
  google_joined: joined(...google),
  google_joined_without_password: joinedWithoutPassword(...google),
  oidc_joined: joined(...oidc),
  oidc_joined_without_password: joinedWithoutPassword(...oidc),
  account_deleted: {
    subject: `Your ${productName} account was deleted`,
    preview: 'Your data has been deleted.',
    text: `Your ${productName} account was deleted, along with all its data. This is our last email about it.`,
    ifNotYou: `If this wasn’t you, write to ${supportEmail}.`,
  },
}

export function noticeTemplate(
  notice: AccountNotice,
  firstName: string | null,
  forgotPasswordUrl: string,
): EmailContent {
  const { subject, preview, text, ifNotYou = setNewPassword } = notices[notice]
  return {
    subject,
    preview,
    heading: subject,
    paragraphs: [greeting(firstName), text, ifNotYou],
    ...(ifNotYou === setNewPassword ? { action: { label: 'Set a new password', url: forgotPasswordUrl } } : {}),
  }
}

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
    return { to: email, userId, content: emailTakenTemplate(new URL(pagePaths.login, context.config.http.appUrl).href) }
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
      const forgotPasswordUrl = new URL(pagePaths.forgotPassword, context.config.http.appUrl).href
      const content = noticeTemplate(email.notice, email.firstName, forgotPasswordUrl)
      return { to: email.email, userId: null, content }
    }
  }
}
