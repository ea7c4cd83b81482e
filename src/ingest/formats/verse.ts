import type { BlockType } from '../../shared/document.ts'
import { foldText } from './clean-text.ts'

/** A break of a line that the source shows; other line breaks fold to spaces, as this one does in running text. */
export const LINE_BREAK = '\u2028'

/** A longer line is running text. */
const MAX_LINE_CHARACTERS = 70

/** So many lines that are short, or that all end with a mark, are verse even if they begin in lower case. */
const MIN_LINES = 4
const MAX_SHORT_CHARACTERS = 40

/** Scripts whose running text is often broken into short lines. */
const broken = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Script=Thai}]/u

/** The lines of a text that are broken on purpose, as in verse; undefined for running text. */
export function verseLines(text: string, type: BlockType): string[] | undefined {
  if ((type !== 'paragraph' && type !== 'quote') || !text.includes(LINE_BREAK)) return undefined
  const lines = text
    .split(LINE_BREAK)
    .map(foldText)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  const isMarked = lines.every((line) => /[,.;:!?…—،؛؟।。，；：！？][”"’'»）」』]*$/u.test(line))
  const isBegun = lines.every((line) => !/^\P{L}*\p{Ll}/u.test(line))
  const isShort = lines.every((line) => line.length <= MAX_SHORT_CHARACTERS)
  const isVerse = broken.test(text) ? isMarked : isBegun || (lines.length >= MIN_LINES && (isMarked || isShort))
  return lines.length > 1 && isVerse && lines.every((line) => line.length <= MAX_LINE_CHARACTERS) ? lines : undefined
}
