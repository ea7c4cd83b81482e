import { describe, expect, test } from 'vitest'
import type { Block, BlockType } from '../../src/shared/document.ts'
import { prepareSource, type SourceText } from '../../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../../src/summarizer/verification/unsupported-claims.ts'

interface SourceOptions {
  language?: string | null
  title?: string
  author?: string | null
  site?: string | null
  type?: BlockType
}

/** A document of paragraphs b1, b2, …, indexed for verification. */
export function sourceOf(texts: readonly string[], options: SourceOptions = {}): SourceText {
  const { language = 'en', title = '', author = null, site = null, type = 'paragraph' } = options
  const blocks = texts.map(
    (text, at): Block => ({
      id: `b${at + 1}`,
      type,
      text,
      headingPath: [],
      location: { kind: 'paragraph', paragraph: at + 1 },
    }),
  )
  return prepareSource({ blocks, language, title, author, site })
}

export interface ClaimCases {
  name: string
  /** Language of the source. */
  from: string
  /** Language of the claims, if different. */
  to?: string
  source: string
  supported: readonly string[]
  /** A sentence, and its words that the source lacks. */
  unsupported: readonly (readonly [text: string, ...missing: string[]])[]
}

/** Tests which claims about a source are reported, and for which words. */
export function describeClaims(cases: readonly ClaimCases[]): void {
  describe.each(cases)('$name', ({ from, to, source, supported, unsupported }) => {
    test.each(supported)('accepts: %s', (text) => {
      expect(findUnsupported(sourceOf([source], { language: from }), text, to ?? from)).toEqual([])
    })
    test.each(unsupported)('reports: %s', (text, ...missing) => {
      const [claim, ...rest] = findUnsupported(sourceOf([source], { language: from }), text, to ?? from)
      expect(rest).toEqual([])
      expect(claim?.missing).toEqual(missing)
    })
  })
}
