/** Whether a text begins with the headers of a mail whose body is encoded, or has several parts. */
const isEncoded = (head: string): boolean =>
  /^mime-version:/imu.test(head) &&
  /^content-(?:transfer-encoding:\s{0,9}(?:quoted-printable|base64)|type:\s{0,9}multipart\/)/imu.test(head)

/** Decodes the body of a mail that is given as it was sent (RFC 2045); other texts stay as they are. */
export async function decodeMail(content: string): Promise<string> {
  const [head = ''] = content.slice(0, 50_000).split(/\r?\n\r?\n/u, 1)
  if (!isEncoded(head)) return content
  const { default: PostalMime } = await import('postal-mime')
  // The parser rejects parts that are nested without end.
  const mail = await PostalMime.parse(content).catch(() => null)
  return mail?.text === undefined ? (mail?.html ?? content) : `${head}\n\n${mail.text}`
}
