import PostalMime, { type Email } from 'postal-mime'
import { beginsAsMail, headOf } from './mail-head.ts'

/** Whether a text begins with the headers of a mail whose body is encoded, is HTML, or has several parts. */
const isEncoded = (head: string): boolean =>
  (/^mime-version:/imu.test(head) || beginsAsMail(head)) &&
  /^content-(?:transfer-encoding:\s{0,9}(?:quoted-printable|base64)|type:\s{0,9}(?:multipart\/|text\/html))/imu.test(
    head,
  )

/** Where a mail begins in an archive, at the line above its headers. */
const nextMail = /^(?=From \S{1,100}(?: at \S{1,100})? .{0,60}\d{4}\r?\n[\w-]{1,40}:)/mu

/**
 * Decodes the body of a mail that is given as it was sent (RFC 2045), or of each one in an archive; other texts stay as
 * they are.
 *
 * @param bytes the file of a mail, whose parts may have encodings of their own
 */
export async function decodeMail(content: string, bytes?: Uint8Array): Promise<string> {
  const mails = content.startsWith('From ') ? content.split(nextMail) : [content]
  if (mails.length === 1) return await decodeOne(content, bytes)
  const decoded: string[] = []
  for (const mail of mails) decoded.push(await decodeOne(mail))
  return decoded.join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A mail that has only HTML, as a page with the subject for its title and the sender for its author. */
const pageOf = ({ subject = '', from }: Email, html: string): string =>
  `<html><meta property="og:title" content="${escaped(subject)}"><meta name="author" content="${escaped(from?.name ?? '')}"><body>${html}</body></html>`

async function decodeOne(content: string, bytes?: Uint8Array): Promise<string> {
  const head = headOf(content)
  if (!isEncoded(head)) return content
  // The parser rejects parts that are nested without end.
  const mail = await PostalMime.parse(bytes ?? content).catch(() => null)
  if (mail?.text !== undefined) return `${head}\n\n${mail.text}`
  return mail?.html === undefined ? content : pageOf(mail, mail.html)
}
