import { createReadStream } from 'node:fs'
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  type InputAudioTrack,
  OggOutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny'
import { readHead } from '../file-facts.ts'
import type { Sound } from './codecs.ts'

/** Bytes of an Ogg file that are decoded at a time. */
const CHUNK_BYTES = 64 * 1024

/** A decoder of the pages of an Ogg file. */
interface OggDecoder {
  readonly ready: Promise<void>
  decode(bytes: Uint8Array): Promise<Sound>
  flush(): Promise<Sound>
  free(): void
}

async function* decodePages(decoder: OggDecoder, pages: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  await decoder.ready
  try {
    for await (const bytes of pages) yield await decoder.decode(bytes)
    yield await decoder.flush()
  } finally {
    decoder.free()
  }
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) yield new Uint8Array(chunk)
}

export const vorbisInOgg = (file: string): AsyncIterable<Sound> => decodePages(new OggVorbisDecoder(), chunksOf(file))

/** Whether the first packet of an Ogg file is FLAC's (https://xiph.org/flac/ogg_mapping.html). Mediabunny reads none. */
export async function isFlacInOgg(file: string): Promise<boolean> {
  const head = await readHead(file)
  return Buffer.from(head).subarray(0, 512).includes('\u007fFLAC', 'latin1')
}

export const flacInOgg = (file: string): AsyncIterable<Sound> => decodePages(new FLACDecoder(), chunksOf(file))

/** Puts the packets of a Vorbis track into the pages of an Ogg file, which its decoder reads. */
async function* pagesOf(track: InputAudioTrack, decoderConfig: AudioDecoderConfig): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const target = new StreamTarget(new WritableStream({ write: ({ data }) => void written.push(data) }))
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('vorbis')
  output.addAudioTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet, { decoderConfig })
    yield* written.splice(0)
  }
  await output.finalize()
  yield* written
}

/** Vorbis in Matroska and WebM. */
export const vorbisInMatroska = (track: InputAudioTrack, config: AudioDecoderConfig): AsyncIterable<Sound> =>
  decodePages(new OggVorbisDecoder(), pagesOf(track, config))
