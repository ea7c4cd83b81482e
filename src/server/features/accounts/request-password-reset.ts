import type { FastifyBaseLogger } from 'fastify'
import { retention } from '../../../shared/retention.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { createResetLink } from './send-letter.ts'
import { type MailingDeps, noMail } from './send-verification.ts'

/** The same for every address: nobody learns here whether it has an account. */
const message = `If an account with this email exists, a reset link is on its way. It works for ${retention.resetLinkMinutes} minutes.`

/**
 * Has a link mailed that sets a new password. Whether the address is known is for the job to find out, so that neither
 * the answer nor its time tells. Where no mail server is set, the answer holds the link; in production it says that no
 * mail can be sent, to everybody alike.
 *
 * @param mail whether the letter may go out: an address gets only so many an hour, whoever asks
 */
export async function requestPasswordReset(
  deps: MailingDeps,
  email: string,
  { mail, log }: { mail: boolean; log: FastifyBaseLogger },
): Promise<{ message: string; resetUrl?: string }> {
  if (deps.canMail && mail) await deps.postLetter(deps.db, { kind: 'password_reset', email })
  if (deps.canMail) return { message }
  if (deps.production) return { message: noMail }
  const link = await createResetLink(deps, email)
  if (link === undefined) return { message }
  logSecurityEvent(log, 'password_reset_asked', link.user.id)
  return { message, resetUrl: link.url }
}
