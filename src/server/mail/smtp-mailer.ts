import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { type Mailer, MailFailure } from './mailer.ts'

export interface SmtpOptions {
  /**
   * Address of the mail server, with user and password where it asks for them: smtps:// speaks TLS at once, smtp://
   * as soon as the server offers it. Its query may set any option of nodemailer's SMTP transport, such as
   * `?tls.rejectUnauthorized=false` (https://nodemailer.com/smtp).
   */
  smtpUrl: string
  /** Sender, such as "Precis <no-reply@precis.example>". */
  from: string
  /** Where people reach the product: its host ends the Message-ID. */
  appUrl: string
  /** Longest one mail may take, connection included; a minute when left out. */
  sendLimitMs?: number
}

const CONNECT_MS = 15_000
const SILENCE_MS = 30_000
const SEND_LIMIT_MS = 60_000
/** Mail is rare: a second connection is there so that one slow letter does not hold up the others. */
const CONNECTIONS = 2
const IDLE_MS = 10_000

/** Whether nobody stands between us and a server. */
function isOnThisMachine(url: URL): boolean {
  return (
    url.hostname === 'localhost' ||
    url.hostname === '[::1]' ||
    (isIP(url.hostname) === 4 && url.hostname.startsWith('127.'))
  )
}

/** Commands by which a server judges a mail and whom it is for; its word on anything else is about the connection. */
const aboutTheMail = /^(?:MAIL FROM|RCPT TO|DATA|BDAT)$/

/** What a server that wants a password says to any command (RFC 4954). */
const AUTHENTICATION_REQUIRED = '530'

/** Enhanced status code of a reply (RFC 3463), such as 5.1.1. */
const enhancedStatus = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

const textOf = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The failure behind an error of nodemailer, whose own words may hold an address. */
function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return new MailFailure('The mail could not be handed over.', false)
  const status = textOf(error, 'responseCode')
  const code = textOf(error, 'code')
  if (status === '' && code === 'EENVELOPE') return new MailFailure('No mail can be addressed like this.', true)
  if (status === '') {
    const reason = textOf(error, 'originalCode') || code || 'unknown'
    return new MailFailure(`The mail server could not be reached, or fell silent (${reason}).`, false)
  }
  const [, detail = ''] = enhancedStatus.exec(textOf(error, 'response')) ?? []
  const command = textOf(error, 'command')
  const reply = [status, detail].filter(Boolean).join(' ')
  // A missing or wrong password, or a server that is closed for maintenance, is no fault of the mail: it may go later.
  const permanent =
    Reflect.get(error, 'permanent') === true && aboutTheMail.test(command) && status !== AUTHENTICATION_REQUIRED
  return new MailFailure(`The mail server answered ${reply} to ${command || 'the connection'}.`, permanent)
}

/**
 * Sends mail through an SMTP server (RFC 5321), with nodemailer. A password never leaves this machine unencrypted: where
 * the address holds one, the server must offer TLS, unless the address itself says requireTLS=false.
 */
export function openSmtpMailer({ smtpUrl, from, appUrl, sendLimitMs = SEND_LIMIT_MS }: SmtpOptions): Mailer {
  const server = new URL(smtpUrl)
  const settings = {
    requireTLS: server.protocol === 'smtp:' && server.password !== '' && !isOnThisMachine(server),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    idleTimeout: IDLE_MS,
    maxConnections: CONNECTIONS,
    // Whether a mail whose connection broke is sent again is for its job to decide.
    maxRequeues: 0,
    url: smtpUrl,
    pool: true,
  } as const
  // Loaded with the first mail: most starts send none.
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
          // As an object: a text would be taken apart as a list of addresses.
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId: `<${randomUUID()}@${hostname}>`,
          // Keeps holiday notices and the like from answering (RFC 3834).
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
