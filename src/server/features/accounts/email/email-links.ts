import type { FastifyRequest } from 'fastify'
import type { MailAnswer } from '../../../../shared/account/accounts.ts'
import { hours, minutes, retention } from '../../../../shared/account/retention.ts'
import { content } from '../../../../shared/content.ts'
import { AppError } from '../../../../shared/errors.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Context, Tx } from '../../../db/database.ts'
import type { EmailLinkRow, UserRow } from '../../../db/schema/index.ts'
import { type AccountNotice, type EmailContext, enqueueEmail } from '../../../mail/email-queue.ts'
import { isWithinLimit } from '../../../platform/http/limits.ts'
import type { AccountContext } from '../context.ts'
import { hashOf, newKey } from '../session/session-plugin.ts'
import { addEmailLink, setLinkToken, setResetToken } from './email-links-repo.ts'

/** Recipient of an email. The name is omitted while the address is unverified, since anyone may have typed both. */
export const recipientOf = ({ email, emailVerified, firstName }: Addressee) => ({
  email,
  firstName: emailVerified ? firstName : null,
})

type Addressee = Pick<UserRow, 'email' | 'emailVerified' | 'firstName'>

/** Returns whether a user may be sent a notice: a verified address always, an unverified one up to a limit. */
export async function mayNotify({ limits }: AccountContext, request: FastifyRequest, user: UserRow) {
  return user.emailVerified || isWithinLimit(limits.noticeMail, request)
}

/** Enqueues a notice about a change to a user's account. */
export async function enqueueNotice(context: EmailContext, tx: Tx, notice: AccountNotice, user: Addressee) {
  await enqueueEmail(context, tx, { kind: 'notice', notice, ...recipientOf(user) })
}

const newToken = ({ clock }: Context, lifetimeMs: number) => {
  const key = newKey()
  return { key, hash: hashOf(key), expiresAt: new Date(clock.now().getTime() + lifetimeMs) }
}

/** URL of the page that an emailed link opens. */
export function linkUrl({ config }: Pick<Context, 'config'>, page: string, token: string): string {
  const url = new URL(page, config.http.appUrl)
  url.searchParams.set('token', token)
  return url.href
}

/** Creates a password reset link, which voids the previous one; undefined when no account has the email. */
export async function createResetLink(context: Context, email: string) {
  const { key, ...token } = newToken(context, minutes(retention.resetLinkMinutes))
  const user = await setResetToken(context.db, email, token)
  return user === undefined ? undefined : { user, url: linkUrl(context, pagePaths.resetPassword, key) }
}

/** Creates the token of a confirmation link, which voids the previous one; undefined when the link is gone. */
export async function createConfirmationLink(context: Context, linkId: string): Promise<string | undefined> {
  const { key, ...token } = newToken(context, hours(retention.emailLinkHours))
  return (await setLinkToken(context.db, linkId, token)) ? linkUrl(context, pagePaths.verifyEmail, key) : undefined
}

interface ConfirmationRequest extends Pick<EmailLinkRow, 'userId' | 'purpose' | 'email'> {
  /** The user as authenticated; omitted when the request needs no confirmed identity. */
  authenticated?: Pick<UserRow, 'password'>
}

/**
 * Adds a confirmation link, which voids the user's earlier ones of the same purpose, and enqueues its email.
 * @returns the id of the link
 * @throws AppError as `addEmailLink`
 */
export async function requestConfirmation(
  context: AccountContext,
  tx: Tx,
  { authenticated, ...link }: ConfirmationRequest,
): Promise<string> {
  const createdAt = context.clock.now()
  const expiresAt = new Date(createdAt.getTime() + hours(retention.emailLinkHours))
  const linkId = await addEmailLink(tx, { ...link, createdAt, expiresAt }, authenticated)
  await enqueueEmail(context, tx, { kind: 'confirm_email', linkId })
  return linkId
}

/** Shown when no mail server is configured. */
export const NO_MAIL = `We can’t send email at the moment. Please write to ${content.supportEmail}.`

/**
 * Emails a confirmation link. Without a mail server the response contains the link, except in production.
 * @param mayEmail false: the address has received too many emails; the response stays the same
 * @throws AppError `mail_unavailable` in production without a mail server, and as `addEmailLink`
 */
export async function sendConfirmationLink(
  context: AccountContext,
  link: ConfirmationRequest,
  { mayEmail }: { mayEmail: boolean },
): Promise<MailAnswer> {
  const { db, canMail, config } = context
  if (!canMail && config.production) throw new AppError('mail_unavailable', NO_MAIL)
  const emailContext = { ...context, canMail: canMail && mayEmail }
  const linkId = await db.transaction(async (tx) => requestConfirmation(emailContext, tx, link))
  const message = `A link is on its way to ${link.email}. It works for ${retention.emailLinkHours} hours.`
  const url = canMail ? undefined : await createConfirmationLink(context, linkId)
  return url === undefined ? { message } : { message, url }
}
