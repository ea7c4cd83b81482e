import { hours, retention } from '../shared/retention.ts'
import type { Db } from './db/database.ts'
import { letterSchema, type PostLetter } from './features/accounts/letters.ts'
import { type LetterDeps, sendLetter } from './features/accounts/send-letter.ts'
import { type AnyJobKind, defineJobKind, type JobQueue, type Retries } from './jobs/queue.ts'
import { openSmtpMailer } from './mail/smtp-mailer.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'

/** What letters are made of. */
export interface LetterParts {
  config: Pick<Config, 'mail' | 'http' | 'production'>
  log: Log
  db: Db
  clock: Clock
  findCancellation: LetterDeps['findCancellation']
}

/** The mail of the product. */
export interface Letters {
  /** Whether mail can be sent. */
  canMail: boolean
  /** What the queue has to know; nothing where no mail server is set. */
  kinds: readonly AnyJobKind[]
  /** Posts letters by a queue that knows them. */
  postBy: (queue: JobQueue) => PostLetter
  close: () => void
}

const AT_ONCE = 4
/** A mail has a minute to be handed over. */
const EXPIRE_SECONDS = 2 * 60
/**
 * First after a quarter of a minute, then in waits that double, up to ten minutes: an hour and a half in all. Servers
 * that put mail of strangers off want to see it again after some minutes.
 */
const retries: Retries = { limit: 12, delaySeconds: 15, maxDelaySeconds: 10 * 60 }

/** Wires letters to the mail server, where one is set. */
export function wireLetters({ config, log, db, clock, findCancellation }: LetterParts): Letters {
  const { appUrl } = config.http
  if (config.mail === null) {
    if (config.production) log.warn('SMTP_URL is not set: nobody can reset a password or confirm an address')
    return { canMail: false, kinds: [], postBy: () => async () => {}, close: () => {} }
  }
  const mailer = openSmtpMailer({ ...config.mail, appUrl })
  const kind = defineJobKind({
    name: 'letter',
    concurrency: AT_ONCE,
    expireInSeconds: EXPIRE_SECONDS,
    retries,
    keptSeconds: hours(retention.sentMailHours) / 1000,
    data: letterSchema,
    handle: async (letter, run) => sendLetter({ db, clock, mailer, appUrl, findCancellation }, letter, run),
  })
  return {
    canMail: true,
    kinds: [kind],
    postBy: (queue) => async (tx, letter) => queue.send(tx, kind, letter),
    close: () => mailer.close(),
  }
}
