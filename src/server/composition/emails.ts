import { hours, retention } from '../../shared/account/retention.ts'
import type { Context } from '../db/database.ts'
import { composeAccountEmail } from '../features/accounts/email/email-templates.ts'
import { composeCancellationEmail } from '../features/billing/cancellation/emails.ts'
import { defineJobKind, type JobKind, type JobRun, type Retries } from '../jobs/job-kind.ts'
import { type Email, emailJob } from '../mail/email-queue.ts'
import { deliverEmail, type Mailer } from '../mail/mailer.ts'
import { openSmtpMailer } from '../mail/smtp-mailer.ts'
import type { OperatorConfig } from '../platform/config/config.ts'

interface EmailJobContext extends Context {
  mailer: Mailer
}

const CONCURRENCY = 4
/** An email has a minute to be sent. */
const EXPIRE_SECONDS = 2 * 60
/** Over an hour and a half: servers that greylist strangers accept an email after some minutes. */
const retries: Retries = { limit: 12, delaySeconds: 15, maxDelaySeconds: 10 * 60 }

/** Composes an email and sends it. Each try creates a new token, since the previous email may have been delivered. */
export async function sendEmail(context: EmailJobContext, email: Email, run: JobRun): Promise<void> {
  const composed =
    email.kind === 'cancellation_requested' || email.kind === 'cancellation_answered'
      ? await composeCancellationEmail(context, email)
      : await composeAccountEmail(context, email, run)
  if (composed !== undefined) await deliverEmail(context.mailer, email.kind, composed, run)
}

/** Returns null without a mail server. */
export const openMailer = ({ mail, http }: OperatorConfig): Mailer | null =>
  mail === null ? null : openSmtpMailer({ ...mail, appUrl: http.appUrl })

export function emailJobKind(context: EmailJobContext): JobKind<Email> {
  return defineJobKind({
    ...emailJob,
    concurrency: CONCURRENCY,
    expireInSeconds: EXPIRE_SECONDS,
    retries,
    keptSeconds: hours(retention.sentMailHours) / 1000,
    handle: async (email, run) => sendEmail(context, email, run),
  })
}
