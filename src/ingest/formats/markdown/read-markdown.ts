import createMarkdown, { type Env, type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import highlights from 'markdown-it-mark'
import type { Piece } from '../../document.ts'
import { foldLines } from '../clean-text.ts'
import { readHtmlPart } from '../html/body/choose-body.ts'
import { isWrapped } from '../plain-text/structure.ts'
import { cleanLines } from './clean-lines.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { noteDialects } from './note-dialects.ts'

/** Signs that a text without a file name is Markdown; single signs of plain text such as "- " or "# " are none. */
const signs: readonly RegExp[] = [
  /^ {0,3}(?:```|~~~)/u,
  /\[[^\][]{1,300}\]\((?:https?:|\/|#|mailto:)[^()\s]{0,500}\)/u,
  /(?<![\w*])\*\*[^\s*][^*]{0,300}\*\*(?![\w*])/u,
  /^ {0,3}\|?(?: {0,9}:?-{3,40}:? {0,9}\|){1,50}(?: {0,9}:?-{3,40}:? {0,9})?$/u,
  /^ {0,3}[-*] \[[ xX]\] \S/u,
  /(?<![\w\])])\[\[\p{L}[^\][]{1,200}\]\]/u,
]
const heading = /^ {0,3}#{1,6}\s\S/u

/** Lines that are tested for signs; Markdown shows itself early. */
const MAX_TESTED_LINES = 2000
const MAX_TESTED_CHARACTERS = 2000

/** A line of prose below a heading; a command or a statement has fewer words. */
const isProse = (line: string): boolean => line.trim() === '' || /^\s{0,3}\p{L}+(?: \S+){4}/u.test(line)

/** Whether a line is a heading rather than a comment of a script: an empty line is above it, and no code below. */
const isHeading = (lines: readonly string[], at: number): boolean =>
  heading.test(lines[at] ?? '') &&
  (lines[at - 1] ?? '').trim() === '' &&
  (/^ {0,3}##/u.test(lines[at] ?? '') || isProse(lines[at + 1] ?? ''))

/** Whether a pasted text is written in Markdown. */
export function isMarkdown(text: string): boolean {
  const lines = text.split('\n', MAX_TESTED_LINES).map((line) => line.slice(0, MAX_TESTED_CHARACTERS).trimEnd())
  if (readFrontMatter(lines).lines > 0) return true
  return lines.some((line, at) => isHeading(lines, at) || signs.some((sign) => sign.test(line)))
}

interface Environment extends Env {
  /** Each line is a paragraph, as people type into a text field; CommonMark would join them. */
  breaksParagraphs: boolean
}

const md = createMarkdown({ html: true }).use(footnotes).use(highlights).use(noteDialects)
/** Maximum depth of links and images in each other: each level reads unmatched brackets again. Lists may be deeper. */
const MAX_INLINE_NESTING = 8
const { maxNesting } = md.options
md.core.ruler.before('inline', 'limit_nesting', () => {
  md.options.maxNesting = MAX_INLINE_NESTING
})
md.core.ruler.after('inline', 'restore_nesting', () => {
  md.options.maxNesting = maxNesting
})
md.renderer.rules.softbreak = (_tokens, _at, _options, environment) =>
  environment?.breaksParagraphs === true ? '<br><br>' : '\n'
md.renderer.rules.footnote_ref = () => ''
md.renderer.rules.footnote_anchor = () => ''

type Tokens = Token[]

/** Moves each note behind the block that refers to it. */
function placeNotes(tokens: Tokens): Tokens {
  const start = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  if (start === -1) return tokens
  const notes = new Map<number, Tokens>()
  let id = -1
  for (const token of tokens.slice(start)) {
    if (token.type === 'footnote_open') {
      id = Number(token.meta?.id)
      notes.set(id, [])
    } else if (!token.type.startsWith('footnote_')) notes.get(id)?.push(token)
  }
  const placed: Tokens = []
  const due: Tokens[] = []
  for (const token of tokens.slice(0, start)) {
    placed.push(token)
    for (const child of token.children ?? []) {
      const note = child.type === 'footnote_ref' ? notes.get(Number(child.meta?.id)) : undefined
      if (note === undefined) continue
      due.push(note)
      notes.delete(Number(child.meta?.id))
    }
    if (token.level > 0 || token.nesting === 1) continue
    for (const note of due.splice(0)) placed.push(...note)
  }
  return [...placed, ...[...notes.values()].flat()]
}

/**
 * Keeps years at the beginning of sentences: "1984. That was when we bought her." Below a list, CommonMark takes such a
 * sentence for the next item and renumbers it.
 */
function keepYears(tokens: Tokens): void {
  for (const token of tokens) {
    if (token.type === 'list_item_open' && /^(?:1\d|20)\d{2}$/u.test(token.info)) token.attrSet('value', token.info)
  }
}

/**
 * Reads Markdown (CommonMark with tables, notes and the dialects of note-taking programs) through the reader of web pages,
 * so that raw HTML in it is read as well.
 *
 * @returns the parts in reading order, and what the front matter declares
 */
export function readMarkdown(content: string): FrontMatter & { pieces: Piece[] } {
  // A notice about rights or tools may precede the front matter.
  const given = foldLines(content)
    .replace(/^(?:\s*<!--(?:(?!-->)[^])*-->\s*)(?=(?:---|\+\+\+)\n)/u, '')
    .split('\n')
  const { facts, lines } = readFrontMatter(given)
  const abstract = facts.abstract?.split(/\n{2,}/u).flatMap((part) => [part.replaceAll('\n', ' '), '']) ?? []
  const body = cleanLines([...abstract, ...given.slice(lines)])
  const environment: Environment = {
    breaksParagraphs: !isWrapped(body) && !body.some((line) => /^\s{0,20}(?:[-*+] |[|>]|\d{1,3}[.)] )/u.test(line)),
  }
  const tokens = placeNotes(md.parse(body.join('\n'), environment))
  keepYears(tokens)
  const html = md.renderer.render(tokens, md.options, environment)
  return { ...facts, pieces: readHtmlPart(html, facts.language) }
}
