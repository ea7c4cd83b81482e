import { authorFromText, readTitle } from '../../src/ingest/document.ts'
import { authorOf } from '../../src/ingest/formats/author.ts'
import { foldLines, foldText, stripInvisible } from '../../src/ingest/formats/clean-text.ts'
import { decodeText } from '../../src/ingest/formats/decode-text.ts'
import { readHtml } from '../../src/ingest/formats/html/read-html.ts'
import { isMarkdown, readMarkdown } from '../../src/ingest/formats/markdown/read-markdown.ts'
import { hasOwnForm, parsePlainText } from '../../src/ingest/formats/plain-text/parse-plain-text.ts'
import { formatParsers } from '../../src/ingest/formats/registry.ts'
import { isSubtitles, readers } from '../../src/ingest/formats/subtitles/caption-formats.ts'
import { parseCaptions } from '../../src/ingest/formats/subtitles/parse-captions.ts'
import { readSubtitles } from '../../src/ingest/formats/subtitles/read-subtitles.ts'
import { isMime, readHtmlDocument, readMimeDocument } from '../../src/ingest/formats/word/html.ts'
import { loadDetector } from '../../src/ingest/language.ts'
import { readText } from '../../src/ingest/sources/text.ts'
import { readSearch, vectorOf } from '../../src/server/features/summaries/search/words.ts'
import { exportedIds } from '../../src/shared/api/calls.ts'
import { parseSourceUrl } from '../../src/shared/source-url.ts'
import { findPattern, rangesOf } from '../../src/shared/summary/find-text.ts'
import { parseChapterTitle } from '../../src/shared/text/chapter-title.ts'
import { previewOf, truncate } from '../../src/shared/text/format.ts'
import { hanValue, romanValue } from '../../src/shared/text/numerals.ts'
import { findSpeakers, findTurns, isWordlessTurn } from '../../src/shared/text/speakers.ts'
import { directionOf } from '../../src/shared/text/text-direction.ts'
import { countWords, hasDifferentWords } from '../../src/shared/text/words.ts'
import { neutralize } from '../../src/summarizer/llm/neutralize.ts'
import { toPlainText } from '../../src/summarizer/llm/plain-text.ts'
import { splitSentences } from '../../src/summarizer/text/sentences.ts'
import { words } from '../../src/summarizer/text/tokens.ts'
import { typographic } from '../../src/summarizer/text/typography.ts'
import { findQuote } from '../../src/summarizer/verification/find-quote.ts'
import { prepareSource } from '../../src/summarizer/verification/source-text.ts'
import { tokensOf } from '../../src/summarizer/verification/tokens.ts'
import { findUnsupported } from '../../src/summarizer/verification/unsupported-claims.ts'
import { buildDocx, paragraph, run } from '../support/files/build-docx.ts'
import { buildEpub } from '../support/files/build-epub.ts'
import { buildOdt } from '../support/files/build-odt.ts'
import { buildPptx, shape, textParagraph } from '../support/files/build-pptx.ts'
import { makePdf, pdfLines } from '../support/pdf.ts'

await loadDetector()

/** Characters of a statement or a quote at most: pages are cut to lines of 80 words before they are verified. */
const CLAIM = 600

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const source = (text: string) =>
  prepareSource({
    title: 'Tides',
    author: null,
    site: null,
    language: 'en',
    blocks: [
      {
        id: 'b1',
        type: 'paragraph',
        text,
        headingPath: [],
        location: { kind: 'chapter', chapter: 1, title: 'Tides' },
      },
    ],
  })
const pieces = (text: string) => [{ type: 'paragraph', text } as const]
const lines = (text: string) => text.split('\n')

