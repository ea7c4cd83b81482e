import type { SourceInput } from '../ingest/index.ts'
import type { PlanCatalogue } from '../shared/plans/catalogue.ts'
import type { Db } from './db/database.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import type { UploadedFiles } from './features/summaries/uploaded-files.ts'
import { uploadIdIn } from './features/uploads/object-path.ts'
import type { PutRouteDeps } from './features/uploads/put-route.ts'
import { removeUpload } from './features/uploads/remove-upload.ts'
import type { UploadRouteDeps } from './features/uploads/routes.ts'
import { createTurnstile } from './features/uploads/turnstile.ts'
import { createAddressSigner } from './features/uploads/upload-address.ts'
import {
  claimUpload,
  ensureChecked,
  identifyUpload,
  isClaimedUploadKept,
  readClaimedUpload,
} from './features/uploads/use-upload.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import type { ObjectStorage } from './storage/object-storage.ts'

/** What uploads are made of. */
export interface UploadParts {
  config: Config
  log: Log
  db: Db
  clock: Clock
  storage: ObjectStorage
  catalogue: PlanCatalogue
  pipeline: Pipeline
  /** Aborts when the server shuts down. */
  closing: AbortSignal
  uploadIdleMs: number
}

/** Files that are held in memory at once to be looked at; each may have 50 MB. */
const LOOKS_AT_ONCE = 4
/** Longest time a look may take that a request for a summary waits for. */
const LOOK_LIMIT_MS = 3 * 60_000

/** The uploads of the product: what their routes need, and what summaries need of them. */
export interface Uploads {
  routes: UploadRouteDeps & Omit<PutRouteDeps, 'arrival'>
  files: UploadedFiles
}

/** Wires uploads to the storage, and summaries to uploads. */
export function wireUploads({ config, log, pipeline, ...parts }: UploadParts): Uploads {
  const { db, storage, catalogue, closing } = parts
  const routes = {
    ...parts,
    signer: createAddressSigner(config.sessionSecret),
    read: async (input: SourceInput, options: { signal: AbortSignal }) => pipeline.ingest.read(input, options),
    turnstile: createTurnstile(LOOKS_AT_ONCE),
    underWay: new Map(),
    rateLimitFactor: config.http.rateLimitFactor,
    appUrl: config.http.appUrl,
  }
  const files: UploadedFiles = {
    prepare: async (actor, fileUrl) =>
      ensureChecked(routes, actor, fileUrl, AbortSignal.any([closing, AbortSignal.timeout(LOOK_LIMIT_MS)])),
    identify: async (tx, actor, fileUrl) => identifyUpload(tx, catalogue, actor, fileUrl),
    claim: claimUpload,
    isKept: isClaimedUploadKept,
    read: async (userId, fileUrl) => readClaimedUpload({ db, storage }, userId, fileUrl),
    // What cannot be removed now is old tomorrow, and removed with what is old.
    release: async (fileUrl) =>
      removeUpload({ db, storage }, uploadIdIn(fileUrl)).catch((error: unknown) =>
        log.warn({ err: error }, 'a file that was read could not be removed'),
      ),
  }
  return { routes, files }
}
