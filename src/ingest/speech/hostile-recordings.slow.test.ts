import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileRecordings, stuckRecording } from '../../../tests/support/files/hostile-recordings.ts'
import { encodedSilence, silentRecordings } from '../../../tests/support/files/recordings.ts'
import { sharedThreads } from '../../../tests/support/threads.ts'
import { createParserPool } from '../parsing/parser-pool.ts'

const limits = { maxBytes: 64 * 1024 * 1024, maxMinutes: 240 }
const { signal } = new AbortController()

/** Error codes that a recording without speech may end with, whatever it declares. */
const refusals = [
  'source_empty',
  'source_type_unsupported',
  'source_damaged',
  'source_too_complex',
  'recording_too_long',
  'recording_no_speech',
]

describe('hostile recordings', () => {
  const parser = createParserPool({ speech: { limits, ffmpegPath: null } }, sharedThreads())
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'precis-hostile-'))
  })
  afterAll(async () => {
    await parser.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function write(name: string, bytes: Uint8Array): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
  const codeOf = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    )
  const hear = async (path: string): Promise<string> =>
    codeOf(parser.listen({ path, fileName: null, url: null, minWords: 0 }, signal))

  it.each(Object.entries(hostileRecordings))('are refused: %s', async (name, { make, code }) => {
    expect(await hear(await write(name, await make()))).toBe(code)
  })

  it.each(['durations of years.mp4', 'one sample a second.wav', '65,535 channels.wav'] as const)(
    'are looked at without harm: %s',
    async (name) => {
      const path = await write(name, await (hostileRecordings[name]?.make() ?? Buffer.alloc(0)))
      expect(['none', ...refusals]).toContain(await codeOf(parser.inspect(path, signal)))
    },
  )

  it.each(Object.entries(silentRecordings))('have no words if they’re silent or cut off: %s', async (name, make) => {
    const whole = await make(20)
    expect(await hear(await write(name, whole))).toBe('recording_no_speech')
    for (const share of [0.02, 0.5, 0.95])
      expect(refusals).toContain(await hear(await write(name, whole.subarray(0, Math.floor(whole.length * share)))))
  })

  it.each(Object.entries(encodedSilence))('have no words if they’re silent: %s', async (name, bytes) => {
    expect(await hear(await write(name, bytes))).toBe('recording_no_speech')
  })

  it('are given up as soon as more is decoded than is allowed, whatever they declare', async () => {
    const short = createParserPool(
      { speech: { limits: { ...limits, maxMinutes: 1 }, ffmpegPath: null } },
      sharedThreads(),
    )
    const bytes = await silentRecordings['silent.aac'](90)
    expect(await codeOf(short.listen({ path: await write('a.aac', bytes), fileName: null, url: null }, signal))).toBe(
      'recording_too_long',
    )
    await short.close()
  })

  it('have no words in four hours of silence', async () => {
    const path = await write('night.webm', await silentRecordings['silent.webm'](4 * 3600 - 1))
    expect(await hear(path)).toBe('recording_no_speech')
  }, 1_200_000)

  it('are given up if a reader is stuck in them', async () => {
    expect(await codeOf(parser.inspect(await write('stuck.webm', stuckRecording()), signal))).toBe('source_too_complex')
  })
})
