import type { FastifyBaseLogger } from 'fastify'
import type { MailAnswer } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { askByLink, type MailingDeps, requireMail } from './send-verification.ts'

/**
 * Has a link mailed to a new address that moves the account there. Whether another account has the address is for the
 * letter's job to find out: the answer is the same, and the owner of the address is told instead.
 *
 * @param person as they were when they proved who they are
 * @param mail whether the letter may go out: an address gets only so many an hour, whoever asks
 * @throws AppError `conflict` when the address is the person's own, or they have another password by now;
 *   `mail_unavailable`
 */
export async function changeEmail(
  deps: MailingDeps,
  person: UserRow,
  email: string,
  { mail, log }: { mail: boolean; log: FastifyBaseLogger },
): Promise<MailAnswer> {
  if (email === person.email) throw new AppError('conflict', 'This is your email address already.')
  requireMail(deps)
  const answer = await askByLink(deps, { userId: person.id, purpose: 'change', email }, { mail, proved: person })
  logSecurityEvent(log, 'email_change_asked', person.id)
  return answer
}
