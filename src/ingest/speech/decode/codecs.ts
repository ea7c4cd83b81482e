import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { MPEGDecoder } from 'mpg123-decoder'
import { OpusDecoder } from 'opus-decoder'

/** Decoded sound: the samples of each channel, from -1 to 1. */
export interface Sound {
  channelData: readonly Float32Array[]
  sampleRate: number
}

/** A decoder of packets, which are given in order. */
export interface Codec {
  decode(packet: Uint8Array): Sound | Promise<Sound>
  free(): void
}

interface Track {
  channels: number
  /** The track's own configuration, for example OpusHead or AudioSpecificConfig; null without one. */
  description: Uint8Array | null
}

/** OpusHead (RFC 7845, section 5.1): mapping families other than 0 list the streams and the order of channels. */
function opusLayout({ channels, description: head }: Track) {
  if (head === null || head.length < 21 + channels || head[18] === 0) return { channels }
  const [streamCount = 1, coupledStreamCount = 0] = head.subarray(19, 21)
  return {
    channels,
    streamCount,
    coupledStreamCount,
    channelMappingTable: Array.from(head.subarray(21, 21 + channels)),
  }
}

const codecs: Readonly<Record<string, (track: Track) => Promise<Codec>>> = {
  mp3: async () => {
    const decoder = new MPEGDecoder()
    await decoder.ready
    return { decode: (packet) => decoder.decodeFrame(packet), free: () => decoder.free() }
  },
  opus: async (track) => {
    const decoder = new OpusDecoder(opusLayout(track))
    await decoder.ready
    return { decode: (packet) => decoder.decodeFrame(packet), free: () => decoder.free() }
  },
  flac: async () => {
    const decoder = new FLACDecoder()
    await decoder.ready
    return { decode: (packet) => decoder.decodeFrames([packet]), free: () => decoder.free() }
  },
  aac: async ({ description }) => {
    // An optional dependency.
    const { decoder: open } = await import('@audio/decode-aac')
    const decoder = await open(description === null ? {} : { asc: description })
    return {
      decode: (packet) => decoder.decode(description === null ? packet : [packet]),
      free: () => decoder.free(),
    }
  },
}

/** Opens a codec by Mediabunny's name; null if it isn't built in, or its package isn't installed. */
export async function openCodec(name: string, track: Track): Promise<Codec | null> {
  return (await codecs[name]?.(track).catch(() => null)) ?? null
}
