import { hours, retention } from '../../../shared/retention.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailLinkRow, UserRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PostLetter } from './letters.ts'
import { addEmailLink } from './links-repo.ts'

/**
 * Has a link mailed to an address that confirms it; those of the same person and purpose before it are void.
 *
 * @param postLetter null to have nothing mailed: the link waits for its token
 * @param proved as `addEmailLink` takes it
 * @returns the id of the link
 */
export async function askToConfirm(
  tx: Tx,
  { clock, postLetter }: { clock: Clock; postLetter: PostLetter | null },
  link: Pick<EmailLinkRow, 'userId' | 'purpose' | 'email'>,
  proved?: Pick<UserRow, 'password'>,
): Promise<string> {
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + hours(retention.emailLinkHours))
  const linkId = await addEmailLink(tx, { ...link, createdAt, expiresAt }, proved)
  await postLetter?.(tx, { kind: 'confirm_email', linkId })
  return linkId
}
