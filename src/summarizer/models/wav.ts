import { SPEECH_RATE } from '../../shared/transcriber.ts'

const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2
const MAX_SAMPLE = 0x7f_ff

/** Encodes mono samples from -1 to 1, 16,000 a second, as a WAV file of 16 bits (RIFF, Microsoft, 1991). */
export function toWav(samples: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + samples.length * BYTES_PER_SAMPLE)
  const dataBytes = samples.length * BYTES_PER_SAMPLE
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  // Length of this part, then PCM, one channel.
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(SPEECH_RATE, 24)
  bytes.writeUInt32LE(SPEECH_RATE * BYTES_PER_SAMPLE, 28)
  bytes.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  bytes.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(dataBytes, 40)
  const pcm = new Int16Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, samples.length)
  for (let at = 0; at < samples.length; at += 1)
    pcm[at] = Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * MAX_SAMPLE)
  return bytes
}
