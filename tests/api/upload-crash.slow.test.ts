import { beforeAll, describe, expect, it } from 'vitest'
import { wordDocument } from '../support/files/samples.ts'
import { signIn, startServer } from '../support/process.ts'
import { openServerHome } from '../support/server-home.ts'
import { forSuite } from '../support/suite.ts'
import { storedFiles, type Target } from '../support/uploads.ts'

const { name: fileName, buffer } = wordDocument

describe('an upload', () => {
  let env: Record<string, string>
  const home = forSuite(async () => openServerHome())
  beforeAll(async () => {
    env = home.env
  })

  it('survives a server crash before its summary is requested, and during it', async () => {
    const first = await startServer(env)
    const send = await signIn(first.origin, 'kill@example.com')
    const asked = await send('POST', '/api/files/upload-url', { fileName, size: buffer.length })
    const { uploadURL, objectPath } = (await asked.json()) as Target
    expect((await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(buffer) })).status).toBe(200)
    const looked = await send('POST', '/api/files/process', { fileUrl: objectPath, fileName })
    expect(await looked.json()).toMatchObject({ fileType: 'docx' })
    await first.stop('SIGKILL')

    const second = await startServer(env)
    const sendAgain = await signIn(second.origin, 'kill@example.com')
    const payload = { fileUrl: objectPath }
    const created = await sendAgain('POST', '/api/summaries', payload, { prefer: 'respond-async' })
    expect(created.status).toBe(202)
    const { id } = (await created.json()) as { id: string }
    await second.stop('SIGKILL')

    const third = await startServer(env)
    const ask = await signIn(third.origin, 'kill@example.com')
    const state = async (): Promise<unknown> => {
      const { status, failureMessage } = (await (await ask('GET', `/api/summaries/${id}`)).json()) as {
        status: string
        failureMessage: string | null
      }
      return failureMessage ?? status
    }
    await expect.poll(state, { timeout: 30_000, interval: 200 }).toBe('ready')
    expect(await third.stop('SIGTERM')).toBe(0)
    expect(await storedFiles(home.dataDir)).toEqual([])
  }, 90_000)
})
