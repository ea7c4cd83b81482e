import { brotliDecompressSync } from 'node:zlib'
import {
  AdtsOutputFormat,
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import encoded from './encoded-silence.json' with { type: 'json' }

/** A codec, and a packet of it that is silence. */
interface Silence {
  codec: AudioCodec
  /** WebCodecs' name. */
  name: string
  rate: number
  channels: number
  /** Codec-specific configuration. */
  description?: Uint8Array
  packet: Uint8Array
  /** Samples of each channel in a packet. */
  samples: number
}

/** OpusHead (RFC 7845, section 5.1). */
export function opusHead(preSkip = 312): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.set([1, 1], 8)
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(48_000, 12)
  return head
}

/** 20 ms by the coder of music, in the full band, without any energy. */
const opus: Silence = {
  codec: 'opus',
  name: 'opus',
  rate: 48_000,
  channels: 1,
  description: opusHead(),
  packet: Uint8Array.of(0xf8, 0xff, 0xfe),
  samples: 960,
}

/** A frame of 128 kbit/s whose side information allots no bits. */
const mp3: Silence = {
  codec: 'mp3',
  name: 'mp3',
  rate: 44_100,
  channels: 1,
  packet: Uint8Array.of(0xff, 0xfb, 0x90, 0xc0, ...new Uint8Array(413)),
  samples: 1152,
}

const aac: Silence = {
  codec: 'aac',
  name: 'mp4a.40.2',
  rate: 44_100,
  channels: 1,
  description: Uint8Array.of(0x12, 0x08),
  packet: Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80),
  samples: 1024,
}

const pcm: Silence = {
  codec: 'pcm-s16',
  name: 'pcm-s16',
  rate: 16_000,
  channels: 1,
  packet: new Uint8Array(3200),
  samples: 1600,
}

/** Puts packets of silence into a container. */
async function silence(format: OutputFormat, of: Silence, seconds: number): Promise<Buffer> {
  const { codec, name, rate, channels, description, packet, samples } = of
  const output = new Output({ format, target: new BufferTarget() })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = {
    codec: name,
    sampleRate: rate,
    numberOfChannels: channels,
    ...(description === undefined ? {} : { description }),
  }
  const each = samples / rate
  for (let at = 0; at * each < seconds; at += 1)
    await source.add(new EncodedPacket(packet, 'key', at * each, each), at === 0 ? { decoderConfig } : undefined)
  await output.finalize()
  if (output.target.buffer === null) throw new Error('The container is missing.')
  return Buffer.from(output.target.buffer)
}

/** Makers of recordings of so many seconds in which nothing is to be heard, by the names of their files. */
export const silentRecordings = {
  'silent.ogg': (seconds: number) => silence(new OggOutputFormat(), opus, seconds),
  'silent.webm': (seconds: number) => silence(new WebMOutputFormat(), opus, seconds),
  'silent.mkv': (seconds: number) => silence(new MkvOutputFormat(), opus, seconds),
  'silent.mp4': (seconds: number) => silence(new Mp4OutputFormat({ fastStart: 'in-memory' }), aac, seconds),
  'silent.m4a': (seconds: number) => silence(new Mp4OutputFormat({ fastStart: false }), aac, seconds),
  'silent.mov': (seconds: number) => silence(new MovOutputFormat(), aac, seconds),
  'silent.aac': (seconds: number) => silence(new AdtsOutputFormat(), aac, seconds),
  'silent.mp3': (seconds: number) => silence(new Mp3OutputFormat(), mp3, seconds),
  'silent.wav': (seconds: number) => silence(new WavOutputFormat(), pcm, seconds),
}

const decoded = (base64: string): Buffer => brotliDecompressSync(Buffer.from(base64, 'base64'))

/** Two seconds of silence in codecs that Mediabunny doesn't write. */
export const encodedSilence = {
  'silent.flac.ogg': decoded(encoded.flacInOgg),
  'silent.vorbis.webm': decoded(encoded.vorbisInWebm),
}

/** Remainder of bytes by a polynomial, most significant bit first, as FLAC checks its frames (RFC 9639). */
function remainder(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit += 1)
      value = ((value << 1) ^ (value >> (bits - 1) === 1 ? polynomial : 0)) % 2 ** bits
  }
  return value
}

/** A FLAC file of up to 127 frames of 4,096 samples at 16 kHz, each of one constant. */
export function flacSilence(frames: number): Buffer {
  const [samples, rate] = [4096, 16_000]
  const head = Buffer.alloc(42)
  head.write('fLaC\x80\0\0\x22', 'latin1')
  head.writeUInt16BE(samples, 8)
  head.writeUInt16BE(samples, 10)
  head.writeUIntBE(rate * 16, 18, 3)
  // Four channels, 16 bits a sample.
  head[20] = ((head[20] ?? 0) & 0xf0) + 6
  head[21] = 0xf0
  head.writeUInt32BE(frames * samples, 22)
  const parts = Array.from({ length: frames }, (_, number) => {
    const start = [0xff, 0xf8, 0xc5, 0x38, number]
    const frame = [...start, remainder(Uint8Array.from(start), 8, 0x07), ...new Uint8Array(12)]
    const check = remainder(Uint8Array.from(frame), 16, 0x80_05)
    return Buffer.from([...frame, check >> 8, check % 256])
  })
  return Buffer.concat([head, ...parts])
}
