import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createWorkLine } from './work-line.ts'

/** What a hash of argon2id costs, by the names of RFC 9106; memory in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

/** OWASP Password Storage Cheat Sheet: m=19 MiB, t=2, p=1. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify(argon2)

interface Hash {
  cost: PasswordCost
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

/** Passwords as one installation keeps them. */
export interface Passwords {
  /**
   * Hashes a password with argon2id; the PHC string carries salt and cost.
   *
   * @throws AppError `unavailable` when too many hashes are being made already
   */
  hash: (password: string) => Promise<string>
  /**
   * Whether a password is the one a PHC string was made from. A string of another form is never matched.
   *
   * @throws AppError `unavailable` when too many hashes are being made already
   */
  verify: (password: string, phc: string) => Promise<boolean>
  /** Whether a hash was made at another cost than new ones are, so that the password should be hashed anew. */
  isOutdated: (phc: string) => boolean
  /** A hash that no password matches; trying takes as long as with a real one. */
  decoy: string
}

/** Hashes passwords at a cost. */
export function createPasswords(cost: PasswordCost): Passwords {
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
  const tagOf = async (password: string, its: PasswordCost, nonce: Buffer, tagLength: number): Promise<Buffer> =>
    inLine(async () => derive('argon2id', { ...its, message: password.normalize('NFKC'), nonce, tagLength }))
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES)
      return format({ cost, salt, tag: await tagOf(password, cost, salt, TAG_BYTES) })
    },
    verify: async (password, phc) => {
      const hash = parse(phc)
      if (hash === null) return false
      return timingSafeEqual(await tagOf(password, hash.cost, hash.salt, hash.tag.length), hash.tag)
    },
    isOutdated: (phc) => {
      const its = parse(phc)?.cost
      return its?.memory !== cost.memory || its.passes !== cost.passes || its.parallelism !== cost.parallelism
    },
    decoy: format({ cost, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }),
  }
}
