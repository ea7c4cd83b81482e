import { openAsBlob } from 'node:fs'
import { BlobSource, FilePathSource, type Source } from 'mediabunny'
import { readHead } from '../file-facts.ts'

/** Format tags of uncompressed sound, and of the extensible header, which has its tag elsewhere (RFC 2361). */
const knownTags: ReadonlySet<number> = new Set([0x0001, 0x0003, 0x0006, 0x0007, 0xff_fe])

/** Programs that write to a stream set sizes of about 2 or 4 GB. */
const MAX_KNOWN_SIZE = 0x7f_ff_00_00
const UNTIL_END = 0xff_ff_ff_ff

/** Whether the header of a WAVE file names a codec that is decoded, or none. */
export async function hasKnownWaveCodec(file: string): Promise<boolean> {
  const head = Buffer.from(await readHead(file))
  const at = head.indexOf('fmt ', 0, 'latin1')
  return at === -1 || at + 10 > head.length || knownTags.has(head.readUInt16LE(at + 8))
}

/** Offset of the size of the sound in the start of a WAVE file; null if there is none. */
function sizeOffset(head: Buffer): number | null {
  const at = head.indexOf('data', 12, 'latin1')
  const isWave = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'
  return isWave && at !== -1 && at + 8 < head.length ? at + 4 : null
}

/** Opens a file. A WAVE file whose sizes are 0, since it was written to a stream, has sound until its end. */
export async function openSource(file: string): Promise<Source> {
  const head = Buffer.from(await readHead(file))
  const at = sizeOffset(head)
  if (at === null || (head.readUInt32LE(4) !== 0 && head.readUInt32LE(at) !== 0)) return new FilePathSource(file)
  head.writeUInt32LE(UNTIL_END, 4)
  if (head.readUInt32LE(at) === 0) head.writeUInt32LE(UNTIL_END, at)
  const rest = (await openAsBlob(file)).slice(head.length)
  return new BlobSource(new Blob([head, rest]))
}

/** Bytes of STREAMINFO, the first block of a FLAC file, with its sample rate and number of samples (RFC 9639). */
const STREAMINFO = { rate: 18, samples: 21, end: 26 }

/** Sound at the end of a file that is not worth a note. */
const SLACK_SECONDS = 0.1

/**
 * Whether the header of a WAVE or FLAC file declares more sound than the file has.
 *
 * @param bytes size of the file
 * @param seconds length of the sound that the file has
 */
export async function isCutOff(file: string, bytes: number, seconds: number | null): Promise<boolean> {
  const head = Buffer.from(await readHead(file))
  const at = sizeOffset(head)
  if (at !== null) {
    const size = head.readUInt32LE(at)
    return size < MAX_KNOWN_SIZE && at + 4 + size > bytes
  }
  if (seconds === null || head.length < STREAMINFO.end || head.toString('latin1', 0, 4) !== 'fLaC') return false
  const rate = head.readUIntBE(STREAMINFO.rate, 3) >> 4
  const samples = head.readUIntBE(STREAMINFO.samples, 5) % 2 ** 36
  return rate > 0 && samples / rate > seconds + SLACK_SECONDS
}
