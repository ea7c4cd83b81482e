import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articles, startArticleSite } from '../support/article-site.ts'
import { wordDocument } from '../support/files/samples.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openServerHome } from '../support/server-home.ts'
import { forSuite } from '../support/suite.ts'
import { storedFiles, type Target } from '../support/uploads.ts'

const { name: fileName, buffer } = wordDocument

describe('a server process', () => {
  let env: Record<string, string>
  const site = forSuite(async () => startArticleSite())
  const home = forSuite(async () => openServerHome())
  beforeAll(async () => {
    env = { ...home.env, FETCH_ALLOW_PRIVATE: 'true' }
  })
  const left: ServerProcess[] = []
  afterAll(async () => {
    for (const server of left) await server.stop('SIGKILL')
  })

  /** Requests summaries, which are in progress when the responses arrive. */
  async function askFor(some: typeof articles, server: ServerProcess, email: string): Promise<string[]> {
    const send = await signIn(server.origin, email)
    const ids: string[] = []
    const before = site.requests.length
    for (const article of some) {
      const response = await send('POST', '/api/summaries', { url: site.heldUrl(article) }, { prefer: 'respond-async' })
      expect(response.status).toBe(202)
      ids.push(((await response.json()) as { id: string }).id)
    }
    await expect.poll(() => site.requests.length - before).toBeGreaterThan(0)
    return ids
  }

  async function waitUntilReady(server: ServerProcess, email: string, ids: string[]): Promise<void> {
    const send = await signIn(server.origin, email)
    for (const id of ids) {
      const state = async (): Promise<unknown> => {
        const { status, failureMessage } = (await (await send('GET', `/api/summaries/${id}`)).json()) as {
          status: string
          failureMessage: string | null
        }
        return failureMessage ?? status
      }
      await expect.poll(state, { timeout: 30_000, interval: 200 }).toBe('ready')
    }
    const stats = (await (await send('GET', '/api/stats')).json()) as { totalSummaries: number; summariesUsed: number }
    expect(stats).toMatchObject({ totalSummaries: ids.length, summariesUsed: ids.length })
  }

  /** Reuses the server of the previous test if it still runs: each start takes seconds. */
  const running = async (): Promise<ServerProcess> => left.pop() ?? startServer(env)

  it('loses no running summary and no upload to SIGKILL: all are finished within 30 s of the restart', async () => {
    const server = await running()
    const send = await signIn(server.origin, 'kill@example.com')
    const asked = await send('POST', '/api/files/upload-url', { fileName, size: buffer.length })
    const { uploadURL, objectPath: fileUrl } = (await asked.json()) as Target
    expect((await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(buffer) })).status).toBe(200)
    const ids = await askFor(articles.slice(0, 2), server, 'kill@example.com')
    await server.stop('SIGKILL')
    const second = await startServer(env)
    const sendAgain = await signIn(second.origin, 'kill@example.com')
    const looked = await sendAgain('POST', '/api/files/process', { fileUrl, fileName })
    expect(await looked.json()).toMatchObject({ fileType: 'docx' })
    const created = await sendAgain('POST', '/api/summaries', { fileUrl }, { prefer: 'respond-async' })
    expect(created.status).toBe(202)
    ids.push(((await created.json()) as { id: string }).id)
    await second.stop('SIGKILL')
    site.release()
    const again = await startServer(env)
    await waitUntilReady(again, 'kill@example.com', ids)
    expect(await storedFiles(home.dataDir)).toEqual([])
    left.push(again)
  }, 90_000)

  it('finishes running summaries before it stops on SIGTERM', async () => {
    const server = await running()
    const ids = await askFor(articles, server, 'term@example.com')
    // As when a whole process group is stopped: the start script forwards the signal, too.
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output()).toContain('stopping')
    const stopped = server.stop('SIGTERM')
    site.release()
    expect(await stopped).toBe(0)
    const again = await startServer(env)
    await waitUntilReady(again, 'term@example.com', ids)
    left.push(again)
  }, 90_000)

  it('stops soon although a client never finishes its request', async () => {
    const server = await running()
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    await sleep(300)
    const started = Date.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(Date.now() - started).toBeLessThan(20_000)
    socket.destroy()
  }, 60_000)
})

describe('a job that kills its process', () => {
  it('fails after its attempts, and returns the quota', async () => {
    const site = await startArticleSite()
    const home = await openServerHome()
    const env = { ...home.env, FETCH_ALLOW_PRIVATE: 'true' }
    let server = await startServer(env)
    let send = await signIn(server.origin, 'poison@example.com')
    const url = site.heldUrl(articles[0]!)
    const response = await send('POST', '/api/summaries', { url }, { prefer: 'respond-async' })
    const { id } = (await response.json()) as { id: string }
    for (let kills = 1; kills <= 4; kills += 1) {
      await expect.poll(() => site.requests.length, { timeout: 20_000, interval: 50 }).toBe(kills)
      await server.stop('SIGKILL')
      server = await startServer(env)
    }
    send = await signIn(server.origin, 'poison@example.com')
    const summary = async () => (await (await send('GET', `/api/summaries/${id}`)).json()) as Record<string, unknown>
    await expect.poll(async () => (await summary()).status, { timeout: 20_000 }).toBe('failed')
    expect(site.requests).toHaveLength(4)
    expect((await summary()).failureMessage).toContain('interrupted too often')
    expect(await (await send('GET', '/api/stats')).json()).toMatchObject({ summariesUsed: 0 })
    await server.stop('SIGTERM')
    await home.remove()
    await site.stop()
  }, 120_000)
})
