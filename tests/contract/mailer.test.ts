import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Mailer, MailFailure } from '../../src/server/mail/mailer.ts'
import { openSmtpMailer, type SmtpOptions } from '../../src/server/mail/smtp-mailer.ts'
import { type MailServer, type MailServerOptions, startMailServer } from '../standins/mail/server.ts'

const message = {
  to: 'ada@example.com',
  subject: 'Grüße\r\nBcc: eve@example.com',
  html: '<p>Ein <b>Brief</b> aus Köln</p>',
  text: 'Ein Brief aus Köln.\n.\nNach dem Punkt.\n',
}

describe('SMTP mailer', () => {
  let server: MailServer | undefined
  let mailer: Mailer | undefined
  afterEach(async () => {
    mailer?.close()
    await server?.stop()
  })

  async function start(options: MailServerOptions = {}, url = (own: string) => own, more: Partial<SmtpOptions> = {}) {
    server = await startMailServer(options)
    mailer = openSmtpMailer({
      smtpUrl: url(server.url),
      from: 'Precis <no-reply@precis.example>',
      appUrl: 'https://app.precis.example',
      ...more,
    })
    return { server, mailer }
  }

  const failure = async (sending: Promise<void>): Promise<MailFailure> => {
    const error = await sending.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(MailFailure)
    return error as MailFailure
  }

  it('sends an email unchanged, with the right headers', async () => {
    const test = await start()
    await test.mailer.send(message)
    const [mail] = test.server.mails
    expect(mail).toMatchObject({ from: 'no-reply@precis.example', to: ['ada@example.com'], encrypted: false })
    expect(mail!.text.trim()).toBe(message.text.trim())
    expect(mail!.html.trim()).toBe(message.html)
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail!.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@app\.precis\.example>$/)
    expect(Math.abs(Date.parse(mail!.headers.get('date')!) - Date.now())).toBeLessThan(10_000)
    expect(mail!.headers.get('from')).toBe('Precis <no-reply@precis.example>')
  })

  it('keeps line breaks in a subject or address from adding headers or recipients', async () => {
    const test = await start()
    await test.mailer.send(message)
    await test.mailer.send({ ...message, to: 'eve@example.com, ada@example.com' }).catch(() => {})
    await test.mailer.send({ ...message, to: 'ada@example.com\r\nRCPT TO:<eve@example.com>' }).catch(() => {})
    expect(test.server.mails[0]!.subject).toBe('Grüße Bcc: eve@example.com')
    expect(test.server.mails[0]!.headers.has('bcc')).toBe(false)
    expect(test.server.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
  })

  it('authenticates with the credentials of the URL, and reports wrong ones', async () => {
    const user = { name: 'mailer@precis.example', password: 'p@ss:/wörd' }
    const test = await start({ user })
    await test.mailer.send(message)
    expect(test.server.mails).toHaveLength(1)
    await test.server.stop()
    test.mailer.close()

    const wrong = await start({ user }, (own) => own.replace(/:[^:@]+@/, ':canary@'))
    const error = await failure(wrong.mailer.send(message))
    expect(error.permanent).toBe(false)
    expect(error.message).toBe('The mail server answered 535 5.7.8 to AUTH PLAIN.')
    expect([`${error.stack}`, error.cause]).toEqual([expect.not.stringContaining('canary'), undefined])
  })

  it.each([
    ['starttls', 'smtp:'],
    ['always', 'smtps:'],
  ] as const)('uses TLS (%s), with trusted certificates or as configured', async (tls, protocol) => {
    const trusting = await start({ tls }, (own) => `${own}?tls.rejectUnauthorized=false`)
    expect(new URL(trusting.server.url).protocol).toBe(protocol)
    await trusting.mailer.send(message)
    expect(trusting.server.mails[0]!.encrypted).toBe(true)
    trusting.mailer.close()
    await trusting.server.stop()

    const wary = await start({ tls })
    const error = await failure(wary.mailer.send(message))
    expect(error.permanent).toBe(false)
    expect(wary.server.mails).toHaveLength(0)
  })

  it('never sends a password to another machine unencrypted', async () => {
    const user = { name: 'mailer', password: 'secret' }
    // Leads to this machine too, but its name doesn't show that.
    const test = await start({ user }, (own) => own.replace('127.0.0.1', '0.0.0.0'))
    const error = await failure(test.mailer.send(message))
    expect(error.permanent).toBe(false)
    expect(error.message).toContain('to STARTTLS')
    expect(test.server.connections()).toBe(1)
    expect(test.server.attempts()).toBe(0)
  })

  it('distinguishes permanent from temporary rejections, without repeating the address', async () => {
    const test = await start({ script: ['refuse', 'greylist'] })
    const refused = await failure(test.mailer.send(message))
    expect(refused.permanent).toBe(true)
    expect(refused.message).toBe('The mail server answered 550 5.1.1 to RCPT TO.')
    const later = await failure(test.mailer.send(message))
    expect(later.permanent).toBe(false)
    expect(later.message).toBe('The mail server answered 451 4.7.1 to RCPT TO.')
    for (const error of [refused, later]) {
      expect(error.cause).toBeUndefined()
      expect(`${error.stack}`).not.toContain('ada@')
    }
    await test.mailer.send(message)
    expect(test.server.mails).toHaveLength(1)
  })

  it('rejects an invalid address permanently', async () => {
    const test = await start()
    const error = await failure(test.mailer.send({ ...message, to: 'nobody at all' }))
    expect(error.permanent).toBe(true)
    expect(test.server.attempts()).toBe(0)
  })

  it('gives up on a silent server, and when aborted', async () => {
    const test = await start({ afterwards: 'hang' }, undefined, { sendLimitMs: 300 })
    expect((await failure(test.mailer.send(message))).permanent).toBe(false)
    const controller = new AbortController()
    const sending = failure(test.mailer.send(message, controller.signal))
    controller.abort()
    expect((await sending).permanent).toBe(false)
    test.server.behave([])
    await test.mailer.send(message)
    expect(test.server.mails).toHaveLength(1)
  })

  it('reports refused and broken connections', async () => {
    const broken = await start({ script: ['break'] })
    expect((await failure(broken.mailer.send(message))).permanent).toBe(false)
    await broken.server.stop()
    const error = await failure(broken.mailer.send(message))
    expect(error.permanent).toBe(false)
    expect(error.message).toContain('ECONNREFUSED')
  })

  it('reuses a connection for consecutive emails', async () => {
    const test = await start()
    for (let n = 0; n < 5; n += 1) await test.mailer.send(message)
    expect(test.server.mails).toHaveLength(5)
    expect(test.server.connections()).toBe(1)
  })

  it('limits how long it waits for a greeting', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const own = openSmtpMailer({
      smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=200`,
      from: 'no-reply@precis.example',
      appUrl: 'http://localhost:3000',
    })
    expect((await failure(own.send(message))).message).toContain('ETIMEDOUT')
    own.close()
    silent.close()
  })
})
