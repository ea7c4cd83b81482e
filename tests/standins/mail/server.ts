import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received email. */
export interface ReceivedMail {
  /** Addresses of the envelope. */
  from: string
  to: string[]
  subject: string
  html: string
  text: string
  /** By lowercase name. */
  headers: ReadonlyMap<string, string>
  /** Raw message. */
  raw: string
  /** Whether it was sent over TLS. */
  encrypted: boolean
}

/**
 * Response of the server to the next email or connection: rejects it permanently, defers it (greylisting), stops
 * responding after the message, or breaks the connection there.
 */
type MailBehavior = 'take' | 'refuse' | 'greylist' | 'hang' | 'break'

export interface MailServerOptions {
  /** Behavior for the first emails, in order; later ones are accepted. */
  script?: readonly MailBehavior[]
  /** Behavior for all emails after the script. */
  afterwards?: MailBehavior
  /** User that may send; unset: no authentication. */
  user?: { name: string; password: string }
  /** TLS mode, with a self-signed certificate of localhost: never, STARTTLS, or from the start. */
  tls?: 'none' | 'starttls' | 'always'
  /** Port to listen on; unset: any free port. */
  port?: number
}

export interface MailServer {
  /** Value for SMTP_URL. */
  url: string
  /** All accepted emails, in order. */
  mails: readonly ReceivedMail[]
  /** Emails that clients began to send, accepted or not. */
  attempts: () => number
  /** Number of connections. */
  connections: () => number
  /** Sets the behavior for the next emails, and for those after them. */
  behave: (script: readonly MailBehavior[], afterwards?: MailBehavior) => void
  stop: () => Promise<void>
}

/** A rejection that repeats the address, as many servers do. */
function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

async function parse(raw: Buffer, envelope: { from: string; to: string[] }, encrypted: boolean): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    ...envelope,
    encrypted,
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    raw: raw.toString('utf8'),
  }
}

/** An SMTP server on loopback that stores emails in memory and delivers nothing, for development and tests. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { user, tls = 'none', port = 0 } = options
  let script = [...(options.script ?? [])]
  let { afterwards = 'take' } = options
  let attempts = 0
  let connections = 0
  const mails: ReceivedMail[] = []
  const next = (): MailBehavior => {
    attempts += 1
    return script.shift() ?? afterwards
  }
  const behaviorOf = new Map<string, MailBehavior>()
  const server = new SMTPServer({
    secure: tls === 'always',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(user === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    authOptional: user === undefined,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      const known = username === user?.name && password === user?.password
      if (known) done(null, { user: username })
      else done(refusal(535, '5.7.8 Authentication credentials invalid'))
    },
    onRcptTo: ({ address }, session, done) => {
      const behavior = next()
      behaviorOf.set(session.id, behavior)
      if (behavior === 'refuse') done(refusal(550, `5.1.1 <${address}>: there is no such person here`))
      else if (behavior === 'greylist') done(refusal(451, `4.7.1 <${address}>: please try again later`))
      else done()
    },
    onData: (stream, session, done) => {
      const behavior = behaviorOf.get(session.id)
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom === false ? '' : mailFrom.address
      const to = rcptTo.map(({ address }) => address)
      const take = async (): Promise<void> => {
        const raw = await buffer(stream)
        if (behavior === 'break') for (const connection of server.connections) connection.close()
        if (behavior === 'hang' || behavior === 'break') return new Promise(() => {})
        mails.push(await parse(raw, { from, to }, session.secure))
      }
      callbackify(take)((error) => done(error))
    },
  })
  // Tests include clients that disconnect in the middle of a command.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address: string | AddressInfo | null = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server listens on no port.')
  const credentials = user === undefined ? '' : `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@`
  return {
    url: `${tls === 'always' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${address.port}`,
    mails,
    attempts: () => attempts,
    connections: () => connections,
    behave: (nextScript, nextAfterwards = 'take') => {
      script = [...nextScript]
      afterwards = nextAfterwards
    },
    stop: async () => {
      const closed = once(listening, 'close')
      server.close()
      await closed
    },
  }
}
