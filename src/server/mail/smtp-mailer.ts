import { randomUUID } from 'node:crypto'
import { isLoopbackHost } from '../platform/addresses.ts'
import { fieldOf } from '../platform/loggable-error.ts'
import { type Mailer, MailFailure } from './mailer.ts'

export interface SmtpOptions {
  /**
   * URL of the mail server, with credentials where it requires them: smtps:// uses TLS immediately, smtp:// once the
   * server offers it. Its query may set any option of nodemailer's SMTP transport, such as
   * `?tls.rejectUnauthorized=false` (https://nodemailer.com/smtp).
   */
  smtpUrl: string
  /** Sender, such as "Precis <no-reply@precis.example>". */
  from: string
  /** Public URL of the product: its host ends the Message-ID. */
  appUrl: string
  /** Time limit of one email, connection included; a minute by default. */
  sendLimitMs?: number
}

const CONNECT_MS = 15_000
const SILENCE_MS = 30_000
const SEND_LIMIT_MS = 60_000
/** Emails are rare: the second connection keeps one slow email from delaying the others. */
const CONNECTIONS = 2
const IDLE_MS = 10_000

/** Commands whose rejection concerns the email or its recipient; any other concerns the connection. */
const aboutTheMail = /^(?:MAIL FROM|RCPT TO|DATA|BDAT)$/

/** Reply to any command of a client that must authenticate first (RFC 4954). */
const AUTHENTICATION_REQUIRED = '530'

/** Enhanced status code of a reply (RFC 3463), such as 5.1.1. */
const enhancedStatus = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

const textOf = (error: Error, name: string): string => {
  const value = fieldOf(error, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Converts an error of nodemailer, whose message may contain an address. */
function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return new MailFailure('The email could not be sent.', false)
  const status = textOf(error, 'responseCode')
  const code = textOf(error, 'code')
  if (status === '' && code === 'EENVELOPE') return new MailFailure('The address of the recipient is invalid.', true)
  if (status === '') {
    const reason = textOf(error, 'originalCode') || code || 'unknown'
    return new MailFailure(`The mail server could not be reached, or stopped responding (${reason}).`, false)
  }
  const [, detail = ''] = enhancedStatus.exec(textOf(error, 'response')) ?? []
  const command = textOf(error, 'command')
  const reply = [status, detail].filter(Boolean).join(' ')
  // Missing or wrong credentials, or maintenance of the server, are not the email's fault: it may be sent later.
  const permanent =
    fieldOf(error, 'permanent') === true && aboutTheMail.test(command) && status !== AUTHENTICATION_REQUIRED
  return new MailFailure(`The mail server answered ${reply} to ${command || 'the connection'}.`, permanent)
}

/**
 * Sends emails through an SMTP server (RFC 5321) with nodemailer. A password never leaves this machine unencrypted: with
 * one in the URL, the server must offer TLS, unless the URL sets requireTLS=false.
 */
export function openSmtpMailer({ smtpUrl, from, appUrl, sendLimitMs = SEND_LIMIT_MS }: SmtpOptions): Mailer {
  const server = new URL(smtpUrl)
  const settings = {
    requireTLS: server.protocol === 'smtp:' && server.password !== '' && !isLoopbackHost(server.hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    idleTimeout: IDLE_MS,
    maxConnections: CONNECTIONS,
    // The job decides whether to retry after a broken connection.
    maxRequeues: 0,
    url: smtpUrl,
    pool: true,
  } as const
  // Loaded with the first email: most commands send none.
  const open = async () => (await import('nodemailer')).createTransport(settings)
  let opened: ReturnType<typeof open> | undefined
  const { hostname } = new URL(appUrl)
  return {
    send: async ({ to, subject, html, text }, signal) => {
      const limit = AbortSignal.timeout(sendLimitMs)
      try {
        const transport = await (opened ??= open())
        await transport.sendMail({
          from,
          // As an object: a string would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId: `<${randomUUID()}@${hostname}>`,
          // Suppresses automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => {
      opened?.then(
        (transport) => transport.close({ force: true }),
        () => {},
      )
    },
  }
}
