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
