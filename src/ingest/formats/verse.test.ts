import { expect, it } from 'vitest'
import { buildDocx } from '../../../tests/support/files/build-docx.ts'
import { buildOdt } from '../../../tests/support/files/build-odt.ts'
import { buildPptx, shape } from '../../../tests/support/files/build-pptx.ts'
import type { Piece } from '../document.ts'
import { toBlocks } from '../document.ts'
import { parseDocx } from './docx/parse-docx.ts'
import { Chapters } from './epub/chapters.ts'
import { readContent } from './epub/read-content.ts'
import { parseOdt } from './odt/parse-odt.ts'
import { parsePptx } from './pptx/parse-pptx.ts'
import { LINE_BREAK, verseLines } from './verse.ts'

const stanza = [
  'Der Nebel hängt am Fluss,',
  'Die Fähre fährt nicht aus,',
  'Und wer ans Ufer muss,',
  'Der wartet noch zu Haus.',
]
const prose = ['Die Fähre fährt heute nicht, weil', 'der Nebel am Fluss hängt.']

const readers: readonly (readonly [string, (lines: readonly string[]) => Piece[] | Promise<Piece[]>])[] = [
  [
    'an e-book',
    (lines) => {
      const pieces: Piece[] = []
      readContent(`<body><p>${lines.join('<br/>\n')}</p></body>`, new Chapters([]), false, (piece) =>
        pieces.push(piece),
      )
      return pieces
    },
  ],
  [
    'a Word document',
    async (lines) => {
      const runs = lines.map((line) => `<w:r><w:t>${line}</w:t></w:r>`).join('<w:r><w:br/></w:r>')
      return [...(await parseDocx(buildDocx({ body: `<w:p>${runs}</w:p>` }))).pieces]
    },
  ],
  [
    'an OpenDocument text',
    async (lines) => [
      ...(await parseOdt(buildOdt({ body: `<text:p>${lines.join('<text:line-break/>')}</text:p>` }))).pieces,
    ],
  ],
  [
    'a presentation',
    async (lines) => {
      const runs = lines.map((line) => `<a:r><a:t>${line}</a:t></a:r>`).join('<a:br/>')
      return [...(await parsePptx(buildPptx([{ shapes: shape(null, `<a:p>${runs}</a:p>`) }]))).pieces]
    },
  ],
]

it.each(readers)('keeps the lines of a stanza in %s, and joins those of running text', async (_, read) => {
  expect(toBlocks(await read(stanza)).map(({ text }) => text)).toEqual(stanza)
  expect(toBlocks(await read(prose)).map(({ text }) => text)).toEqual([prose.join(' ')])
})

it.each([
  ['short lines in lower case', ['the kettle', 'clicks off', 'in the dark', 'nobody is up'], true],
  ['lines of Chinese verse', ['床前明月光，', '疑是地上霜。'], true],
  ['running Japanese in short lines', ['今日は友達と', 'カフェに行って', 'ケーキを', '食べました。'], false],
  ['German whose lines begin with nouns', ['Die Fähre fährt heute nach der', 'Reparatur des Motors wieder.'], false],
  [
    'running text in a script without capitals',
    [
      'أعلنت الهيئة يوم الاثنين أن العبارة ستعود إلى العمل بعد',
      'إصلاح المحرك الذي تعطل الأسبوع الماضي في',
      'الميناء القديم.',
      'ثم',
    ],
    false,
  ],
  ['a long line', ['One.', 'Two. '.repeat(20)], false],
  ['a single line', ['One.', ''], false],
])('distinguishes verse from running text: %s', (_, lines, isVerse) => {
  expect(verseLines(lines.join(LINE_BREAK), 'paragraph')).toEqual(isVerse ? lines : undefined)
  expect(verseLines(lines.join(LINE_BREAK), 'heading')).toBeUndefined()
})
