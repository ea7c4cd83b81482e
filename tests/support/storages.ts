import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDiskStorage } from '../../src/server/storage/disk-storage.ts'
import type { ObjectStorage } from '../../src/server/storage/object-storage.ts'
import { openS3Storage } from '../../src/server/storage/s3-storage.ts'
import { type S3Standin, type S3StandinOptions, startS3Standin } from '../standins/s3/server.ts'

export const storageNames = ['disk', 's3'] as const
export type StorageName = (typeof storageNames)[number]

/** A separate storage for a test, with access to its real content. */
export interface TestStorage {
  storage: ObjectStorage
  /** Names of all stored files, including leftovers of interrupted writes. */
  kept: () => Promise<string[]>
  close: () => Promise<void>
}

/** Settings for the S3 stand-in. The SDK reads credentials from the environment of the process. */
export function s3Environment({ origin, bucket, credentials }: S3Standin): Record<string, string> {
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  return { S3_BUCKET: bucket, S3_ENDPOINT: origin }
}

const withoutPrefix = (key: string): string => key.replace(/^uploads\//u, '')

async function openTestS3(options: S3StandinOptions): Promise<TestStorage> {
  const standin = await startS3Standin(options)
  const { S3_BUCKET: bucket = '', S3_ENDPOINT: endpoint = '' } = s3Environment(standin)
  const storage = await openS3Storage({ bucket, endpoint, region: null })
  return {
    storage,
    kept: async () => [...standin.objects.keys()].map(withoutPrefix),
    close: async () => {
      await storage.close()
      await standin.stop()
    },
  }
}

async function openTestDisk(): Promise<TestStorage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-storage-'))
  const storage = await openDiskStorage(path.join(folder, 'uploads'))
  return {
    storage,
    kept: async () => readdir(path.join(folder, 'uploads')),
    close: async () => rm(folder, { recursive: true, force: true }),
  }
}

/** An empty storage of a kind; S3 lists have pages of two. */
export async function openTestStorage(name: StorageName): Promise<TestStorage> {
  return name === 'disk' ? openTestDisk() : openTestS3({ pageSize: 2 })
}
