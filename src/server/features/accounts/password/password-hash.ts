import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { AppError } from '../../../../shared/errors.ts'

/** Cost of argon2id: OWASP Password Storage Cheat Sheet (m=19 MiB, t=2, p=1), in the terms of RFC 9106. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify(argon2)

/**
 * Each hash takes 19 MiB, about 30 ms, and one of the four threads that also serve files and DNS. The limit leaves two
 * of them free during a flood of sign-ins, and keeps the wait below two seconds.
 */
const CONCURRENT_HASHES = 2
const MAX_WAITING_HASHES = 50
const RETRY_AFTER_SECONDS = 3
const limitHashes = pLimit(CONCURRENT_HASHES)

interface Hash {
  cost: typeof COST
  salt: Buffer
  tag: Buffer
}

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '')

const format = ({ cost, salt, tag }: Hash): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`

function parse(phc: string): Hash | null {
  const match = phcForm.exec(phc)
  if (match === null) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

async function tagOf(password: string, cost: Hash['cost'], nonce: Buffer, tagLength: number): Promise<Buffer> {
  if (limitHashes.pendingCount >= MAX_WAITING_HASHES) {
    throw new AppError('unavailable', 'We’re busy right now. Please try again in a few seconds.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  return limitHashes(async () => derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce, tagLength }))
}

/** A hash that no password matches; verifying it takes as long as verifying a real one. */
export const decoyHash = format({ cost: COST, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) })

/** Hashes a password as a PHC string. @throws AppError `unavailable` when too many hashes are pending */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format({ cost: COST, salt, tag: await tagOf(password, COST, salt, TAG_BYTES) })
}

/** Returns whether a password matches a PHC string; no other format matches. @throws AppError as `hashPassword` */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const hash = parse(phc)
  if (hash === null) return false
  const actual = await tagOf(password, hash.cost, hash.salt, hash.tag.length)
  return timingSafeEqual(actual, hash.tag)
}

/** Returns whether a hash has another cost than new ones, so that the password should be hashed again. */
export function isOutdated(phc: string): boolean {
  const cost = parse(phc)?.cost
  return cost?.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism
}
