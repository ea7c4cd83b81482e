import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits at random. */
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** Lengths as Stripe's own ids have them. */
const lengths = {
  acct: 16,
  bpc: 24,
  bps: 24,
  cs_test: 58,
  cus: 14,
  evt: 24,
  ii: 24,
  il: 24,
  in: 24,
  li: 24,
  price: 24,
  prod: 14,
  req: 14,
  si: 14,
  sub: 24,
  we: 24,
  whsec: 32,
} as const

/** A new id that says what it names. */
export const newId = (prefix: keyof typeof lengths): string => `${prefix}_${randomText(lengths[prefix])}`
