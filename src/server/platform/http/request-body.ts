import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { AppError } from '../../../shared/errors.ts'
import { Counters } from '../concurrency.ts'
import { addressKey } from './limits.ts'

/**
 * Maximum body of a call that sets no other limit: more than the longest fields of any contract, with every character
 * escaped. Up to this size a body is received in memory, so that the number of connections bounds the memory of all.
 */
export const BODY_LIMIT_BYTES = 32 * 1024

const MIB = 1024 * 1024

/** Bytes of unfinished large bodies, which wait in files, and how many finished ones are in memory at a time. */
export const bodyLimits = { userBytes: 48 * MIB, addressBytes: 96 * MIB, allBytes: 256 * MIB, inMemory: 2 }
export type BodyLimits = typeof bodyLimits

const RETRY_AFTER_SECONDS = 30
const retryLater = { retryAfterSeconds: RETRY_AFTER_SECONDS }

const tooLarge = (): AppError => new AppError('payload_too_large', 'This request is too large.')
const cutOff = (cause?: unknown): AppError =>
  new AppError('invalid_input', 'This request did not arrive completely. Please try again.', { cause })

const active = new WeakMap<FastifyRequest, () => void>()

/** Frees a request's body as soon as its content is stored, for requests that wait on for their response. */
export function releaseBody(request: FastifyRequest): void {
  request.body = undefined
  active.get(request)?.()
  active.delete(request)
}

/** A file without a name, which disappears with the process. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, randomUUID())
  const file = await open(name, 'wx+', 0o600)
  await rm(name)
  return file
}

async function readAll(file: FileHandle): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for await (const part of file.createReadStream({ start: 0, autoClose: false })) parts.push(Buffer.from(part))
  return parts
}

/**
 * Replaces the JSON parser of an app by one whose unfinished bodies cost little memory, since senders may hold them
 * open: what exceeds `BODY_LIMIT_BYTES` waits in a file until it is complete. The route's `bodyLimit` applies before a
 * byte is read.
 * @param options.folder for those files; created when needed
 */
export function parseJsonBodies(app: FastifyInstance, { folder, limits }: { folder: string; limits: BodyLimits }) {
  /** Bytes that bodies hold, by user, by address and in all. */
  const held = new Counters()
  const slots = pLimit(limits.inMemory)
  const parse = app.getDefaultJsonParser('error', 'error')

  /** Waits for a slot; returns the function that frees it. */
  const takeSlot = async (): Promise<() => void> => {
    const granted = Promise.withResolvers<void>()
    const freed = Promise.withResolvers<void>()
    void slots(async () => {
      granted.resolve()
      await freed.promise
    })
    await granted.promise
    return freed.resolve
  }

  /** Counts the bytes of one body; `add` throws AppError `rate_limited` or `unavailable` where a large one is too many. */
  const count = ({ actor, ip }: FastifyRequest) => {
    const user = actor === null ? null : `user ${actor.userId}`
    const address = `address ${addressKey(ip)}`
    let bytes = 0
    const add = (more: number): void => {
      bytes += more
      const byUser = user === null ? 0 : held.add(user, more)
      const [byAddress, all] = [held.add(address, more), held.add('all', more)]
      if (more < 0 || bytes <= BODY_LIMIT_BYTES) return
      if (byUser > limits.userBytes)
        throw new AppError(
          'rate_limited',
          'You’re sending several long pages at once. Try again when they have arrived.',
          retryLater,
        )
      if (byAddress > limits.addressBytes)
        throw new AppError(
          'rate_limited',
          'Many long pages are arriving from your network. Please try again in a moment.',
          retryLater,
        )
      if (all > limits.allBytes)
        throw new AppError(
          'unavailable',
          'The server is receiving many long pages. Please try again in a moment.',
          retryLater,
        )
    }
    return { add, remove: () => add(-bytes) }
  }

  const receive = async (request: FastifyRequest, payload: Readable): Promise<string> => {
    const limit = request.routeOptions.bodyLimit
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
    const counted = count(request)
    let start = Buffer.alloc(0)
    let bytes = 0
    let inStart = 0
    let file: FileHandle | null = null
    let isReleased = false
    let freeSlot = (): void => {}
    const release = (): void => {
      if (isReleased) return
      isReleased = true
      counted.remove()
      freeSlot()
      file?.close().catch((error: unknown) => request.log.warn({ err: error }, 'could not close a request body'))
    }
    active.set(request, release)
    try {
      for await (const piece of payload.iterator({ destroyOnReturn: false })) {
        const chunk = Buffer.from(piece)
        if (bytes + chunk.length > limit) throw tooLarge()
        counted.add(chunk.length)
        if (file === null && bytes + chunk.length <= BODY_LIMIT_BYTES) {
          // One buffer: a body of one-byte chunks would cost a hundred times its size in objects.
          if (bytes + chunk.length > start.length) {
            const longer = Buffer.alloc(Math.min(BODY_LIMIT_BYTES, Math.max(1024, 2 * (bytes + chunk.length))))
            start.copy(longer, 0, 0, bytes)
            start = longer
          }
          chunk.copy(start, bytes)
          inStart += chunk.length
        } else {
          file ??= await openUnnamed(folder)
          await file.writeFile(chunk)
        }
        bytes += chunk.length
      }
      // Waiting for a slot, the body is still in its file.
      if (file !== null) freeSlot = await takeSlot()
      if (isReleased) {
        freeSlot()
        throw cutOff()
      }
      return Buffer.concat([start.subarray(0, inStart), ...(file === null ? [] : await readAll(file))]).toString('utf8')
    } catch (error) {
      release()
      // The sender reads the response after it has sent the rest.
      payload.resume()
      throw error instanceof AppError || !payload.destroyed ? error : cutOff(error)
    }
  }

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const text = await receive(request, payload)
    return new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, body) => (error === null ? resolve(body) : reject(error)))
    })
  })
  app.addHook('onResponse', async (request) => active.get(request)?.())
}
