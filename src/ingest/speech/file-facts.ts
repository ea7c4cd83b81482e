import { open, stat } from 'node:fs/promises'
import { recordingType } from '../formats/audio/signatures.ts'

/** Length of the start of a file that identifies a recording. */
const HEAD_BYTES = 4096

/** The start of a file. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Size of a file on disk, and its media type; null unless it is a recording. */
export async function fileFacts(path: string): Promise<{ mediaType: string | null; bytes: number }> {
  const { size } = await stat(path)
  return { mediaType: recordingType(await readHead(path)), bytes: size }
}
