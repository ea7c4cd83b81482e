/** One mail to one person. */
export interface MailMessage {
  /** The address alone, as it stands in the account. */
  to: string
  subject: string
  html: string
  text: string
}

/** What hands mail to the world. */
export interface Mailer {
  /**
   * Returns once a server has taken the mail.
   *
   * @param signal ends the attempt
   * @throws MailFailure when it has not
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>
  /** Cuts off what is being sent. */
  close(): void
}

/**
 * A mail that was not taken. Says nothing of what was in it or whom it was for: mail servers like to repeat the address
 * in their refusals, so not a word of theirs stands here but their codes.
 */
export class MailFailure extends Error {
  /** The same mail would be refused again. */
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.name = 'MailFailure'
    this.permanent = permanent
  }
}
