import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { pathOf, processUpload, requestUpload, setPlan, storedFiles } from '../support/uploads.ts'

const pdf = standinFile('pdf', tidePools)

/** Response to an upload that is sent in pieces over a raw socket. */
interface Sending {
  socket: Socket
  write: (bytes: Uint8Array | string) => void
  /** The whole response, once either side closes the connection. */
  answer: () => Promise<string>
}

describe('streamed uploads', () => {
  let test: TestProduct
  let user: TestClient
  let port: number
  afterEach(async () => test.close())

  async function start(parts: { bodyTimeoutMs?: number; uploadIdleMs?: number } = {}): Promise<void> {
    test = await startTestProduct({ pipeline: filePipeline(), ...parts })
    const origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
    port = Number(new URL(origin).port)
    user = await test.register('sender@example.com')
  }
  const kept = async (): Promise<string[]> => storedFiles(test.dataDir)

  function send(uploadURL: string, headers: string): Sending {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(`PUT ${pathOf(uploadURL)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n`)
    return {
      socket,
      write: (bytes) => void socket.write(bytes),
      answer: async () => {
        await closed
        return text
      },
    }
  }
  const chunk = (bytes: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

  it('may be chunked, and slower than other requests', async () => {
    await start({ bodyTimeoutMs: 200, uploadIdleMs: 2000 })
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf' })
    const sending = send(uploadURL, 'Transfer-Encoding: chunked')
    for (let at = 0; at < pdf.length; at += 200) {
      sending.write(chunk(pdf.subarray(at, at + 200)))
      await sleep(60)
    }
    sending.write('0\r\n\r\n')
    expect(await sending.answer()).toContain('HTTP/1.1 200')
    expect((await processUpload(user, objectPath)).json()).toMatchObject({ bytes: pdf.length })
  })

  it('are cut off like other requests if the URL is invalid', async () => {
    await start({ bodyTimeoutMs: 200, uploadIdleMs: 5000 })
    const { uploadURL } = await requestUpload(user)
    const began = Date.now()
    const sending = send(uploadURL.replace(/signature=.{4}/, 'signature=AAAA'), 'Content-Length: 1000')
    sending.write('x')
    expect(await sending.answer()).toContain('HTTP/1.1 404')
    expect(Date.now() - began).toBeLessThan(3000)
  })

  it('are rejected immediately when their announced size is too large', async () => {
    await start()
    const { uploadURL } = await requestUpload(user, { fileName: 'a.pdf' })
    const put = request(`http://127.0.0.1:${port}${pathOf(uploadURL)}`, {
      method: 'PUT',
      headers: { 'content-length': 26_214_401 },
    })
    put.write('%PDF-')
    const [response] = await once(put, 'response')
    expect(response.statusCode).toBe(413)
    expect(await json(response)).toMatchObject({
      code: 'payload_too_large',
      message: 'This file exceeds maximum allowed size of 25 MB.',
    })
    expect(await kept()).toEqual([])
    put.on('error', () => {}).destroy()
  })

  it('are rejected once they exceed the limit, with a response, and cut off if they continue', async () => {
    await start({ bodyTimeoutMs: 500 })
    const { uploadURL } = await requestUpload(user, { fileName: 'a.pdf' })
    const block = chunk(Buffer.alloc(1024 * 1024))
    const put = request(`http://127.0.0.1:${port}${pathOf(uploadURL)}`, {
      method: 'PUT',
      headers: { 'transfer-encoding': 'chunked' },
    })
    const answered = once(put, 'response')
    for (let n = 0; n < 27; n += 1) put.write(block)
    const [response] = await answered
    expect(response.statusCode).toBe(413)
    expect(await kept()).toEqual([])
    const more = setInterval(() => put.write(block), 50)
    const cutOff = new Promise((resolve) => {
      put.on('error', resolve)
      put.on('close', resolve)
    })
    response.resume()
    await cutOff
    clearInterval(more)
  })

  it('leave nothing when aborted, and can be sent again', async () => {
    await start()
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    const sending = send(uploadURL, `Content-Length: ${pdf.length}`)
    sending.write(pdf.subarray(0, 1000))
    await expect.poll(kept).toHaveLength(1)
    sending.socket.destroy()
    await expect.poll(kept).toEqual([])
    const early = await processUpload(user, objectPath)
    expect([early.statusCode, early.json().code]).toEqual([409, 'upload_incomplete'])
    const again = await fetch(uploadURL.replace(/^http:\/\/[^/]+/, `http://127.0.0.1:${port}`), {
      method: 'PUT',
      body: new Uint8Array(pdf),
    })
    expect([again.status, await again.json()]).toEqual([200, { objectPath }])
    expect((await processUpload(user, objectPath)).statusCode).toBe(200)
  })

  it('may be sent again while the first connection hangs', async () => {
    await start()
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    const hanging = send(uploadURL, `Content-Length: ${pdf.length}`)
    hanging.write(pdf.subarray(0, 1000))
    await expect.poll(kept).toHaveLength(1)
    const second = send(uploadURL, `Content-Length: ${pdf.length}`)
    second.write(pdf)
    expect(await second.answer()).toContain('HTTP/1.1 200')
    await hanging.answer()
    await expect.poll(kept).toEqual([objectPath.replace('uploads/', '')])
  })

  it('time out when nothing arrives', async () => {
    await start({ uploadIdleMs: 300 })
    const { uploadURL } = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    const sending = send(uploadURL, `Content-Length: ${pdf.length}`)
    sending.write(pdf.subarray(0, 1000))
    await expect.poll(kept).toHaveLength(1)
    await sending.answer()
    await expect.poll(kept).toEqual([])
  })

  it('may have 50 MB for e-books', async () => {
    await start()
    await setPlan(test, 'sender@example.com', 'pro')
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'b.epub', size: 52_428_800 })
    const response = await fetch(uploadURL.replace(/^http:\/\/[^/]+/, `http://127.0.0.1:${port}`), {
      method: 'PUT',
      body: new Uint8Array(52_428_800),
      headers: { 'content-type': 'application/epub+zip' },
    })
    expect(response.status).toBe(200)
    expect(await kept()).toEqual([objectPath.replace('uploads/', '')])
  })
})
