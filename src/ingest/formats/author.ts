import { foldText } from './clean-text.ts'
import notAuthors from './not-authors.json' with { type: 'json' }

const MAX_CHARACTERS = 200
/** Longer texts are not lists of names. */
const MAX_WRITTEN_CHARACTERS = 1000

/** Words that programs and their users put where a name belongs: roles of accounts, placeholders, makers of machines. */
const placeholders: ReadonlySet<string> = new Set(notAuthors.placeholders.flatMap((words) => words.split(' ')))

/** Programs that write their names into files. */
const program = new RegExp(`^(?:${notAuthors.programs.join('|')})\\b`, 'iu')

/** Signs of paths, URLs, codes and markup, which names don't contain. */
const codeSign = /[\\_@{}<>=|~%#$*]|:\/\/|^www\.|^[a-z]:|\b(?:array|hash)\(0x|\.(?:docx?|pdf|dll|exe|com|net|org)\b/iu

const email = /(?:[<([]\s{0,9})?(?<![^\s<>()[\]@;])[^\s<>()[\]@;]+@[^\s<>()[\]@;]+(?:\s{0,9}[>)\]])?/giu

const unspaced = /[\u2e80-\u9fff\uac00-\ud7a3]/gu

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}'’.-]+/gu) ?? []

/** Digits appear in codes and login names, and in names of several words such as "Article 29 Working Party". */
function isNumbered(text: string): boolean {
  if (!/\p{N}/u.test(text)) return false
  const words = wordsOf(text).filter((word) => /\p{L}{2}/u.test(word) && !/\p{N}/u.test(word))
  return words.length < 3 && (text.match(unspaced)?.length ?? 0) < 4
}

/** Whether a text is a routing code ("legal/ABC") rather than two names ("Ada Byron/Mary Somerville"). */
const isRouting = (text: string): boolean =>
  text.includes('/') && !text.split('/').every((side) => wordsOf(side).length > 1)

/** Whether a text has the form of a login name or department code: jsmith, BSanders, JohnS, ann.lee, OPA-HQ. */
function isLogin(text: string): boolean {
  if (/\s/u.test(text) || !/\p{Lu}|\p{Ll}/u.test(text)) return false
  if (text === text.toUpperCase() || text === text.toLowerCase()) return true
  return /^\p{Lu}{2,}\p{Ll}+$|^\p{Lu}\p{Ll}+\p{Lu}{1,2}$|\p{L}{2}\.\p{L}{2}/u.test(text)
}

const vowel = /[aeiouyäöüаеёиоуыэюяіє]/iu
const suffix = /^(?:dr|jr|md|mr|mrs|ms|phd|sr|st)\.?$/iu

/** Whether a text is several short words in capitals, one of them unpronounceable: "HR DPT". */
function isAbbreviated(text: string): boolean {
  const words = wordsOf(text)
  if (text !== text.toUpperCase() || !words.every((word) => /^\p{Lu}{1,4}$/u.test(word))) return false
  return words.some((word) => word.length > 1 && !vowel.test(word) && !suffix.test(word))
}

/** Whether a text is a placeholder that programs write for a missing author: "Unknown Author". */
export function isPlaceholder(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  // "Xxxxx Xxxx", "aaa"
  return words.every((word) => placeholders.has(word)) || /^(\p{L})\1+$/u.test(words.join(''))
}

function isName(text: string): boolean {
  if (text.length > MAX_CHARACTERS || !/\p{L}{2}|[\u2e80-\u9fff\uac00-\ud7a3]/u.test(text)) return false
  if (/\ufffd|\p{Cc}/u.test(text) || codeSign.test(text) || program.test(text)) return false
  return !isPlaceholder(text) && !isNumbered(text) && !isRouting(text) && !isLogin(text) && !isAbbreviated(text)
}

/**
 * Returns the authors in a file's properties without values that are not names: accounts, login names, routing codes,
 * paths, email addresses, programs. Null if none is left.
 *
 * @param written names, separated by semicolons if there are several
 */
export function authorOf(written: string | null): string | null {
  const names = (written ?? '')
    .slice(0, MAX_WRITTEN_CHARACTERS)
    .split(';')
    .map((name) => foldText(name.replace(email, '')).replace(/^[\s,]+|(?<![\s,])[\s,]+$/gu, ''))
    .filter((name) => isName(name))
  return names.length === 0 ? null : [...new Set(names)].join('; ')
}
