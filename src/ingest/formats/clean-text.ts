/**
 * Invisible characters: all format characters (soft hyphen, zero-width space, byte order mark, bidirectional controls of
 * UAX #9, and the tag block, which can smuggle ASCII past a reader's eye) except the visible ones of Arabic, Syriac and
 * Kaithi numbering and the joiners; fillers; control characters except white space.
 */
const invisible =
  /[\p{Cf}--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u200c\u200d]]|\u034f|\u115f|\u1160|\u3164|\uffa0|[\p{Cc}--[\t\n\f\r]]/gv

const joiners = /[\u200c\u200d]+/gu
const joinsNothing = /[\p{ASCII}\p{Script=Latin}]/u

/** Drops joiners without effect: beside Latin letters or other ASCII, and at an end. Other scripts and emoji need them. */
function dropIdleJoiners(text: string): string {
  return text.replace(joiners, (run, at: number) => {
    const before = text[at - 1]
    const after = text[at + run.length]
    const idle = before === undefined || after === undefined || joinsNothing.test(before) || joinsNothing.test(after)
    return idle ? '' : run
  })
}

/** A quick test before the replacements. */
const suspicious = /[[\p{Cf}\p{Cc}]--[\t\n\r]]|\u034f|\u115f|\u1160|\u3164|\uffa0/v

/** Removes invisible characters and replaces unpaired surrogates. */
export function stripInvisible(text: string): string {
  const whole = text.toWellFormed()
  return suspicious.test(whole) ? dropIdleJoiners(whole.replace(invisible, '')) : whole
}

/** Normalizes text to one line: removes invisible characters, collapses white space, trims the ends. */
export function foldText(text: string): string {
  // Skips single spaces, by far the most common, since replacing them takes most of the time.
  return stripInvisible(text)
    .replace(/[^\S ]\s*| \s+/gu, ' ')
    .trim()
}

/**
 * Normalizes text with line breaks: removes invisible characters, trims line ends and blank edges, keeps tabs. Works line
 * by line, since patterns for trailing space take quadratic time on long runs of it.
 */
export function foldLines(text: string): string {
  const lines = stripInvisible(text)
    .replace(/\r\n?/gu, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== '')
  if (first === -1) return ''
  return lines
    .slice(first)
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trimEnd()
}

/** Parses JSON; null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
