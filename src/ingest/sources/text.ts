import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { PASTED_TEXT } from '../../shared/formats.ts'
import { dateline } from '../../shared/text/dateline.ts'
import { countWords } from '../../shared/text/words.ts'
import { authorFromText, titleOf, toBlocks } from '../document.ts'
import { toIsoDate } from '../formats/html/metadata/metadata.ts'
import { isHtmlSource, readPastedHtml } from '../formats/html/read-html.ts'
import { isMarkdown, readMarkdown } from '../formats/markdown/read-markdown.ts'
import { MIN_WORDS } from '../formats/parsed-document.ts'
import { readFirstPrint } from '../formats/plain-text/gutenberg.ts'
import { hasOwnForm, readPlainText } from '../formats/plain-text/parse-plain-text.ts'
import { readTranscript } from '../formats/plain-text/transcript.ts'
import { isSubtitles } from '../formats/subtitles/caption-formats.ts'
import { settleLanguage } from '../language.ts'

export interface TextInput {
  content: string
  title?: string | null
  url?: string | null
  /** Whether the name of the file says that it is Markdown. */
  isMarkdown?: boolean
  /** Named in errors and in sourceInfo; defaults to pasted text. */
  carrier?: typeof PASTED_TEXT | 'text file'
}

const refusals = {
  [PASTED_TEXT]: {
    empty: 'Please enter some text content to summarize.',
    short: 'This text is too short to summarize. Paste at least a few sentences.',
  },
  'text file': {
    empty: 'This file is empty: there is no text in it to summarize.',
    short: 'There is too little text in this file to summarize.',
  },
}

/** Pieces at the beginning of a text, among which the note on its first print is. */
const HEAD_PIECES = 8

/** The date in a news item's dateline, if it has a year. */
function dateOf(text: string): string | null {
  const date = /(?<!\p{L})\p{L}{3,12}\.? \d{1,2},? \d{4}/u.exec(dateline.exec(text)?.[0] ?? '')
  return date === null ? null : toIsoDate(date[0])
}

/** The parts of a text and what it declares, by its language: HTML, Markdown, or none. */
function readParts({ content, isMarkdown: isFile = false }: TextInput) {
  const undeclared = { title: null, author: null, language: null, publishedAt: null }
  if (isHtmlSource(content)) return { ...undeclared, ...readPastedHtml(content) }
  const isPlain = isSubtitles(content) || (!isFile && (hasOwnForm(content) || !isMarkdown(content)))
  if (isPlain) return { ...undeclared, ...readPlainText(content) }
  const { pieces, ...declared } = readMarkdown(content)
  return { ...declared, pieces: readTranscript(pieces) ?? pieces }
}

/**
 * Reads a pasted text: prose, Markdown, email, chat logs, transcripts with times, HTML.
 *
 * @param minWords rejects a text with fewer words
 * @throws AppError source_empty, source_too_short
 */
export function readText(input: TextInput, minWords = MIN_WORDS): ExtractedDocument {
  const { pieces, title, author, language, publishedAt } = readParts(input)
  const whole = pieces.map((piece) => piece.text).join('\n')
  const words = countWords(whole)
  const carrier = input.carrier ?? PASTED_TEXT
  if (words === 0) throw new AppError('source_empty', refusals[carrier].empty)
  if (words < minWords) throw new AppError('source_too_short', refusals[carrier].short)
  const given = input.title?.trim() ?? ''
  const print = readFirstPrint(pieces.slice(0, HEAD_PIECES).map(({ text }) => text))
  return {
    kind: 'text',
    ...titleOf(given === '' ? title : given, pieces),
    author: author ?? authorFromText(pieces),
    site: print.site,
    language: settleLanguage(language, whole),
    publishedAt: publishedAt ?? dateOf(pieces[0]?.text ?? '') ?? print.publishedAt,
    url: input.url ?? null,
    thumbnailUrl: null,
    words,
    blocks: toBlocks(pieces),
    sourceInfo: {
      readAs: carrier,
      mediaType: 'text/plain',
      bytes: Buffer.byteLength(input.content),
      ...(input.url === undefined || input.url === null ? {} : { finalUrl: input.url }),
    },
  }
}
