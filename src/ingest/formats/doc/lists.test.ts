import { beforeAll, expect, it } from 'vitest'
import { buildDoc, type DocParagraph, type DocParts } from '../../../../tests/support/files/build-doc.ts'
import { loadDetector } from '../../language.ts'
import { parseDoc } from './parse-doc.ts'

beforeAll(loadDetector)

const DECIMAL = 0
const LETTER = 4
const BULLET = 23

const inList = (list: number, level = 0): DocParagraph['modifiers'] => [
  [0x260a, [level]],
  [0x460b, [list, 0]],
]
const text = (content: string, more: Partial<DocParagraph> = {}): DocParagraph => ({
  runs: [{ text: content }],
  ...more,
})
const piecesOf = async (parts: DocParts): Promise<string[]> =>
  (await parseDoc(buildDoc(parts))).pieces.map(({ type, marker = '', text }) => `${type} ${marker}: ${text}`)

const lists: DocParts['lists'] = [
  [
    [DECIMAL, 'Article \0'],
    [DECIMAL, '\0.\x01'],
  ],
  [
    [LETTER, '\0)'],
    [DECIMAL, '(\x01)'],
  ],
  [[BULLET, '\u2022']],
]

it.each([true, false])('reads the numbers of lists and headings (one byte per character: %s)', async (narrow) => {
  const paragraphs = [
    text('Name', { style: 0 }),
    text('The club is called the club of Carrow.', { style: 9 }),
    text('Members', { style: 0 }),
    text('Fees', { style: 1 }),
    text('for adults,', { style: 9, modifiers: inList(2) }),
    text('for students,', { style: 9, modifiers: inList(2) }),
    text('of the sea school,', { style: 9, modifiers: inList(2, 1) }),
    text('for nobody.', { style: 9, modifiers: inList(2) }),
    text('', { style: 0 }),
    text('Votes', { style: 1 }),
    text('a lamp', { style: 9, modifiers: inList(3) }),
    text('taken out', { style: 1, modifiers: [[0x460b, [1, 0xf8]]] }),
    text('of no list', { style: 9, modifiers: inList(77) }),
  ]
  expect(await piecesOf({ paragraphs, headings: [inList(1), inList(1, 1)], lists, narrow })).toEqual([
    'heading : Article 1 Name',
    'paragraph : The club is called the club of Carrow.',
    'heading : Article 2 Members',
    'heading : 2.1 Fees',
    'list-item a): for adults,',
    'list-item b): for students,',
    'list-item (1): of the sea school,',
    'list-item c): for nobody.',
    'heading : 2.2 Votes',
    'list-item : a lamp',
    'heading : taken out',
    'paragraph : of no list',
  ])
})

it('keeps tables whose cells have numbers, and text whose lists are damaged', async () => {
  const cell = (content: string, list: number): DocParagraph =>
    text(content, { mark: '\u0007', modifiers: [[0x2416, [1]], ...(inList(list) ?? [])] })
  const end = text('', {
    mark: '\u0007',
    modifiers: [
      [0x2416, [1]],
      [0x2417, [1]],
    ],
  })
  const paragraphs = [cell('Rope', 1), cell('9', 9), end, cell('Lamp', 1), cell('7', 9), end]
  expect(await piecesOf({ paragraphs, lists })).toEqual(['table : Article 1 Rope | 9\nArticle 2 Lamp | 7'])
  const damaged = [[[DECIMAL, '\0']]] as const
  const file = buildDoc({ paragraphs: [text('Fees', { modifiers: inList(1) })], lists: damaged })
  file.writeUInt32LE(0xffff, file.indexOf(Buffer.from(Uint32Array.of(1, 100, 0, 0, 0).buffer)))
  expect((await parseDoc(file)).pieces.map(({ text }) => text)).toEqual(['Fees'])
})
