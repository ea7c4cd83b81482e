import { opusHead, silentRecordings } from './recordings.ts'

/** A WAV file whose header declares what it wants. */
function wav({ rate = 16_000, channels = 1, bits = 16, format = 1 }): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(0xffff_ffff, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(format, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(Math.min(0xffff_ffff, (rate * channels * bits) / 8), 28)
  head.writeUInt16LE(((channels * bits) / 8) & 0xffff, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(0xffff_fff0, 40)
  return Buffer.concat([head, Buffer.alloc(1024 * 1024)])
}

/** Writes a number at an offset from the name of each such box of an MP4 file. */
function forged(mp4: Buffer, box: string, offset: number, value: number): Buffer {
  const bytes = Buffer.from(mp4)
  for (let at = bytes.indexOf(box); at !== -1; at = bytes.indexOf(box, at + 4)) bytes.writeUInt32BE(value, at + offset)
  return bytes
}

/** An element of EBML, its length in eight bytes, which may be more than it has. */
function element(id: number, content: Buffer, claimed = content.length): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | BigInt(claimed))
  const name = Buffer.from(id.toString(16), 'hex')
  return Buffer.concat([name, length, content])
}

const ebml = element(0x1a45_dfa3, element(0x4282, Buffer.from('webm')))
const SEGMENT = 0x1853_8067

/** A Matroska file of 2 MB in which 200,000 elements are within each other, which takes a reader minutes. */
export function stuckRecording(): Buffer {
  const opening = element(0xb6, Buffer.alloc(0), 2 ** 40)
  return Buffer.concat([ebml, element(SEGMENT, Buffer.concat(Array.from({ length: 200_000 }, () => opening)), 2 ** 50)])
}

const forgedMp4 = async (box: string, offset: number, value: number): Promise<Buffer> =>
  forged(await silentRecordings['silent.mp4'](5), box, offset, value)

/** Declares that so many samples at the start are to be skipped. */
async function preSkipping(samples: number): Promise<Buffer> {
  const webm = await silentRecordings['silent.webm'](3)
  opusHead(samples).copy(webm, webm.indexOf('OpusHead'))
  return webm
}

interface HostileRecording {
  make: () => Buffer | Promise<Buffer>
  /** Expected error code. */
  code: string
}

/** Recordings made to cost memory or time, or to claim what they don't have. */
export const hostileRecordings: Readonly<Record<string, HostileRecording>> = {
  'nothing.mp3': { make: () => Buffer.alloc(0), code: 'source_empty' },
  'a text.mp3': {
    make: () => Buffer.from('The ferry leaves at noon, and nobody has recorded it.\n'.repeat(200)),
    code: 'source_type_unsupported',
  },
  'no samples a second.wav': { make: () => wav({ rate: 0 }), code: 'source_damaged' },
  'one sample a second.wav': { make: () => wav({ rate: 1, bits: 8 }), code: 'source_damaged' },
  'four billion samples a second.wav': { make: () => wav({ rate: 0xffff_ffff }), code: 'source_damaged' },
  '65,535 channels.wav': { make: () => wav({ channels: 65_535, bits: 8 }), code: 'source_damaged' },
  'compressed.wav': { make: () => wav({ format: 2 }), code: 'source_type_unsupported' },
  'Windows Media.wma': {
    make: () => Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(5000)]),
    code: 'source_type_unsupported',
  },
  'a codec of the past.ogg': {
    make: async () => {
      const ogg = await silentRecordings['silent.ogg'](3)
      ogg.write('Speex   ', ogg.indexOf('OpusHead'))
      return ogg
    },
    code: 'source_type_unsupported',
  },
  'no channels.wav': { make: () => wav({ channels: 0 }), code: 'source_damaged' },
  'durations of years.mp4': {
    make: async () =>
      ['mvhd', 'mdhd'].reduce(
        (mp4, box) => forged(mp4, box, 20, 0xffff_fff0),
        forged(await silentRecordings['silent.mp4'](5), 'tkhd', 24, 0xffff_fff0),
      ),
    code: 'recording_no_speech',
  },
  'packets of hours.mp4': { make: async () => forgedMp4('stts', 16, 0x7fff_ffff), code: 'recording_no_speech' },
  'four billion packets.mp4': { make: async () => forgedMp4('stts', 12, 0xffff_ffff), code: 'recording_no_speech' },
  'four billion sizes.mp4': { make: async () => forgedMp4('stsz', 12, 0xffff_ffff), code: 'source_damaged' },
  'packets of gigabytes.mp4': { make: async () => forgedMp4('stsz', 8, 0x7fff_ffff), code: 'source_damaged' },
  'a header of a terabyte.webm': {
    make: () => element(0x1a45_dfa3, Buffer.alloc(64), 2 ** 40),
    code: 'source_type_unsupported',
  },
  'tracks of a terabyte.mkv': {
    make: () => Buffer.concat([ebml, element(SEGMENT, element(0x1654_ae6b, Buffer.alloc(64), 2 ** 40), 2 ** 50)]),
    code: 'source_damaged',
  },
  'skipped samples.webm': { make: async () => preSkipping(0xffff), code: 'recording_no_speech' },
}
