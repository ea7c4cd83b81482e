import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangePasswordPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPerson } from './confirm-person.ts'
import { voidMailedLinks } from './links-repo.ts'
import { addresseeOf, isToBeNotified } from './notices.ts'
import { hashPassword } from './password.ts'
import { writePassword } from './password-repo.ts'
import { endSessionsOf, rotateSession } from './sessions.ts'

const SAME_PASSWORD = 'Please choose a password that you do not have already.'

/**
 * Changes the password of a person, or sets their first one. All other browsers are signed out, mailed links are void,
 * and this browser stays signed in, and known, under a new key.
 *
 * @returns the person as they are now
 * @throws AppError what `confirmPerson` throws; `invalid_input` for the password they have; `conflict` when it was
 *   changed elsewhere at the same moment; what `checkNewPassword` throws
 */
export async function changePassword(
  deps: AccountDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  person: UserRow,
  { currentPassword, newPassword }: ChangePasswordPayload,
): Promise<UserRow> {
  await confirmPerson(deps, request, person, currentPassword)
  if (person.password !== null && currentPassword?.normalize('NFKC') === newPassword.normalize('NFKC')) {
    throw new AppError('invalid_input', SAME_PASSWORD, { fields: [{ path: 'newPassword', message: SAME_PASSWORD }] })
  }
  await deps.checkNewPassword(newPassword, { field: 'newPassword', email: person.email })
  const password = await hashPassword(newPassword)
  const notify = await isToBeNotified(deps, request, person)
  const changed = await deps.db.transaction(async (tx) => {
    const row = await writePassword(tx, person, password, deps.clock.now())
    if (row === undefined) {
      throw new AppError('conflict', 'Your password was changed elsewhere at the same moment. Please sign in again.')
    }
    await voidMailedLinks(tx, person.id)
    await endSessionsOf(tx, person.id, { except: request })
    if (notify) await deps.postLetter(tx, { kind: 'notice', notice: 'password_changed', ...addresseeOf(row) })
    return row
  })
  logSecurityEvent(request.log, 'password_changed', person.id)
  await rotateSession(request, reply)
  request.server.sessionDeps.devices.send(reply, changed, deps.clock.now())
  return changed
}
