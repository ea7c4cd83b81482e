import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail that has arrived. */
export interface ReceivedMail {
  /** Addresses of the envelope. */
  from: string
  to: string[]
  subject: string
  html: string
  text: string
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>
  /** As it came over the wire. */
  raw: string
  /** Whether it came over TLS. */
  encrypted: boolean
}

/**
 * What the server does with the next mail or connection: refuses it for good, puts it off for now (greylisting), falls
 * silent after the mail was sent to it, breaks the connection there.
 */
export type MailBehavior = 'take' | 'refuse' | 'greylist' | 'hang' | 'break'

export interface MailServerOptions {
  /** What is done with the first mails, in order; those after them are taken. */
  script?: readonly MailBehavior[]
  /** What is done with all mails after the script. */
  afterwards?: MailBehavior
  /** The user that may send; without one, anybody may. */
  user?: { name: string; password: string }
  /** How TLS is spoken, with a certificate of localhost that nobody has signed: never, when asked to, at once. */
  tls?: 'none' | 'starttls' | 'always'
  /** Port to listen on; any free one when left out. */
  port?: number
}

export interface MailServer {
  /** What SMTP_URL takes. */
  url: string
  /** All mails that were taken, in order. */
  mails: readonly ReceivedMail[]
  /** Mails that were begun, taken or not. */
  attempts: () => number
  /** Connections that were made. */
  connections: () => number
  /** Sets what is done with the next mails, and with those after them. */
  behave: (script: readonly MailBehavior[], afterwards?: MailBehavior) => void
  stop: () => Promise<void>
}

/** A refusal that repeats the address, as many servers do. */
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

/**
 * A mail server on loopback that speaks SMTP, keeps what it is sent in memory and delivers nothing: for development and
 * tests.
 */
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
  // Clients that hang up in the middle of a word are part of what is tested.
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
