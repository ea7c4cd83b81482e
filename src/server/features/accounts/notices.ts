import type { FastifyRequest } from 'fastify'
import type { UserRow } from '../../db/schema/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { isWithin } from './account-limits.ts'

/**
 * Whom a letter is for. Before an address is proved, the name beside it may be anybody's idea of a joke, so it is left
 * out.
 */
export const addresseeOf = ({
  email,
  emailVerified,
  firstName,
}: Pick<UserRow, 'email' | 'emailVerified' | 'firstName'>) => ({
  email,
  firstName: emailVerified ? firstName : null,
})

/**
 * Whether the one who asks is mailed a notice of what they do: always, once their address is proved. Before, it may be
 * the address of somebody who has nothing to do with it, and gets only so many.
 */
export async function isToBeNotified(
  { limits }: Pick<AccountDeps, 'limits'>,
  request: FastifyRequest,
  person: UserRow,
): Promise<boolean> {
  return person.emailVerified || isWithin(limits.noticeMail, request)
}
