import { stat } from 'node:fs/promises'
import {
  ADTS,
  AudioSampleSink,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { type Codec, openCodec, type Sound } from './codecs.ts'
import { type Declared, NOTHING_DECLARED } from './declared.ts'
import { flacInOgg, isFlacInOgg, vorbisInMatroska, vorbisInOgg } from './ogg.ts'
import { hasKnownWaveCodec, isCutOff, openSource } from './wave.ts'

const formats = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, MP3, FLAC, ADTS]

/** Share of packets that can't be decoded, above which decoding stops with an error. */
const MAX_BAD_SHARE = 0.5
const MIN_PACKETS = 50

/** All channels are decoded together, and a file of a few bytes can declare 65,535. */
const MAX_CHANNELS = 64

/** Why the built-in decoders can't read a file. */
export class NotDecodable extends Error {
  override readonly name = 'NotDecodable'
  readonly reason: 'no sound' | 'codec' | 'damaged'

  constructor(reason: 'no sound' | 'codec' | 'damaged', options?: ErrorOptions) {
    super(`Not decodable: ${reason}`, options)
    this.reason = reason
  }
}

export interface OpenRecording {
  declared: Declared
  /** Whether the file has less sound than its header declares. */
  isCut: boolean
  /** In order. */
  sound: AsyncIterable<Sound>
}

async function* pcmSound(track: InputAudioTrack): AsyncGenerator<Sound> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfChannels, numberOfFrames, sampleRate } = sample
    const channelData = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      return plane
    })
    sample.close()
    yield { channelData, sampleRate }
  }
}

/** Decodes packets; some that are damaged are skipped. */
async function* packetSound(track: InputAudioTrack, codec: Codec): AsyncGenerator<Sound> {
  let [packets, bad] = [0, 0]
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      packets += 1
      try {
        yield await codec.decode(packet.data)
      } catch (cause) {
        bad += 1
        if (packets >= MIN_PACKETS && bad > packets * MAX_BAD_SHARE) throw new NotDecodable('damaged', { cause })
      }
    }
  } finally {
    codec.free()
  }
}

const MAX_TAG_CHARACTERS = 200

async function declaredBy(input: Input, track: InputAudioTrack): Promise<Declared> {
  const tags = await input.getMetadataTags().catch(() => null)
  const textOf = (tag: string | undefined): string | null => tag?.trim().slice(0, MAX_TAG_CHARACTERS) || null
  const seconds = await track.computeDuration().catch(() => Number.NaN)
  const date = tags?.date
  return {
    seconds: Number.isFinite(seconds) ? seconds : null,
    title: textOf(tags?.title),
    author: textOf(tags?.artist ?? tags?.albumArtist),
    publishedAt: date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10),
    language: track.languageCode === 'und' ? null : track.languageCode,
  }
}

async function soundOf(track: InputAudioTrack, isOgg: boolean, file: string): Promise<AsyncIterable<Sound>> {
  const { codec: name } = track
  if (name === null) throw new NotDecodable('codec')
  if (track.numberOfChannels > MAX_CHANNELS) throw new NotDecodable('damaged')
  if (name.startsWith('pcm-') || name === 'ulaw' || name === 'alaw') return pcmSound(track)
  if (name === 'vorbis' && isOgg) return vorbisInOgg(file)
  const config = (await track.getDecoderConfig()) ?? undefined
  if (name === 'vorbis' && config !== undefined) return vorbisInMatroska(track, config)
  const { description } = config ?? {}
  const codec = await openCodec(name, {
    channels: track.numberOfChannels,
    description: description === undefined ? null : bytesOf(description),
  })
  if (codec === null) throw new NotDecodable('codec')
  return packetSound(track, codec)
}

/**
 * Opens a recording with the built-in decoders. Only what is asked for is decoded.
 *
 * @throws NotDecodable, also while it is decoded
 */
export async function openRecording(file: string): Promise<OpenRecording> {
  const { size } = await stat(file)
  if (size === 0) throw new NotDecodable('no sound')
  const input = new Input({ formats, source: await openSource(file) })
  const format = await input.getFormat().catch((cause: unknown) => {
    throw new NotDecodable('codec', { cause })
  })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track === null && format === OGG) {
      if (await isFlacInOgg(file)) return { declared: NOTHING_DECLARED, isCut: false, sound: flacInOgg(file) }
      throw new NotDecodable('codec')
    }
    // A file that was cut off before its index has no tracks at all.
    if (track === null) throw new NotDecodable((await input.getTracks()).length === 0 ? 'damaged' : 'no sound')
    const declared = await declaredBy(input, track)
    const isCut = await isCutOff(file, size, declared.seconds)
    return { declared, isCut, sound: await soundOf(track, format === OGG, file) }
  } catch (error) {
    if (error instanceof NotDecodable) throw error
    const isForeign = format === WAVE && !(await hasKnownWaveCodec(file))
    throw new NotDecodable(isForeign ? 'codec' : 'damaged', { cause: error })
  }
}

const bytesOf = (source: ArrayBufferView | ArrayBufferLike): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
