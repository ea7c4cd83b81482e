import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { usePrograms } from '../../../../tests/support/programs.ts'
import { decodeWithFfmpeg } from './ffmpeg.ts'

const programs = usePrograms()
const program = programs.write

async function samplesOf(path: string): Promise<{ samples: number; rates: number[] }> {
  let samples = 0
  const rates = new Set<number>()
  for await (const { channelData, sampleRate } of decodeWithFfmpeg(path, '/talk.amr', 60).sound) {
    samples += channelData[0]?.length ?? 0
    rates.add(sampleRate)
  }
  return { samples, rates: [...rates] }
}

describe.skipIf(process.platform === 'win32')('FFmpeg', () => {
  it('decodes the first track of one local file, without our environment', async () => {
    const seen = programs.path('seen')
    const path = program('decodes', `{ printf '%s\\n' "$@"; env; } > ${seen}; head -c 64002 /dev/zero`)
    // Half a sample at the end is left out.
    await expect(samplesOf(path)).resolves.toEqual({ samples: 16_000, rates: [16_000] })
    const text = readFileSync(seen, 'utf8')
    expect(text).toContain('-protocol_whitelist\nfile,pipe\n')
    expect(text).toContain('-i\nfile:/talk.amr\n-map\n0:a:0\n')
    expect(text).toContain('-t\n61\n')
    expect(text).not.toMatch(/^NODE/mu)
  })

  it.each([
    ['damaged', () => program('fails', 'exit 1')],
    ['codec', () => programs.path('missing')],
  ])('reports a file as %s', async (reason, path) => {
    await expect(samplesOf(path())).rejects.toMatchObject({ name: 'NotDecodable', reason })
  })

  it('is killed once no more is wanted', async () => {
    const pid = programs.path('pid')
    const endless = program('endless', `echo $$ > ${pid}; exec cat /dev/zero`)
    for await (const _ of decodeWithFfmpeg(endless, '/talk.amr', 60).sound) break
    const isRunning = (): boolean => {
      try {
        return process.kill(Number(readFileSync(pid, 'utf8')), 0)
      } catch {
        return false
      }
    }
    await expect.poll(isRunning).toBe(false)
  })
})
