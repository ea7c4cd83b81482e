import { describe, expect, it } from 'vitest'
import { content } from '../../src/shared/content.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const DAY_MS = 24 * 60 * 60_000

describe('security.txt', () => {
  let now = new Date('2026-11-23T10:20:30Z')
  const test = forSuite(async () =>
    startTestProduct({
      clock: { now: () => now },
      env: { APP_URL: 'https://precis.example/' },
      webFolder: import.meta.dirname,
    }),
  )

  const read = async (): Promise<Map<string, string>> => {
    const response = await test.visitor().get('/.well-known/security.txt')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    const lines = response.body.trimEnd().split('\n')
    return new Map(lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]))
  }

  it('follows RFC 9116', async () => {
    const fields = await read()
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
    expect(fields.get('Contact')).toBe(`mailto:${content.supportEmail}`)
    expect(fields.get('Canonical')).toBe('https://precis.example/.well-known/security.txt')
  })

  it.each([0, 179, 181, 4000])('has not expired after %i days, and is valid for less than a year', async (passed) => {
    now = new Date(Date.parse('2026-11-23T10:20:30Z') + passed * DAY_MS)
    const expires = (await read()).get('Expires') ?? ''
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const left = (Date.parse(expires) - now.getTime()) / DAY_MS
    expect(left).toBeGreaterThan(150)
    expect(left).toBeLessThan(365)
  })

  it('is the same all day, so that cached copies agree', async () => {
    now = new Date('2027-03-01T00:00:00Z')
    const morning = [...(await read())]
    now = new Date('2027-03-01T23:59:59Z')
    expect([...(await read())]).toEqual(morning)
  })
})
