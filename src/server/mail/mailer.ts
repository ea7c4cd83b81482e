/** One email to one recipient. */
export interface MailMessage {
  /** The bare address, without a display name. */
  to: string
  subject: string
  html: string
  text: string
}

/** Sends emails. */
export interface Mailer {
  /**
   * Resolves once the mail server has accepted the email.
   *
   * @param signal ends the attempt
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
