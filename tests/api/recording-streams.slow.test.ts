import { expect, it } from 'vitest'
import { voiceRecording } from '../support/files/speech.ts'
import { serveProduct } from '../support/served-product.ts'
import { forSuite } from '../support/suite.ts'
import { processUpload, requestUpload } from '../support/uploads.ts'

const MEGABYTE = 1024 * 1024
const SIZE = 199 * MEGABYTE
const HEADER_BYTES = 44

/** A WAV file of that size, with repeated speech. */
async function* recording(): AsyncGenerator<Uint8Array> {
  const voice = await voiceRecording(30)
  const header = Buffer.from(voice.subarray(0, HEADER_BYTES))
  header.writeUInt32LE(SIZE - 8, 4)
  header.writeUInt32LE(SIZE - HEADER_BYTES, 40)
  yield header
  const sound = voice.subarray(HEADER_BYTES, HEADER_BYTES + MEGABYTE / 2)
  for (let left = SIZE - HEADER_BYTES; left > 0; left -= sound.length) yield sound.subarray(0, left)
}

const product = forSuite(async () =>
  serveProduct({ env: { TRANSCRIBE: 'local:tiny', TRANSCRIBE_URL: 'http://127.0.0.1:9/v1' } }),
)

it('a recording of 199 MB is never whole in memory', async () => {
  const user = await product.register()
  const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'long.wav', size: SIZE })
  const { pathname, search } = new URL(uploadURL)
  const before = process.memoryUsage().arrayBuffers
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers)
  }, 10)
  try {
    const sent = await fetch(`${product.origin}${pathname}${search}`, {
      method: 'PUT',
      body: ReadableStream.from(recording()),
      duplex: 'half',
      headers: { 'content-length': String(SIZE) },
    })
    expect(sent.status).toBe(200)
    const looked = await processUpload(user, objectPath, 'long.wav')
    expect(looked.json()).toMatchObject({ fileType: 'audio', bytes: SIZE, seconds: expect.closeTo(6521, 0) })
    expect((peak - before) / MEGABYTE).toBeLessThan(100)
  } finally {
    clearInterval(timer)
  }
})
