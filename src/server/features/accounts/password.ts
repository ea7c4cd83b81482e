import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createWorkLine } from './work-line.ts'

/** Cost of argon2id: OWASP Password Storage Cheat Sheet (m=19 MiB, t=2, p=1), as RFC 9106 names the parameters. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify(argon2)

/**
 * Each hash takes a thread of the four that files and addresses are looked up with as well, 19 MiB, and about 30 ms.
 * A flood of sign-ins must not take them all; who would wait for longer than a second or two is told so at once.
 */
const inLine = createWorkLine({
  places: 2,
  length: 50,
  refusal: 'Too many people are signing in at this moment. Please try again in a few seconds.',
  retryAfterSeconds: 3,
})

interface Hash {
  cost: typeof COST
  salt: Buffer
  tag: Buffer
}

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

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
  return inLine(async () => derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce, tagLength }))
}

/** What no password matches; trying takes as long as with a real one. */
export const decoyHash = format({ cost: COST, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) })

/**
 * Hashes a password with argon2id; the PHC string carries salt and cost.
 *
 * @throws AppError `unavailable` when too many hashes are being made already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format({ cost: COST, salt, tag: await tagOf(password, COST, salt, TAG_BYTES) })
}

/**
 * Whether a password is the one a PHC string was made from. A string of another form is never matched.
 *
 * @throws AppError `unavailable` when too many hashes are being made already
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const hash = parse(phc)
  if (hash === null) return false
  const actual = await tagOf(password, hash.cost, hash.salt, hash.tag.length)
  return timingSafeEqual(actual, hash.tag)
}

/** Whether a hash was made at another cost than new ones are, so that the password should be hashed anew. */
export function isOutdated(phc: string): boolean {
  const cost = parse(phc)?.cost
  return cost?.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism
}
