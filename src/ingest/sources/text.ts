import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { truncate } from '../../shared/format.ts'
import { countWords } from '../../shared/words.ts'
import { toBlocks } from '../document.ts'
import { parsePlainText } from '../formats/plain-text.ts'
import { settleLanguage } from '../language.ts'

/** Fewer words than these can't be summarized. */
export const MIN_WORDS = 10

const MAX_TITLE_CHARACTERS = 80

export interface TextInput {
  content: string
  title?: string | null
  url?: string | null
  /** How the text came here, for sourceInfo. */
  readAs?: string
}

function titleOf(pieces: readonly { type: string; text: string }[]): string {
  const heading = pieces.slice(0, 3).find((piece) => piece.type === 'heading')
  const source = heading?.text ?? pieces[0]?.text.split('\n')[0] ?? ''
  const sentence = /^.{10,}?[.!?。！？](?=\s|$)/u.exec(source)?.[0] ?? source
  return truncate(sentence.replace(/[.。]$/u, ''), MAX_TITLE_CHARACTERS)
}

/**
 * Reads a text as a person pastes it: paragraphs, and the headings, lists, quotes, code and tables of Markdown.
 *
 * @throws AppError source_empty, source_too_short
 */
export function readText(input: TextInput): ExtractedDocument {
  const pieces = parsePlainText(input.content)
  const whole = pieces.map((piece) => piece.text).join('\n')
  const words = countWords(whole)
  if (words === 0) throw new AppError('source_empty', 'Please enter some text content to summarize.')
  if (words < MIN_WORDS) {
    throw new AppError('source_too_short', 'This text is too short to summarize. Paste at least a few sentences.')
  }
  const given = input.title?.trim() ?? ''
  return {
    kind: 'text',
    title: given === '' ? titleOf(pieces) : given,
    author: null,
    site: null,
    language: settleLanguage(null, whole),
    publishedAt: null,
    url: input.url ?? null,
    thumbnailUrl: null,
    words,
    blocks: toBlocks(pieces),
    sourceInfo: {
      readAs: input.readAs ?? 'pasted text',
      mediaType: 'text/plain',
      bytes: Buffer.byteLength(input.content),
      ...(input.url === undefined || input.url === null ? {} : { finalUrl: input.url }),
    },
  }
}
