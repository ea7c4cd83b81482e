import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { days, retention } from '../../../../shared/account/retention.ts'
import { createKnownBrowsers } from './known-browsers.ts'

const user = { id: '11111111-1111-4111-8111-111111111111', password: 'a hash' }
const issued = new Date('2026-01-01T00:00:00Z')
const later = (ms: number): Date => new Date(issued.getTime() + ms)

it('recognizes a browser for a year, until the password or the secret changes', async () => {
  const devices = createKnownBrowsers('a secret', true)
  const others = createKnownBrowsers('another secret', true)
  const app = Fastify()
  await app.register(cookie)
  app.get('/issue', async (_request, reply) => devices.send(reply, user, issued))
  app.get('/check', async (request) => ({
    claimed: devices.isClaimed(request),
    known: devices.isKnown(request, user, later(days(retention.knownBrowserDays) - 1)),
    old: devices.isKnown(request, user, later(days(retention.knownBrowserDays))),
    changed: devices.isKnown(request, { ...user, password: 'another hash' }, issued),
    withoutPassword: devices.isKnown(request, { ...user, password: null }, issued),
    elsewhere: others.isKnown(request, user, issued),
  }))
  const [sent] = (await app.inject('/issue')).cookies
  expect(sent).toMatchObject({
    name: '__Host-precis.device',
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: days(retention.knownBrowserDays) / 1000,
  })
  const { value = '' } = sent ?? {}
  const answer = await app.inject({ url: '/check', cookies: { '__Host-precis.device': value } })
  expect(answer.json()).toEqual({
    claimed: true,
    known: true,
    old: false,
    changed: false,
    withoutPassword: false,
    elsewhere: false,
  })
  await app.close()
})
