import path from 'node:path'
import type { Config } from '../platform/config.ts'
import { openDiskStorage } from './disk-storage.ts'
import type { ObjectStorage } from './object-storage.ts'

/** Opens the storage that the configuration names. The SDK of S3 is loaded where it is needed only. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (s3 === null) return openDiskStorage(path.join(dataDir, 'uploads'))
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(s3)
}
