import PostalMime from 'postal-mime'

/** Whether a text begins with the headers of a mail whose body is encoded, or has several parts. */
const isEncoded = (head: string): boolean =>
  /^mime-version:/imu.test(head) &&
  /^content-(?:transfer-encoding:\s{0,9}(?:quoted-printable|base64)|type:\s{0,9}multipart\/)/imu.test(head)

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

async function decodeOne(content: string, bytes?: Uint8Array): Promise<string> {
  const [head = ''] = content.slice(0, 50_000).split(/\r?\n\r?\n/u, 1)
  if (!isEncoded(head)) return content
  // The parser rejects parts that are nested without end.
  const mail = await PostalMime.parse(bytes ?? content).catch(() => null)
  return mail?.text === undefined ? (mail?.html ?? content) : `${head}\n\n${mail.text}`
}
