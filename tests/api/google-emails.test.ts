import { describe, expect, it } from 'vitest'
import { startMailServer } from '../standins/mail/server.ts'
import { startGoogleWorld } from '../support/google.ts'
import { type Mailbox, mailEnv, openMailbox, tokenIn } from '../support/mail.ts'
import { forSuite } from '../support/suite.ts'

describe('emails about Google sign-in', () => {
  let mailbox: Mailbox
  const server = forSuite(async () => startMailServer())
  const world = forSuite(async () => {
    mailbox = openMailbox(server)
    return startGoogleWorld({ env: { ...mailEnv(server), APP_URL: 'http://localhost:3000' } })
  })

  it('notify the owner of a verified email about the link', async () => {
    const email = 'joined@example.com'
    await world.register(email)
    const token = tokenIn(await mailbox.nextMail(email))
    expect((await world.visitor().post('/api/auth/verify-email', { token })).statusCode).toBe(200)
    expect((await world.signIn(world.visitor(), { email })).headers.location).toBe('/dashboard?welcome=joined')
    const { subject, text } = await mailbox.nextMail(email)
    expect(`${subject} ${text}`).toMatch(/Google/)
    expect(text).not.toMatch(/token=/)
    // Only once: later sign-ins send nothing.
    await world.signIn(world.visitor(), { email })
    expect(mailbox.mailsTo(email)).toHaveLength(2)
  })

  it('list what was removed from an unverified account', async () => {
    const email = 'never.verified@example.com'
    await world.register(email)
    await mailbox.nextMail(email)
    expect((await world.signIn(world.visitor(), { email })).headers.location).toBe(
      '/dashboard?welcome=joined_without_password',
    )
    const { text } = await mailbox.nextMail(email)
    expect(text).toMatch(/password/i)
  })

  it('are not sent to new users or after rejections', async () => {
    await world.signIn(world.visitor(), { email: 'new@example.com' })
    await world.register('refused@example.com')
    await mailbox.nextMail('refused@example.com')
    await world.signIn(world.visitor(), { email: 'refused@example.com', verified: false })
    // An email sent now would arrive after earlier ones.
    const last = 'last@example.com'
    await world.register(last)
    await mailbox.nextMail(last)
    expect(mailbox.mailsTo('new@example.com')).toEqual([])
    expect(mailbox.mailsTo('refused@example.com')).toHaveLength(1)
  })
})
