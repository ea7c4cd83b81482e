/** A line that opens a message of a chat: "[12:41] Ada: …", "12/03/2024, 12:41 - Ada: …", "Ada: …". */
const stamped =
  /^\s{0,3}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,2})?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?[\])]?(?:\s{0,2}[-–])?\s{1,2}[<]?\p{L}[^:<>\n]{0,40}[:>]\s?\S/iu
const named = /^\p{Lu}[\p{L}\p{M}.'’-]{0,20}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,20}){0,2}: \S/u

/** From this share of lines on a text is a log of what several people wrote or said. */
const MESSAGE_SHARE = 0.5

export const isMessage = (line: string): boolean => stamped.test(line) || named.test(line)

/** Whether a text is a chat's log or a written conversation: most of its lines open with who says them. */
export function isConversation(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  return full.length >= 4 && full.filter(isMessage).length >= full.length * MESSAGE_SHARE
}

/** A header of a mail, in the languages that mail programs write it in. */
const mailHeader =
  /^(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|fecha|asunto|data|assunto|da|a|inviato|oggetto|van|aan|verzonden|onderwerp|от|кому|дата|тема|差出人|宛先|日時|件名|发件人|收件人|日期|主题)\s{0,2}[:：]\s{0,3}(\S.*)$/iu
const subject = /^(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|тема|件名|主题)\s{0,2}[:：]\s{0,3}(\S.*)$/iu

export interface MailHead {
  /** How many lines the headers take. */
  lines: number
  subject: string | null
  headers: readonly string[]
}

/** The headers that a pasted mail begins with; null where the text does not begin with at least two. */
export function readMailHead(lines: readonly string[]): MailHead | null {
  let end = 0
  while (end < lines.length && end < 20 && mailHeader.test(lines[end] ?? '')) end += 1
  if (end < 2) return null
  const headers = lines.slice(0, end)
  const named = headers.map((line) => subject.exec(line)?.[1]).find((text) => text !== undefined)
  return { lines: end, subject: named ?? null, headers: headers.filter((line) => !subject.test(line)) }
}
