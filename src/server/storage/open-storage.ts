import path from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { openDiskStorage } from './disk-storage.ts'
import type { ObjectStorage } from './object-storage.ts'

/** Opens the configured storage. Loads the S3 SDK only when needed. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (s3 === null) return openDiskStorage(path.join(dataDir, 'uploads'))
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(s3)
}
