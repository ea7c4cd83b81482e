import { createHash } from 'node:crypto'
import { content } from '../../../../shared/content.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { AccountContext } from '../context.ts'
import { fetchBounded } from '../fetch-bounded.ts'

/** OWASP ASVS 5.0, 6.2.1. */
const MIN_CHARACTERS = 8
const TIMEOUT_MS = 2000
const PREFIX_CHARACTERS = 5

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

/** Words that attackers try first: the names of the product and its operator, its host, and the user's own email. */
const guessableWords = (appUrl: string, email: string): ReadonlySet<string> =>
  new Set(
    [
      content.productName,
      content.operator.name,
      new URL(appUrl).hostname,
      email,
      'password passwort contraseña',
    ].flatMap(words),
  )

/** Returns whether a password consists of guessable words, digits and signs only. */
function isGuessable(password: string, guessable: ReadonlySet<string>): boolean {
  let rest = password.toLowerCase()
  for (const word of [...guessable].sort((one, other) => other.length - one.length)) rest = rest.replaceAll(word, '')
  return rest !== password.toLowerCase() && !/\p{L}/u.test(rest)
}

/**
 * Looks a password up in a list of breached ones (https://haveibeenpwned.com/API/v3#PwnedPasswords). Only the first five
 * of the forty hex digits of its SHA-1 are sent, and the response is padded, so that neither reveals the password.
 */
async function isBreached(password: string, breachedUrl: string): Promise<boolean> {
  const sum = createHash('sha1').update(password).digest('hex').toUpperCase()
  const url = new URL(`range/${sum.slice(0, PREFIX_CHARACTERS)}`, breachedUrl.replace(/(?<!\/)\/*$/, '/')).href
  const response = await fetchBounded(url, {
    method: 'GET',
    headers: { 'add-padding': 'true' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status !== 200) throw new Error(`The list of breached passwords answered ${response.status}.`)
  const rest = sum.slice(PREFIX_CHARACTERS)
  const lines = (await response.text()).split(/\r?\n/)
  // Padding lines have a count of 0.
  return lines.some((line) => line.startsWith(`${rest}:`) && !/:0+$/.test(line))
}

/**
 * Checks a new password against the strict rules, where they are configured. When the list of breached passwords cannot
 * be reached, the password is accepted.
 * @throws AppError `invalid_input`
 */
export async function checkNewPassword(
  { config: { passwords, http }, log }: AccountContext,
  newPassword: string,
  { field, email }: { field: 'password' | 'newPassword'; email: string },
): Promise<void> {
  if (!passwords.strict) return
  const refuse = (message: string): never => {
    throw new AppError('invalid_input', message, { fields: [{ path: field, message }] })
  }
  // As it is hashed.
  const password = newPassword.normalize('NFKC')
  if (Array.from(password).length < MIN_CHARACTERS) refuse(`Password must be at least ${MIN_CHARACTERS} characters.`)
  if (isGuessable(password, guessableWords(http.appUrl, email))) {
    refuse('This password is too easy to guess here. Please choose another one.')
  }
  const breached = await isBreached(password, passwords.breachedUrl).catch((error: unknown) => {
    log.warn({ err: error }, 'could not check the list of breached passwords')
    return false
  })
  if (breached) refuse('This password has appeared in a data breach. Please choose another one.')
}
