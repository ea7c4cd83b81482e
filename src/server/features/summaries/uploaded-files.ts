import type { UploadType } from '../../../shared/uploads.ts'
import type { Tx } from '../../db/database.ts'
import type { Actor } from '../../platform/actor.ts'

/** A file that a summary will be made of. */
export interface ClaimedFile {
  fileName: string
  fileType: UploadType
  /** Of its bytes, in hex. */
  sha256: string
}

/** What summaries need of files that people have uploaded. A `fileUrl` is what their payload names a file by. */
export interface UploadedFiles {
  /** Sees to it that a file has been looked at, if it is there; throws where it will not do. */
  prepare(actor: Actor, fileUrl: string): Promise<void>
  /** Takes a person's file for one summary, for good when the transaction commits; throws where that can't be. */
  claim(tx: Tx, actor: Actor, fileUrl: string): Promise<ClaimedFile>
  /** Whether a file that was claimed is still there. */
  isKept(tx: Tx, actor: Actor, fileUrl: string): Promise<boolean>
  /** A claimed file's bytes; throws when they are gone. */
  read(userId: string, fileUrl: string): Promise<{ bytes: Uint8Array; fileName: string }>
  /** The file has been read, or will never be: it is removed. Never throws. */
  release(fileUrl: string): Promise<void>
}