/** Functions that read what users send. Those that parse files get the text inside a valid file. */
export const textFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  exportedIds,
  parseSourceUrl,
  'parseSourceUrl of a long path': (text) => parseSourceUrl(`https://a.example/${text}`),
  'findPattern, rangesOf': (text) => rangesOf(text, findPattern(text.slice(0, 200))),
  'findPattern, rangesOf of a near match': (text) => rangesOf(text, findPattern(`${text.slice(0, 199)}!`)),
  parseChapterTitle,
  previewOf,
  typographic: (text) => typographic(text, 'en'),
  truncate: (text) => truncate(text, 300),
  hanValue,
  romanValue,
  speakers: (text) => {
    const speakers = findSpeakers(lines(text))
    return [findTurns(text, speakers), isWordlessTurn(text, speakers)]
  },
  directionOf: (text) => directionOf(null, text),
  countWords,
  hasDifferentWords: (text) => hasDifferentWords(text, 1000),
  authorFromText: (text) => authorFromText(pieces(text)),
  readTitle: (text) => readTitle(pieces(text)).title,
  authorOf,
  foldLines,
  foldText,
  stripInvisible,
  decodeText: (text) => decodeText(Buffer.from(text), null),
  isMarkdown,
  'open front matter': (text) => readMarkdown(`---\ntitle: a\n${text}`),
  readMarkdown,
  hasOwnForm,
  parsePlainText,
  readText: (text) => readText({ content: text }, 0),
  isSubtitles,
  ...Object.fromEntries(Object.entries(readers).map(([name, read]) => [`captions: ${name}`, read])),
  parseCaptions,
  'parseCaptions after WEBVTT': (text) => parseCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000 ${text}`),
  readSubtitles,
  isMime,
  readMimeDocument: (text) =>
    readMimeDocument(
      Buffer.from(
        `MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\n\n${text}\n--b--`,
      ),
    ),
  'readMimeDocument of headers': (text) => readMimeDocument(Buffer.from(`MIME-Version: 1.0\n${text}`)),
  readHtmlDocument: (text) => readHtmlDocument(Buffer.from(text), null),
  readHtml: (text) => readHtml({ html: text, url: null }, 0),
  'readHtml of escaped text': (text) => readHtml({ html: `<article><p>${escaped(text)}</p></article>`, url: null }, 0),
  docx: (text) => formatParsers.docx.parse(buildDocx({ body: paragraph(run(escaped(text))) })),
  odt: (text) => formatParsers.odt.parse(buildOdt({ body: `<text:p>${escaped(text)}</text:p>` })),
  pptx: (text) => formatParsers.pptx.parse(buildPptx([{ shapes: shape('title', textParagraph(escaped(text))) }])),
  epub: (text) => formatParsers.epub.parse(buildEpub({ parts: [{ body: `<p>${escaped(text)}</p>` }] })),
  pdf: (text) => formatParsers.pdf.parse(makePdf({ pages: [pdfLines(50, 700, text.match(/.{1,80}/gsu) ?? [])] })),
  readSearch,
  vectorOf: (text) => vectorOf([text]),
  neutralize,
  toPlainText: (text) => toPlainText(text, () => false),
  splitSentences,
  words,
  tokensOf,
  findUnsupported: (text) => findUnsupported(source(text), text.slice(0, CLAIM), 'en'),
  'findUnsupported in another language': (text) => findUnsupported(source(text), text.slice(0, CLAIM), 'de'),
  findQuote: (text) => findQuote(source(text), text.slice(0, CLAIM), ['b1'], true),
}

export const units: readonly string[] = [
  '[a](',
  '**a ',
  '![[',
  '[[',
  '<',
  '<a ',
  '<p>',
  '<!--',
  '</p>',
  ' ',
  '\t',
  '\n',
  ' \n',
  '1',
  '1.',
  '1,',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '{{<',
  '{%',
  '"',
  "'",
  '“',
  '«',
  '`',
  '```\n',
  '~',
  '$',
  '$a',
  '^',
  '%%',
  '漢',
  '。',
  '第',
  '一',
  'e\u0301',
  '\u0301',
  'a\u200d',
  '00:',
  '-->',
  '00:01 --> 00:02\n',
  '#   ',
  '# ',
  '> ',
  '- ',
  '- - ',
  '* ',
  '1) ',
  '|',
  '|-',
  '| a ',
  '_a',
  '*',
  '=',
  '---\n',
  'a: ',
  'A: b\n',
  'by ',
  '@a',
  'a@',
  'http://',
  'www.',
  'a.',
  'A. ',
  'Mr. ',
  '!',
  '…',
  '\\',
  '&',
  '&amp;',
  '&#',
  '[^1]',
  '[^a]: b\n',
  '[a]: b\n',
  '1. a\n',
  '  - a\n',
  'ab ',
  'Ab ',
  'a-',
  'a-\n',
  'I',
  'V. ',
  'ا',
  'א',
  '가',
  '🙂',
  ',',
  ';',
  '/',
  '+',
  'a,',
  ' ,',
  'not ',
  '12 ',
  '1/2 ',
  'twenty ',
  'million ',
  '{\\',
  '\\u',
  'Ä',
  '- [ ] ',
  '{#a}',
  '((',
  '~~a',
  '==a',
  '\u00ad',
  '\0',
  '[00:01] ',
  '(a) ',
  '“a',
  'a” ',
]

export const SIZES = [1024, 4096, 16_384] as const

export const quadraticFunction = 'a quadratic function'

/** With one that takes quadratic time, which the test must find. */
export const measuredFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  ...textFunctions,
  [quadraticFunction]: (text: string): number => {
    let pairs = 0
    const some = text.slice(0, text.length / 16)
    for (const one of some) for (const other of some) pairs += one < other ? 1 : 0
    return pairs
  },
}
