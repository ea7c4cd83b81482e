import { readHead } from '../file-facts.ts'

/** Format tags of uncompressed sound, and of the extensible header, which has its tag elsewhere (RFC 2361). */
const knownTags: ReadonlySet<number> = new Set([0x0001, 0x0003, 0x0006, 0x0007, 0xff_fe])

/** Whether the header of a WAVE file names a codec that is decoded, or none. */
export async function hasKnownWaveCodec(file: string): Promise<boolean> {
  const head = Buffer.from(await readHead(file))
  const at = head.indexOf('fmt ', 0, 'latin1')
  return at === -1 || at + 10 > head.length || knownTags.has(head.readUInt16LE(at + 8))
}
