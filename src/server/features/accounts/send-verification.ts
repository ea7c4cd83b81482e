import type { MailAnswer } from '../../../shared/accounts.ts'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import { retention } from '../../../shared/retention.ts'
import type { Db } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import type { PostLetter } from './letters.ts'
import { createConfirmationLink } from './send-letter.ts'

/** What asking for a link by mail needs. */
export interface MailingDeps {
  db: Db
  clock: Clock
  appUrl: string
  production: boolean
  canMail: boolean
  postLetter: PostLetter
}

/** What is said where no mail server is set. */
export const noMail = `No mail can be sent from here at the moment. Please write to ${content.supportEmail}.`

/**
 * Refuses what cannot work without mail.
 *
 * @throws AppError `mail_unavailable` in production without a mail server
 */
export function requireMail({ canMail, production }: Pick<MailingDeps, 'canMail' | 'production'>): void {
  if (canMail || !production) return
  throw new AppError('mail_unavailable', noMail)
}

/**
 * Asks for the confirmation of an address by a link, and answers what is to be said about it: with the link itself where
 * no mail server is set, which is never so in production.
 *
 * @param options.mail whether the letter may go out; it may when left out
 * @param options.proved as `addEmailLink` takes it
 */
export async function askByLink(
  deps: MailingDeps,
  link: Parameters<typeof askToConfirm>[2],
  { mail = true, proved }: { mail?: boolean; proved?: UserRow } = {},
): Promise<MailAnswer> {
  const { db, clock, canMail } = deps
  const postLetter = canMail && mail ? deps.postLetter : null
  const linkId = await db.transaction(async (tx) => askToConfirm(tx, { clock, postLetter }, link, proved))
  const message = `A link is on its way to ${link.email}. It works for ${retention.emailLinkHours} hours.`
  const url = canMail ? undefined : await createConfirmationLink(deps, linkId)
  return url === undefined ? { message } : { message, url }
}

/**
 * Mails the link that confirms a person's own address once more; the one before it is void.
 *
 * @throws AppError `conflict` when the address is confirmed, `mail_unavailable`
 */
export async function sendVerification(deps: MailingDeps, person: UserRow): Promise<MailAnswer> {
  if (person.emailVerified) throw new AppError('conflict', 'Your email address is confirmed already.')
  requireMail(deps)
  return askByLink(deps, { userId: person.id, purpose: 'verify', email: person.email })
}
