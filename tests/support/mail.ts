import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { type MailServer, type MailServerOptions, type ReceivedMail, startMailServer } from '../standins/mail/server.ts'
import { startTestProduct, type TestProduct, type TestProductOptions } from './product.ts'

/** Settings for sending mail to a server. */
export const mailEnv = (server: MailServer): Record<string, string> => ({
  SMTP_URL: server.url,
  MAIL_FROM: 'Precis <no-reply@precis.example>',
  APP_URL: 'https://precis.example',
})

/** Maximum time until an email arrives. */
const ARRIVES_MS = 10_000

export interface Mailbox {
  server: MailServer
  /** The next email to an address, in any case, that wasn't returned yet; waits until it has arrived. */
  nextMail: (to: string) => Promise<ReceivedMail>
  /** All emails to an address so far, returned or not. */
  mailsTo: (to: string) => ReceivedMail[]
}

/** Reads the emails of a mail server one after the other. */
export function openMailbox(server: MailServer): Mailbox {
  const handedOut = new Set<ReceivedMail>()
  const mailsTo = (to: string): ReceivedMail[] =>
    server.mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))
  return {
    server,
    mailsTo,
    nextMail: async (to) => {
      const next = (): ReceivedMail | undefined => mailsTo(to).find((mail) => !handedOut.has(mail))
      await expect.poll(next, { timeout: ARRIVES_MS, message: `a mail to ${to}` }).toBeDefined()
      const mail = next()!
      handedOut.add(mail)
      return mail
    },
  }
}

/** The link in an email, on its own line of the text. */
export function linkIn(mail: ReceivedMail): URL {
  const line = mail.text.split('\n').find((text) => /^https?:\/\/\S+$/.test(text.trim()))
  if (line === undefined) throw new Error(`No link stands in:\n${mail.text}`)
  return new URL(line.trim())
}

/** The token in the link of an email. */
export const tokenIn = (mail: ReceivedMail): string => linkIn(mail).searchParams.get('token') ?? ''

export interface MailedProduct extends TestProduct, Mailbox {}

/** The whole product with a separate mail server. */
export async function startMailedProduct(
  options: TestProductOptions & { mail?: MailServerOptions } = {},
): Promise<MailedProduct> {
  const { mail, env, ...rest } = options
  const server = await startMailServer(mail)
  const test = await startTestProduct({ ...rest, env: { ...mailEnv(server), ...env } })
  const close = async (): Promise<void> => {
    await test.close()
    await server.stop()
  }
  return { ...test, ...openMailbox(server), close }
}

/** Emails that wait for their first or next attempt. */
export async function waitingLetters({ database }: Pick<TestProduct, 'database'>): Promise<number> {
  const [row] = await rowsOf(
    database.db,
    sql`select count(*)::int waiting from jobs.job where name = 'email' and state in ('created', 'retry', 'active')`,
  )
  return Number(row?.waiting)
}

/** Makes all emails due now. */
export async function hurryLetters({ database }: Pick<TestProduct, 'database'>): Promise<void> {
  await database.db.execute(sql`update jobs.job set start_after = now() where name = 'email' and state = 'retry'`)
}
