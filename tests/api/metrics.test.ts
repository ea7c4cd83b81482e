import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startTestProduct } from '../support/product.ts'
import { productionEnv } from '../support/production.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const TOKEN = 'a token of enough characters'

/** Samples by name and labels, verbatim. */
function samplesIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

describe('metrics', () => {
  const test = forSuite(async () => startTestProduct({ env: { METRICS_TOKEN: TOKEN } }))
  const scrape = async (authorization: string | null) =>
    test.visitor().get('/metrics', authorization === null ? {} : { authorization })

  it('require the token', async () => {
    const { statusCode, headers, body } = await scrape(`Bearer ${TOKEN}`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(body).toContain('# TYPE nodejs_eventloop_lag_seconds gauge')
    for (const wrong of [null, 'Bearer', `Bearer ${TOKEN}.`, `Basic ${TOKEN}`, `Bearer ${TOKEN.toUpperCase()}`])
      expect((await scrape(wrong)).statusCode).toBe(404)
  })

  it('count requests by route pattern, jobs, summaries and outcomes, without user data', async () => {
    const user = await test.register('ada@example.com')
    const made = await user.post('/api/summaries', { content: tidePools })
    expect(made.statusCode).toBe(201)
    await user.get(`/api/summaries/${made.json().id}`)
    await user.get(`/api/summaries/${made.json().id}/events`)
    await user.get('/nowhere/ada@example.com?token=1')
    const read = async () => samplesIn((await scrape(`Bearer ${TOKEN}`)).body)
    await expect
      .poll(async () => (await read()).get('precis_job_duration_seconds_count{kind="summarize",outcome="done"}'))
      .toBe(1)
    const samples = await read()
    const requests = (labels: string) => samples.get(`precis_http_request_duration_seconds_count{${labels}}`)
    expect(requests('method="GET",route="/api/summaries/:id",status="200"')).toBe(1)
    expect(requests('method="POST",route="/api/auth/register",status="201"')).toBe(1)
    expect(samples.get('precis_event_streams')).toBe(0)
    expect(samples.get('precis_summary_duration_seconds_count{outcome="ready"}')).toBe(1)
    const text = [...samples.keys()].join('\n')
    for (const told of ['ada', 'nowhere', made.json().id, '/events']) expect(text).not.toContain(told)
  })

  it('cover the jobs of all processes', async () => {
    const { database } = test
    await database.db.execute(
      sql`INSERT INTO jobs.job (name, state, policy, start_after, data) VALUES
        ('summarize', 'failed', 'standard', now() - interval '1 hour', '{}'),
        ('remove-files', 'created', 'standard', now() + interval '1 hour', '{}')`,
    )
    const samples = samplesIn((await scrape(`Bearer ${TOKEN}`)).body)
    expect(samples.get('precis_jobs{kind="summarize",state="failed"}')).toBe(1)
    expect(samples.get('precis_jobs{kind="remove-files",state="waiting"}')).toBe(1)
    expect(samples.get('precis_jobs_oldest_seconds{kind="remove-files",state="waiting"}')).toBe(0)
    expect(samples.get('precis_jobs_oldest_seconds{kind="summarize",state="failed"}')).toBeGreaterThan(3500)
  })
})

describe('metrics without a token', () => {
  it('are readable from this machine, and in production by no one', async () => {
    const test = await startTestProduct()
    const from = async (remoteAddress: string): Promise<number> =>
      (await test.product.app.inject({ url: '/metrics', remoteAddress })).statusCode
    expect([await from('127.0.0.1'), await from('::1'), await from('192.168.1.7')]).toEqual([200, 200, 404])
    await test.close()
    const live = await startTestProduct({ env: productionEnv })
    expect((await live.visitor().get('/metrics')).statusCode).toBe(404)
    await live.close()
  })
})
