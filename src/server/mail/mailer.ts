import { content as product } from '../../shared/content.ts'
import type { JobRun } from '../jobs/job-kind.ts'
import type { Email } from './email-queue.ts'
import { type EmailContent, renderEmail } from './render-email.ts'

export interface MailMessage {
  /** The bare address, without a display name. */
  to: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /**
   * Resolves once the mail server has accepted the email; `signal` ends the attempt.
   * @throws MailFailure when it hasn't
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>
  /** Aborts pending sends. */
  close(): void
}

/**
 * An email that was not accepted. Contains only the codes of the mail server's reply, because servers often repeat the
 * recipient in its text.
 */
export class MailFailure extends Error {
  /** The same email would be rejected again. */
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.name = 'MailFailure'
    this.permanent = permanent
  }
}

export interface ComposedEmail {
  to: string
  content: EmailContent
  /** The user it concerns; null where the log must not know. */
  userId: string | null
}

/**
 * Renders an email and hands it to the mail server. Permanent failures are logged and not retried.
 * @throws MailFailure when it may be retried or was retried too often
 */
export async function deliverEmail(
  mailer: Mailer,
  kind: Email['kind'],
  { to, content, userId }: ComposedEmail,
  run: JobRun,
): Promise<void> {
  const about = { kind, userId }
  try {
    const { html, text } = renderEmail(content, product.productName)
    await mailer.send({ to, subject: content.subject, html, text }, run.signal)
    run.log.info({ event: 'email.sent', ...about }, 'email sent')
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    if (error.permanent) {
      run.log.warn({ event: 'email.rejected', ...about, err: error }, 'email rejected by the mail server')
      return
    }
    if (run.lastTry) run.log.error({ event: 'email.failed', ...about, err: error }, 'email not sent after all retries')
    throw error
  }
}
