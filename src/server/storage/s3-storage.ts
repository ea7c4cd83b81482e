import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { AppError } from '../../shared/errors.ts'
import {
  checkKey,
  collect,
  isKey,
  keyTaken,
  limitBytes,
  type ObjectStorage,
  type StoredObject,
  tooLarge,
} from './object-storage.ts'

interface S3Options {
  bucket: string
  /** URL of a server other than Amazon's, with the bucket in the path. */
  endpoint: string | null
  region: string | null
}

/** Prefix of all keys, so that a bucket may contain other objects. */
const PREFIX = 'uploads/'
/** Other servers mostly ignore the region, but signatures contain one. */
const DEFAULT_REGION = 'us-east-1'
const REQUEST_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 5000

const nothing = (): void => {}
/** The SDK's log repeats the errors that it throws. */
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }

function settings({ endpoint, region }: S3Options): S3ClientConfig {
  return {
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(region === null ? (endpoint === null ? {} : { region: DEFAULT_REGION }) : { region }),
    // Many other servers reject Amazon's additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: quiet,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: CONNECT_TIMEOUT_MS },
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

async function nullIfMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}

/**
 * Wraps a body for the SDK, which does not handle errors of a stream: they would crash the process. Here the stream just
 * ends, and `broken` aborts with the error.
 */
function guard(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const controller = new AbortController()
  return {
    broken: controller.signal,
    stream: async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* limitBytes(body, maxBytes)
      } catch (error) {
        controller.abort(error)
      }
    },
  }
}

/** @throws AppError `unavailable` with the missing settings when the SDK finds no credentials or no region */
async function checkSettings(client: S3Client): Promise<void> {
  try {
    await client.config.region()
    await client.config.credentials()
  } catch (error) {
    throw new AppError(
      'unavailable',
      'S3_BUCKET is set, but the AWS SDK finds no credentials or no region. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source it knows, and S3_REGION.',
      { cause: error },
    )
  }
}

/** Origin of signed URLs. Signs one with fake credentials, which requires no connection. */
async function originOf(options: S3Options): Promise<string> {
  const client = new S3Client({ ...settings(options), credentials: { accessKeyId: 'x', secretAccessKey: 'x' } })
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: options.bucket, Key: 'x' }))
  client.destroy()
  return new URL(url).origin
}

/**
 * Stores objects in a bucket of S3 or of a compatible server. Credentials come from the SDK's default chain
 * (https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/setting-credentials-node.html).
 * @throws AppError `unavailable` without credentials or region
 */
export async function openS3Storage(options: S3Options): Promise<ObjectStorage> {
  const client = new S3Client(settings(options))
  await checkSettings(client)
  const directOrigin = await originOf(options)
  const at = (key: string): { Bucket: string; Key: string } => {
    checkKey(key)
    return { Bucket: options.bucket, Key: `${PREFIX}${key}` }
  }

  async function head(key: string): Promise<StoredObject | null> {
    const found = await nullIfMissing(client.send(new HeadObjectCommand(at(key))))
    if (found === null) return null
    return { key, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
  }

  /** The body of an object; null when there is none. */
  async function open(key: string, maxBytes: number): Promise<Readable | null> {
    const found = await nullIfMissing(client.send(new GetObjectCommand(at(key))))
    if (found?.Body === undefined) return null
    if (!(found.Body instanceof Readable)) throw new Error('The SDK answers with a stream of Node.')
    if ((found.ContentLength ?? 0) <= maxBytes) return found.Body
    found.Body.destroy()
    throw tooLarge(maxBytes)
  }

  return {
    directOrigin,
    head,
    put: async (key, body, { maxBytes, bytes }) => {
      if (bytes !== null && bytes > maxBytes) throw tooLarge(maxBytes)
      const whole = bytes === null ? await collect(body, maxBytes) : null
      const guarded = guard(body, maxBytes)
      const command = new PutObjectCommand({
        ...at(key),
        Body: whole ?? Readable.from(guarded.stream()),
        ContentLength: whole?.byteLength ?? bytes ?? 0,
        IfNoneMatch: '*',
      })
      try {
        await client.send(command, { abortSignal: guarded.broken })
      } catch (error) {
        if (statusOf(error) === 412) throw keyTaken(error)
        throw guarded.broken.aborted ? guarded.broken.reason : error
      }
      return whole?.byteLength ?? bytes ?? 0
    },
    get: async (key, maxBytes) => {
      const body = await open(key, maxBytes)
      return body && collect(body, maxBytes)
    },
    save: async (key, file, maxBytes) => {
      const body = await open(key, maxBytes)
      if (body === null) return false
      await pipeline(limitBytes(body, maxBytes), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      return true
    },
    delete: async (key) => {
      await nullIfMissing(client.send(new DeleteObjectCommand(at(key))))
    },
    async *listOlderThan(moment) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: options.bucket, Prefix: PREFIX }))
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          const key = Key?.slice(PREFIX.length) ?? ''
          const modifiedAt = LastModified ?? new Date(0)
          if (isKey(key) && modifiedAt < moment) yield { key, bytes: Size ?? 0, modifiedAt }
        }
    },
    signedPutUrl: async (key, bytes, expiresInSeconds) =>
      getSignedUrl(client, new PutObjectCommand({ ...at(key), ContentLength: bytes }), {
        expiresIn: expiresInSeconds,
        signableHeaders: new Set(['content-length', 'host']),
      }),
    close: async () => client.destroy(),
  }
}
