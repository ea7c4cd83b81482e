import type { BlockType } from '../../shared/document.ts'
import { foldText } from './clean-text.ts'

/** A line break that the source shows. In running text it folds to a space, as other line breaks always do. */
export const LINE_BREAK = '\u2028'

/** A longer line is running text. */
const MAX_LINE_CHARACTERS = 70

/** At least this many lines that are all short, or all end with a mark, are verse even if they begin in lower case. */
const MIN_LINES = 4
const MAX_SHORT_CHARACTERS = 40

/** Scripts whose running text is often broken into short lines. */
const shortLineScripts = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Script=Thai}]/u

/** Splits a text at its line breaks if they are on purpose, as in verse; undefined for running text. */
export function verseLines(text: string, type: BlockType): string[] | undefined {
  if ((type !== 'paragraph' && type !== 'quote') || !text.includes(LINE_BREAK)) return undefined
  const lines = text
    .split(LINE_BREAK)
    .map(foldText)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  const isMarked = (line: string): boolean => /[,.;:!?…—،؛؟।。，；：！？][”"’'»）」』]*$/u.test(line)
  const isShort = (line: string): boolean => line.length <= MAX_SHORT_CHARACTERS
  const hasManyLines = lines.length >= MIN_LINES
  const hasNoLowerStart = lines.every((line) => !/^\P{L}*\p{Ll}/u.test(line))
  // A name, or a noun in German, may begin a line or two of running text, and any word in scripts without capitals.
  const isCapitalized =
    hasNoLowerStart && (lines.slice(0, -1).every(isMarked) || (hasManyLines && /\p{Ll}/u.test(text)))
  const isFree = hasManyLines && !shortLineScripts.test(text) && (lines.every(isMarked) || lines.every(isShort))
  const isVerse = isCapitalized || isFree
  return lines.length > 1 && isVerse && lines.every((line) => line.length <= MAX_LINE_CHARACTERS) ? lines : undefined
}
