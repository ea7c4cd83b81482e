import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SPEECH_RATE } from '../../../shared/transcriber.ts'
import { NOTHING_DECLARED } from './declared.ts'
import { NotDecodable, type OpenRecording } from './open-recording.ts'

/** Containers alone: FFmpeg also reads playlists, which name other files. */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,caf,aiff,asf,avi,amr'

/** CPU time after which FFmpeg ends itself. */
const CPU_SECONDS = 900

/** Decodes a recording with the machine's FFmpeg: without the network, and from containers that name no other files. */
export function decodeWithFfmpeg(program: string, file: string, maxSeconds: number): OpenRecording {
  const input = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', CONTAINERS, '-i', `file:${file}`]
  const output = ['-map', '0:a:0', '-ac', '1', '-ar', String(SPEECH_RATE), '-t', String(maxSeconds + 1)]
  const flags = ['-nostdin', '-loglevel', 'error', '-threads', '1', '-timelimit', String(CPU_SECONDS)]
  const args = [...flags, ...input, ...output, '-f', 'f32le', 'pipe:1']

  async function* sound() {
    const child = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = once(child, 'close')
    // Awaited after the sound: a program that doesn't start fails before.
    ended.catch(() => {})
    let rest = Buffer.alloc(0)
    let isEmpty = true
    try {
      for await (const chunk of child.stdout) {
        const all = Buffer.concat([rest, chunk])
        const whole = all.length - (all.length % Float32Array.BYTES_PER_ELEMENT)
        rest = all.subarray(whole)
        isEmpty &&= whole === 0
        yield {
          channelData: [new Float32Array(new Uint8Array(all.subarray(0, whole)).buffer)],
          sampleRate: SPEECH_RATE,
        }
      }
      await ended
      if (isEmpty) throw new NotDecodable('damaged')
    } catch (cause) {
      throw cause instanceof NotDecodable ? cause : new NotDecodable('codec', { cause })
    } finally {
      child.kill('SIGKILL')
    }
  }
  return { declared: NOTHING_DECLARED, isCut: false, sound: sound() }
}
