import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'
import { decodeHtml } from '../html/charset.ts'
import { findElement, hasName, parseDom } from '../html/dom.ts'
import { readPage } from '../html/page.ts'
import { damaged } from '../refusals.ts'

/** What a page tells that was written as a document: all of it is text, nothing is a web site's frame around it. */
export interface HtmlDocument {
  title: string | null
  language: string | null
  pieces: Piece[]
}

function readPieces(html: string): HtmlDocument {
  // Text that stands in no body would be lost; without the outermost element it is given one.
  const page = parseDom(/<body[\s>]/iu.test(html) ? html : html.replace(/<\/?html\b[^>]{0,2000}>/giu, ''))
  return {
    title: foldText(findElement(page.documentElement, hasName('title'))?.textContent ?? '') || null,
    language: page.documentElement.getAttribute('lang') ?? null,
    pieces: readPage(page.body).blocks.map(({ type, level, text }) =>
      level === undefined ? { type, text } : { type, level, text },
    ),
  }
}

/**
 * Reads HTML that a word processor wrote. The language detector must have been loaded.
 *
 * @param charset as its carrier declares it, if it does
 * @throws AppError source_damaged
 */
export function readHtmlDocument(bytes: Uint8Array, charset: string | null): HtmlDocument {
  try {
    return readPieces(decodeHtml(bytes, charset))
  } catch (cause) {
    // The parser of the DOM meets some broken pages with errors of its own.
    throw cause instanceof AppError ? cause : damaged('document', cause)
  }
}
