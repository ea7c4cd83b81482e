import { content } from '../../../shared/content.ts'
import { retention } from '../../../shared/retention.ts'

type Unit = 'minute' | 'hour' | 'day'
const span = (count: number, unit: Unit): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long things are kept, in words, as the code keeps them. */
export const spans: Record<keyof typeof retention, string> & { logs: string; backups: string } = {
  sessionIdleDays: span(retention.sessionIdleDays, 'day'),
  sessionDays: span(retention.sessionDays, 'day'),
  knownBrowserDays: span(retention.knownBrowserDays, 'day'),
  resetLinkMinutes: span(retention.resetLinkMinutes, 'minute'),
  emailLinkHours: span(retention.emailLinkHours, 'hour'),
  signInAttemptMinutes: span(retention.signInAttemptMinutes, 'minute'),
  recentSignInMinutes: span(retention.recentSignInMinutes, 'minute'),
  unusedUploadHours: span(retention.unusedUploadHours, 'hour'),
  keptWorkHours: span(retention.keptWorkHours, 'hour'),
  deletedSummaryMinutes: span(retention.deletedSummaryMinutes, 'minute'),
  sentMailHours: span(retention.sentMailHours, 'hour'),
  paymentEventDays: span(retention.paymentEventDays, 'day'),
  logs: span(content.legal.logDays, 'day'),
  backups: span(content.legal.backupDays, 'day'),
}
