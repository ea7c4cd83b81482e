import { days, retention } from '../../../shared/retention.ts'
import type { SessionRow } from '../../db/schema/index.ts'

/** The moment that a session must have been used after, so as not to be over for want of use. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - days(retention.sessionIdleDays))

/** When a session that begins now is over, whatever the person does. */
export const endOf = (now: Date): Date => new Date(now.getTime() + days(retention.sessionDays))

/** Whether a session is over, by its row: nobody used it for too long, or it began too long ago. */
export const isOver = (session: Pick<SessionRow, 'expiresAt' | 'lastSeenAt'>, now: Date): boolean =>
  session.expiresAt <= now || session.lastSeenAt <= idleSince(now)
