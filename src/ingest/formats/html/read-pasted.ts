import type { Piece } from '../../document.ts'
import { chooseBody } from './body/choose.ts'
import { parseDom } from './dom.ts'
import { readMetadata } from './metadata/metadata.ts'
import { readPage } from './page.ts'
import { applyStyleSheets } from './style-sheets.ts'

/** So many elements that end make a text a page's source; texts about HTML show one or two. */
const MIN_CLOSED = 2

/**
 * Whether a pasted text is the source of a page, or of a part of one: nothing stands outside its elements. Prose that
 * shows some HTML begins or ends with its own words.
 */
export function isHtmlSource(text: string): boolean {
  const trimmed = text.trim()
  if (!/^<(?:!doctype html|!--|[a-z][a-z\d]{0,20}[\s>])/iu.test(trimmed) || !trimmed.endsWith('>')) return false
  const closed = trimmed.match(
    /<\/(?:p|div|h[1-6]|li|ul|ol|article|section|main|body|html|table|tr|td|blockquote|span|a)>/giu,
  )
  return (closed?.length ?? 0) >= MIN_CLOSED
}

export interface PastedPage {
  title: string | null
  author: string | null
  /** As the source declares it. */
  language: string | null
  pieces: readonly Piece[]
}

/** Reads the source of a page that was pasted: of a whole page its article, of a part all that it shows. */
export function readPastedHtml(source: string): PastedPage {
  const document = parseDom(source)
  const metadata = readMetadata(document, null)
  applyStyleSheets(document)
  const page = readPage(document.body)
  const whole = /<(?:html|body)[\s>]/iu.test(source)
  return {
    title: metadata.title === '' ? null : metadata.title,
    author: metadata.author,
    language: metadata.language,
    pieces: whole ? chooseBody(document, page, metadata).pieces : page.blocks,
  }
}
