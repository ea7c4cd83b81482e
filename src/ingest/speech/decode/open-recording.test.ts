import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flacSilence, silentRecordings } from '../../../../tests/support/files/recordings.ts'
import { openRecording } from './open-recording.ts'

const wave = await silentRecordings['silent.wav'](4)

/** A WAVE file with these sizes in its header. */
function sized(riff: number, data: number): Buffer {
  const bytes = Buffer.from(wave)
  bytes.writeUInt32LE(riff, 4)
  bytes.writeUInt32LE(data, bytes.indexOf('data') + 4)
  return bytes
}

const part = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share))

async function read(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'precis-recording-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'recording')
  await writeFile(file, bytes)
  const { declared, isCut, sound } = await openRecording(file)
  let seconds = 0
  for await (const { channelData, sampleRate } of sound) seconds += (channelData[0]?.length ?? 0) / sampleRate
  return { declared: declared.seconds, seconds, isCut }
}

describe('openRecording', () => {
  it.each([
    ['of known sizes', wave],
    ['whose sizes are 0', sized(0, 0)],
    ['whose sound has size 0', sized(36, 0)],
    ['whose sizes are the largest ones', sized(0xff_ff_ff_ff, 0xff_ff_ff_ff)],
  ])('reads all of a WAVE file %s', async (_, bytes) => {
    await expect(read(bytes)).resolves.toEqual({ declared: 4, seconds: expect.closeTo(4), isCut: false })
  })

  it('notices that a WAVE file is cut off', async () => {
    const { seconds, isCut } = await read(part(wave, 0.5))
    expect(seconds).toBeCloseTo(2, 1)
    expect(isCut).toBe(true)
  })

  it('notices that a FLAC file is cut off', async () => {
    const whole = await read(flacSilence(40))
    expect(whole).toEqual({ declared: 10.24, seconds: expect.closeTo(10.24), isCut: false })
    const { seconds, isCut } = await read(part(flacSilence(40), 0.6))
    expect(seconds).toBeGreaterThan(4)
    expect(isCut).toBe(true)
  })
})
