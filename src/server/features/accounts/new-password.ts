import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import { fetchBounded } from './google/fetch-bounded.ts'

/** Which passwords may be chosen, besides what every request asks of one. */
export interface PasswordRules {
  /** Whether any are asked for. */
  strict: boolean
  /** Who knows passwords that were stolen elsewhere, by the protocol of https://haveibeenpwned.com/API/v3#PwnedPasswords. */
  breachedUrl: string
  /** The address people use: its host is no password either. */
  appUrl: string
}

/**
 * Checks a password that somebody wants to have.
 *
 * @param field of the request that it came in
 * @throws AppError `invalid_input`, with why it may not be chosen
 */
export type CheckNewPassword = (
  password: string,
  wish: { field: 'password' | 'newPassword'; email: string },
) => Promise<void>

/** OWASP ASVS 5.0, 6.2.1. */
const LEAST_CHARACTERS = 8
const TIMEOUT_MS = 2000
const PREFIX_CHARACTERS = 5

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

/**
 * Words that anybody would try first here: what the product and its operator are called, its host, and the person's own
 * address.
 */
const knownWords = (appUrl: string, email: string): ReadonlySet<string> =>
  new Set(
    [
      content.productName,
      content.operator.name,
      new URL(appUrl).hostname,
      email,
      'password passwort contraseña',
    ].flatMap(words),
  )

/** Whether a password is made of such words alone: between figures and signs, each as often as one likes. */
function isOfKnownWords(password: string, known: ReadonlySet<string>): boolean {
  let rest = password.toLowerCase()
  for (const word of [...known].sort((one, other) => other.length - one.length)) rest = rest.replaceAll(word, '')
  return rest !== password.toLowerCase() && !/\p{L}/u.test(rest)
}

/**
 * Whether a password is among those that were stolen elsewhere. Only the first five of the forty figures of its SHA-1 go
 * out, and what comes back is padded, so that nobody learns from either which it is.
 */
async function isStolen(password: string, breachedUrl: string): Promise<boolean> {
  const sum = createHash('sha1').update(password).digest('hex').toUpperCase()
  const address = new URL(`range/${sum.slice(0, PREFIX_CHARACTERS)}`, breachedUrl.replace(/\/*$/, '/')).href
  const answer = await fetchBounded(address, {
    method: 'GET',
    body: null,
    headers: { 'add-padding': 'true' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.status !== 200) throw new Error(`The list of stolen passwords answers ${answer.status}.`)
  const rest = sum.slice(PREFIX_CHARACTERS)
  const lines = (await answer.text()).split(/\r?\n/)
  // Padding says 0.
  return lines.some((line) => line.startsWith(`${rest}:`) && !/:0+$/.test(line))
}

/** Makes the check. Where the list cannot be asked, a password is taken without: nobody is kept out by a service that is away. */
export function newPasswordCheck(
  { strict, breachedUrl, appUrl }: PasswordRules,
  log: FastifyBaseLogger,
): CheckNewPassword {
  if (!strict) return async () => {}
  return async (typed, { field, email }) => {
    const refuse = (message: string): never => {
      throw new AppError('invalid_input', message, { fields: [{ path: field, message }] })
    }
    // As it is hashed.
    const password = typed.normalize('NFKC')
    if (Array.from(password).length < LEAST_CHARACTERS)
      refuse(`Password must be at least ${LEAST_CHARACTERS} characters.`)
    if (isOfKnownWords(password, knownWords(appUrl, email)))
      refuse('This password is too easy to guess here. Please choose another one.')
    const stolen = await isStolen(password, breachedUrl).catch((error: unknown) => {
      log.warn({ err: error }, 'the list of stolen passwords could not be asked')
      return false
    })
    if (stolen) refuse('This password is known from thefts elsewhere. Please choose another one.')
  }
}
