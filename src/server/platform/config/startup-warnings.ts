import { content } from '../../../shared/content.ts'
import type { Log } from '../log.ts'
import type { Config } from './config.ts'
import { isLiveKey } from './config-schema.ts'

/** Placeholders that the product ships with: the reserved domain .example (RFC 2606), and invented addresses. */
const placeholder = /\.example\b|\bExample (?:Street|City|Country)\b/

/** Paths of all strings within a value that are still placeholders. */
function placeholdersIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return placeholder.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => placeholdersIn(part, `${path}.${name}`))
}

/** Warns about a Stripe key of the wrong mode, and in production about other settings that are probably not intended. */
export function warnOfSettings({ production, http, mail, ai, stripe }: Config, log: Log): void {
  if (stripe !== null && isLiveKey(stripe.secretKey) !== production) {
    if (production) log.warn('STRIPE_SECRET_KEY is a test key in production: users are not charged')
    else log.warn('STRIPE_SECRET_KEY is a live key outside production: users are charged')
  }
  if (!production) return
  const settings = [
    ...placeholdersIn(content, 'content'),
    ...placeholdersIn(http.appUrl, 'APP_URL'),
    ...placeholdersIn(mail?.from, 'MAIL_FROM'),
  ]
  for (const setting of settings) {
    log.warn({ event: 'config.placeholder', setting }, 'this operator detail is still a placeholder')
  }
  if (mail === null) {
    log.warn(
      { event: 'config.no_mail_server', setting: 'SMTP_URL' },
      'SMTP_URL is not set: users cannot reset passwords or confirm email addresses',
    )
  }
  if (ai.models.length === 0) {
    log.warn(
      { event: 'config.no_language_models', setting: 'AI_MODELS' },
      'there is no language model: the built-in engine writes all summaries',
    )
  }
}
