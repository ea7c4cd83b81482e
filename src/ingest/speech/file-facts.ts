import { open } from 'node:fs/promises'
import { recordingType } from '../formats/audio/signatures.ts'

/** Length of the start of a file that identifies a recording. */
export const HEAD_BYTES = 4096

/** Size of a file on disk, and its media type; null unless it is a recording. */
export async function fileFacts(path: string): Promise<{ mediaType: string | null; bytes: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { mediaType: recordingType(buffer.subarray(0, bytesRead)), bytes: size }
  } finally {
    await file.close()
  }
}
