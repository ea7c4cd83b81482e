const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** Major brands of ISO media files that contain pictures alone: HEIF and AVIF. */
const pictureBrands = /^(?:hei[cfsmx]|hev[cmsx]|mif[12]|msf1|avi[fs]|jpe?g|crx)/u

/** Bitrates of MPEG audio, version 1 and 2, layer III, in kbit/s; 0 for a free format. */
const bitrates = {
  v1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const rates = [44_100, 48_000, 32_000]

/** Length of the frame of MP3 that begins at an offset (ISO/IEC 11172-3, 2.4.1.3); 0 if none begins there. */
function mp3FrameBytes(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, numbers = 0] = bytes.subarray(at, at + 3)
  const version = (kind >> 3) & 3
  if (sync !== 0xff || kind >> 5 !== 7 || version === 1 || ((kind >> 1) & 3) !== 1) return 0
  const isFirst = version === 3
  const bitrate = bitrates[isFirst ? 'v1' : 'v2'][numbers >> 4] ?? 0
  const rate = (rates[(numbers >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
  if (bitrate === 0 || rate === 0) return 0
  return Math.floor(((isFirst ? 144 : 72) * bitrate * 1000) / rate) + ((numbers >> 1) & 1)
}

/** Length of the frame of AAC that begins at an offset (ADTS, ISO/IEC 13818-7, 6.2); 0 if none begins there. */
function adtsFrameBytes(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, , high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6)
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0) return 0
  return ((high & 3) << 11) | (middle << 3) | (low >> 5)
}

/** Whether several frames follow each other: two bytes alone may begin a text in UTF-16. */
function hasFrames(bytes: Uint8Array, frameBytes: (bytes: Uint8Array, at: number) => number): boolean {
  let at = 0
  for (let frame = 0; frame < 3; frame += 1) {
    const length = frameBytes(bytes, at)
    if (length < 7) return false
    at += length
  }
  return true
}

/** Containers that only FFmpeg reads, and that few programs still write: AIFF, AVI, CAF, AMR, and those of Windows Media. */
const otherContainers: readonly (readonly [RegExp, string])[] = [
  [/^FORM.{4}AIF[CF]/su, 'audio/aiff'],
  [/^RIFF.{4}AVI /su, 'video/x-msvideo'],
  [/^caff/u, 'audio/x-caf'],
  [/^#!AMR/u, 'audio/amr'],
  [/^0&\u00b2u\u008ef\u00cf/u, 'video/x-ms-asf'],
]

/** The media type of a recording, by its container; null for all other files. */
export function recordingType(bytes: Uint8Array): string | null {
  const head = latin1(bytes, 0, 12)
  if (head.startsWith('ID3')) return 'audio/mpeg'
  if (head.startsWith('fLaC')) return 'audio/flac'
  if (head.startsWith('OggS')) return 'audio/ogg'
  const other = otherContainers.find(([signature]) => signature.test(head))
  if (other !== undefined) return other[1]
  if (/^(?:RIFF|RF64)/u.test(head)) return head.endsWith('WAVE') ? 'audio/wav' : null
  // Matroska and WebM: an EBML header.
  if (head.startsWith('\u001aE\u00df\u00a3')) return 'video/webm'
  const box = head.slice(4, 8)
  if (box === 'ftyp')
    return pictureBrands.test(head.slice(8)) ? null : head.startsWith('M4A', 8) ? 'audio/mp4' : 'video/mp4'
  // Older QuickTime files have no file type.
  if (box === 'moov' || box === 'mdat' || box === 'wide') return 'video/quicktime'
  if (hasFrames(bytes, mp3FrameBytes)) return 'audio/mpeg'
  return hasFrames(bytes, adtsFrameBytes) ? 'audio/aac' : null
}
