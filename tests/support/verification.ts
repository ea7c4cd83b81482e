import type { Block, BlockType } from '../../src/shared/document.ts'
import { prepareSource, type SourceText } from '../../src/summarizer/verification/source-text.ts'

interface SourceOptions {
  language?: string | null
  title?: string
  author?: string | null
  site?: string | null
  type?: BlockType
}

/** A document of paragraphs b1, b2, … ready to be looked up in. */
export function sourceOf(texts: readonly string[], options: SourceOptions = {}): SourceText {
  const { language = 'en', title = '', author = null, site = null, type = 'paragraph' } = options
  const blocks = texts.map(
    (text, at): Block => ({
      id: `b${at + 1}`,
      type,
      text,
      headingPath: [],
      place: { kind: 'paragraph', paragraph: at + 1 },
    }),
  )
  return prepareSource({ blocks, language, title, author, site })
}
