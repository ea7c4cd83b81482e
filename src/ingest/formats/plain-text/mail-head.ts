const MAX_HEAD_CHARACTERS = 50_000

/** The lines before the first empty one. */
export const headOf = (text: string): string => text.slice(0, MAX_HEAD_CHARACTERS).split(/\r?\n\r?\n/u, 1)[0] ?? ''

/** Whether a text begins with the headers of a mail (RFC 5322), also without a MIME-Version, which some programs leave out. */
export function beginsAsMail(text: string): boolean {
  const head = headOf(text)
  if (!head.split(/\r?\n/u).every((line) => /^(?:[\w-]{1,40}\s{0,3}:|[ \t])/u.test(line))) return false
  return /^from\s{0,3}:/imu.test(head) && /^(?:date|subject|message-id|received)\s{0,3}:/imu.test(head)
}
