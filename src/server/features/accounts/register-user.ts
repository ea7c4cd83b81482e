import type { RegisterPayload } from '../../../shared/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserRow } from '../../db/schema/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import { hashPassword } from './password.ts'
import { insertUser } from './repo.ts'

/**
 * Creates an account with email and password, and has a link mailed that confirms the address.
 *
 * @param mail whether the letter may go out: an address gets only so many an hour, whoever asks
 * @throws AppError `email_taken` when the address, in any case, has an account; what `checkNewPassword` throws
 */
export async function registerUser(
  {
    db,
    clock,
    canMail,
    postLetter,
    checkNewPassword,
  }: Pick<AccountDeps, 'db' | 'clock' | 'canMail' | 'postLetter' | 'checkNewPassword'>,
  input: RegisterPayload,
  mail: boolean,
): Promise<UserRow> {
  const { email, firstName, lastName } = input
  await checkNewPassword(input.password, { field: 'password', email })
  const password = await hashPassword(input.password)
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, { email, password, firstName, lastName }, clock.now())
    if (user === undefined)
      throw new AppError('email_taken', 'An account with this email already exists. Please sign in.')
    if (canMail && mail) await askToConfirm(tx, { clock, postLetter }, { userId: user.id, purpose: 'verify', email })
    return user
  })
}
