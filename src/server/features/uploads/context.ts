import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Context } from '../../db/database.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'

/** Ports and settings of the upload use cases. */
export interface UploadsContext extends Context {
  config: Config
  storage: ObjectStorage
  pipeline: Pipeline
  /** Aborts when the server shuts down. */
  closing: AbortSignal
  /** Longest pause without a byte before an upload is aborted. */
  uploadIdleMs: number
}
