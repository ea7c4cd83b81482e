import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RecordingLimits } from '../../shared/transcriber.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import type { RecordingInput } from '../parsing/parser-pool.ts'

/** Transcribes recordings for one source. */
export interface RecordingReader {
  limits: RecordingLimits
  /** @throws AppError those of `ParserPool.listen` */
  listen: (recording: RecordingInput, signal: AbortSignal) => Promise<PackedDocument>
  /** Called while the sound of a video arrives. */
  onBytes?: ((bytes: number) => void) | undefined
}

/** Runs something with an empty folder, which is removed afterwards. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-recording-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
