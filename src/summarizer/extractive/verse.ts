import type { Block } from '../../shared/document.ts'

/** Lines of a poem: their characters at most, their share of the paragraphs, and how many of them end within a clause. */
const LINES = { least: 12, characters: 70, share: 0.55, open: 0.12 }
const SHOWN = 4

const isVerse = ({ type, text }: Block): boolean =>
  type === 'paragraph' && text.length <= LINES.characters && /^\P{L}*\p{Lu}/u.test(text) && !/\p{N}/u.test(text)
const endsOpen = ({ text }: Block): boolean => /\p{L}[,;]$/u.test(text)

/** The first lines of a poem whose lines are paragraphs; none of any other source. */
export function openingVerses(blocks: readonly Block[]): Block[] {
  const paragraphs = blocks.filter(({ type }) => type === 'paragraph')
  const lines = paragraphs.filter(isVerse)
  if (lines.length < LINES.least || lines.length < paragraphs.length * LINES.share) return []
  if (lines.filter(endsOpen).length < lines.length * LINES.open) return []
  // A dedication or motto may come first.
  const start = blocks.findIndex((_, at) => blocks.slice(at, at + SHOWN).every(isVerse))
  return start === -1 ? [] : blocks.slice(start, start + SHOWN)
}
