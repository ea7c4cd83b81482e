import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { pathOf, processUpload, requestUpload, storedFiles, uploadFile } from '../support/uploads.ts'

const pdf = standinFile('pdf', tidePools)
const remove = async (client: TestClient): Promise<number> =>
  (await client.post('/api/account/delete', { currentPassword: 'correct horse' })).statusCode

describe('files of a deleted account', () => {
  const kept = keepLog()
  const test = forSuite(async () => startTestProduct({ pipeline: filePipeline(), log: kept.log }))
  beforeAll(async () => {
    await test.product.app.listen({ port: 0, host: '127.0.0.1' })
  })

  it('are deleted, checked or not; those of others are kept', async () => {
    const other = await test.register()
    const stays = await uploadFile(test, other, 'stays.pdf', pdf)
    const client = await test.register()
    await uploadFile(test, client, 'waiting.pdf', pdf)
    await processUpload(client, await uploadFile(test, client, 'checked.pdf', pdf))
    expect(await storedFiles(test.dataDir)).toHaveLength(3)
    expect(await remove(client)).toBe(204)
    await expect.poll(async () => storedFiles(test.dataDir)).toEqual([path.basename(stays)])
    await remove(other)
    await expect.poll(async () => storedFiles(test.dataDir)).toEqual([])
  })

  it('are deleted once the storage works again', async () => {
    const client = await test.register()
    const objectPath = await uploadFile(test, client, 'stuck.pdf', pdf)
    const file = path.join(test.dataDir, objectPath)
    await rm(file)
    await mkdir(file)
    expect(await remove(client)).toBe(204)
    await expect.poll(() => kept.text(), { timeout: 10_000 }).toContain('a job will be retried')
    await rm(file, { recursive: true })
    await writeFile(file, pdf)
    await expect.poll(async () => storedFiles(test.dataDir), { timeout: 40_000, interval: 250 }).toEqual([])
  })

  it('are discarded when they are still arriving', async () => {
    const client = await test.register()
    const { uploadURL } = await requestUpload(client, { fileName: 'a.pdf', size: pdf.length })
    const { port } = test.product.app.server.address() as AddressInfo
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      path: pathOf(uploadURL),
      headers: { 'content-length': pdf.length },
    })
    sending.write(pdf.subarray(0, 10))
    await expect.poll(async () => storedFiles(test.dataDir)).toHaveLength(1)
    expect(await remove(client)).toBe(204)
    sending.end(pdf.subarray(10))
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await text(answer)]).toEqual([410, expect.stringContaining('upload_expired')])
    expect(await storedFiles(test.dataDir)).toEqual([])
  })
})
