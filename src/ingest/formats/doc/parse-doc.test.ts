import { describe, expect, it } from 'vitest'
import { buildCompound } from '../../../../tests/support/files/build-compound.ts'
import {
  buildDoc,
  type DocParagraph,
  type DocParts,
  type DocRun,
  docStreams,
} from '../../../../tests/support/files/build-doc.ts'
import { identifyCompound } from './identify.ts'
import { parseDoc } from './parse-doc.ts'

type Modifier = NonNullable<DocRun['modifiers']>[number]

const DELETED: Modifier = [0x0800, [1]]
const HIDDEN: Modifier = [0x083c, [1]]
const IN_TABLE: Modifier = [0x2416, [1]]
const ROW_END: Modifier = [0x2417, [1]]
const depth = (level: number): Modifier => [0x6649, [level, 0, 0, 0]]

const text = (content: string, more: Partial<DocParagraph> = {}): DocParagraph => ({
  runs: [{ text: content }],
  ...more,
})

const lines = (parts: DocParts): string[] =>
  parseDoc(buildDoc(parts)).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )
const body = (...paragraphs: DocParagraph[]): string[] => lines({ paragraphs })
const failure = (code: string, word = '') => expect.objectContaining({ code, message: expect.stringContaining(word) })

describe('text', () => {
  it('is read in both of its widths', () => {
    expect(body(text('Żółw'), text('naïve “quote”'))).toEqual(['paragraph: Żółw', 'paragraph: naïve “quote”'])
    expect(lines({ paragraphs: [text('caf\u00e9 \u0093x\u0094')], narrow: true })).toEqual(['paragraph: café “x”'])
  })

  it('has breaks, tabs and hyphens, and no marks', () => {
    expect(body(text('a\tb\u000bc\u001ed\u001fe\u0001\u0005f'))).toEqual(['paragraph: a b c-def'])
  })

  it('leaves out what was deleted or hidden', () => {
    const runs = [
      { text: 'Kept ' },
      { text: 'deleted ', modifiers: [DELETED] },
      { text: 'hidden ', modifiers: [HIDDEN] },
      { text: 'too.' },
    ]
    expect(body({ runs })).toEqual(['paragraph: Kept too.'])
  })

  it('joins paragraphs whose division was deleted', () => {
    expect(body({ runs: [{ text: 'One ' }, { text: '', modifiers: [DELETED] }] }, text('two.'))).toEqual([
      'paragraph: One two.',
    ])
  })

  it('shows results of fields and not their codes', () => {
    expect(body(text('See \u0013HYPERLINK "http://x"\u0014this \u0013PAGE\u00143\u0015\u0015.'))).toEqual([
      'paragraph: See this 3.',
    ])
    expect(body(text('(\u0013EQ \\o\\ad(\\s\\up 9(とう),東)\u0015, \u0013PAGE\u0015)'))).toEqual(['paragraph: (東, )'])
  })

  it('shows characters of symbol fonts as what they are', () => {
    const symbol: Modifier = [0x6a09, [0, 0, 0x61, 0xf0]]
    const fonts = Buffer.alloc(4 + 54)
    fonts.writeUInt16LE(1, 0)
    fonts.writeUInt8(53, 4)
    fonts.writeUInt8(2, 8)
    fonts.write('Symbol', 44, 'utf16le')
    const streams = docStreams({ paragraphs: [{ runs: [{ text: '(', modifiers: [symbol] }, { text: '-rays' }] }] })
    const main = streams['WordDocument']!
    main.writeUInt32LE(streams['0Table']!.length, 154 + 8 * 15)
    main.writeUInt32LE(fonts.length, 154 + 8 * 15 + 4)
    const file = buildCompound({ ...streams, '0Table': Buffer.concat([streams['0Table']!, fonts]) })
    expect(parseDoc(file).pieces).toEqual([{ type: 'paragraph', text: 'α-rays' }])
  })
})

describe('structure', () => {
  const styles = [{ builtIn: 0 }, { builtIn: 62 }, { builtIn: 2 }, { builtIn: 4094, basedOn: 2 }, { builtIn: 34 }]

  it('has headings by style, whatever its name, and by outline level', () => {
    const paragraphs = [
      text('Title', { style: 1 }),
      text('Two', { style: 2 }),
      text('Based on it', { style: 3 }),
      text('Caption', { style: 4 }),
      text('Outline', { modifiers: [[0x2640, [0]]] }),
      text('Body', { style: 2, modifiers: [[0x2640, [9]]] }),
    ]
    expect(lines({ paragraphs, styles })).toEqual([
      'heading 1: Title',
      'heading 3: Two',
      'heading 3: Based on it',
      'caption: Caption',
      'heading 2: Outline',
      'paragraph: Body',
    ])
    expect(parseDoc(buildDoc({ paragraphs, styles })).title).toBe('Title')
  })

  it('has headings that are only bold, where no style makes any', () => {
    const bold = (content: string): DocParagraph => ({ runs: [{ text: content, modifiers: [[0x0835, [1]]] }] })
    const prose = [text('The moon pulls at the sea.'), text('The sea follows.')]
    expect(body(bold('Moon'), ...prose, bold('Sea'), ...prose).filter((line) => line.startsWith('heading'))).toEqual([
      'heading 1: Moon',
      'heading 1: Sea',
    ])
  })

  it('has list items', () => {
    expect(body(text('One', { modifiers: [[0x460b, [1, 0]]] }), text('Plain'))).toEqual([
      'list-item: One',
      'paragraph: Plain',
    ])
  })

  it('has tables, a line a row', () => {
    const cell = (content: string): DocParagraph => text(content, { mark: '\u0007', modifiers: [IN_TABLE] })
    const end = text('', { mark: '\u0007', modifiers: [IN_TABLE, ROW_END] })
    expect(
      body(text('Before'), cell('Year'), cell('Rain'), end, cell('2024'), cell('10 mm'), end, text('After')),
    ).toEqual(['paragraph: Before', 'table: Year | Rain\n2024 | 10 mm', 'paragraph: After'])
  })

  it('has tables inside of tables', () => {
    const inner = (content: string, ...more: Modifier[]): DocParagraph =>
      text(content, { modifiers: [IN_TABLE, depth(2), ...more] })
    const outer = (content: string, ...more: Modifier[]): DocParagraph =>
      text(content, { mark: '\u0007', modifiers: [IN_TABLE, depth(1), ...more] })
    const cellEnd: Modifier = [0x244b, [1]]
    expect(
      body(
        outer('Left'),
        inner('a', cellEnd),
        inner('b', cellEnd),
        inner('', [0x244c, [1]]),
        outer('Right'),
        outer('', ROW_END),
        text('After'),
      ),
    ).toEqual(['paragraph: Left', 'table: a | b', 'paragraph: Right', 'paragraph: After'])
  })

  it('has footnotes after the block that cites them, and no headers', () => {
    const paragraphs = [text('One\u0002'), text('Two')]
    const parts = {
      paragraphs,
      footnotes: [text('\u0002 Note.'), text('')],
      headers: [text('Header')],
      endnotes: [text('End.')],
      textBoxes: [text('Boxed.')],
      footnoteMarks: { marks: [3], texts: [0, 8, 9] },
    }
    expect(lines(parts)).toEqual([
      'paragraph: One',
      'paragraph: Note.',
      'paragraph: Two',
      'paragraph: End.',
      'paragraph: Boxed.',
    ])
  })
})

/** A summary stream with a title in windows-1252 and the time of the last change. */
function summary(): Buffer {
  const title = Buffer.from('Caf\u00e9\0', 'latin1')
  const set = Buffer.alloc(100)
  set.writeUInt32LE(3, 4)
  for (const [index, [id, at]] of [
    [1, 40],
    [2, 48],
    [13, 68],
  ].entries()) {
    set.writeUInt32LE(id!, 8 + 8 * index)
    set.writeUInt32LE(at!, 12 + 8 * index)
  }
  set.writeUInt16LE(2, 40)
  set.writeUInt16LE(1252, 44)
  set.writeUInt16LE(30, 48)
  set.writeUInt32LE(title.length, 52)
  title.copy(set, 56)
  set.writeUInt16LE(64, 68)
  set.writeBigUInt64LE((BigInt(Date.UTC(2003, 4, 6)) + 11_644_473_600_000n) * 10_000n, 72)
  const header = Buffer.alloc(48)
  header.writeUInt32LE(48, 44)
  return Buffer.concat([header, set])
}

describe('the file', () => {
  const paragraphs = [text('Text.')]

  it('tells its title, date and language', () => {
    const file = buildDoc({ paragraphs, lcid: 0x0407, streams: { '\u0005SummaryInformation': summary() } })
    expect(parseDoc(file)).toMatchObject({
      title: 'Café',
      author: null,
      publishedAt: '2003-05-06T00:00:00.000Z',
      language: 'de',
      sourceInfo: { readAs: 'Word document' },
    })
  })

  it('may be larger than the small sectors', () => {
    const long = 'All work and no play. '.repeat(2000).trim()
    expect(body(text(long))).toEqual([`paragraph: ${long}`])
  })

  it('may be so large that its allocation table has a table of its own', () => {
    const long = Array.from({ length: 8 }, (_, index) => `${index} ${'tide '.repeat(100_000)}`)
    const file = buildDoc({ paragraphs: long.map((content) => text(content)) })
    expect(file.length).toBeGreaterThan(109 * 128 * 512)
    const { pieces, sourceInfo } = parseDoc(file)
    expect(pieces.map((piece) => piece.text)).toEqual(long.map((content) => content.trim()))
    expect(sourceInfo.note).toBeUndefined()
  })

  it('of Word 6 is read in the code page of its language', () => {
    const main = Buffer.alloc(0x400)
    main.writeUInt16LE(0xa5dc, 0)
    main.writeUInt16LE(101, 2)
    main.writeUInt16LE(0x0419, 6)
    main.writeUInt32LE(0x300, 0x18)
    const words = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0d])
    words.copy(main, 0x300)
    main.writeUInt32LE(words.length, 0x34)
    expect(parseDoc(buildCompound({ WordDocument: main }))).toMatchObject({
      language: 'ru',
      pieces: [{ type: 'paragraph', text: 'Привет' }],
    })
  })

  it('of Word 2 has no container', () => {
    const main = Buffer.alloc(0x400)
    main.writeUInt16LE(0xa5db, 0)
    main.writeUInt32LE(0x300, 0x18)
    main.write('An old text.\r', 0x300, 'latin1')
    main.writeUInt32LE(13, 0x34)
    expect(parseDoc(main).pieces).toEqual([{ type: 'paragraph', text: 'An old text.' }])
  })

  it('with a password or rights management is refused as such', () => {
    expect(() => parseDoc(buildDoc({ paragraphs, flags: 0x0100 }))).toThrow(failure('source_encrypted', 'password'))
    const locked = { EncryptionInfo: Buffer.alloc(8), EncryptedPackage: Buffer.alloc(8) }
    expect(() => parseDoc(buildCompound(locked))).toThrow(failure('source_encrypted', 'password'))
    const managed = buildCompound({ ...locked, 'DRMEncryptedDataSpace/': Buffer.alloc(0) })
    expect(() => parseDoc(managed)).toThrow(failure('source_protected', 'copy-protected'))
  })

  it.each([
    ['Workbook', 'xls', 'Excel'],
    ['PowerPoint Document', 'ppt', 'PowerPoint'],
    ['__properties_version1.0', 'msg', 'Outlook'],
    ['Something', 'unknown', 'another kind'],
  ])('with the stream %s is told to be %s', (stream, type, named) => {
    const file = buildCompound({ [stream]: Buffer.alloc(100) })
    expect(identifyCompound(file)).toBe(type)
    expect(() => parseDoc(file)).toThrow(failure('source_type_unsupported', named))
  })

  it('is told apart by its streams', () => {
    expect(identifyCompound(buildDoc({ paragraphs }))).toBe('doc')
    expect(identifyCompound(buildCompound({ EncryptedPackage: Buffer.alloc(8) }))).toBe('encrypted')
    expect(identifyCompound(Buffer.from('PK'))).toBe('unknown')
  })
})

describe('damage', () => {
  const whole = buildDoc({ paragraphs: [text('Some text that is here.')], narrow: true })

  it('that ends the file early is an error or leaves what is there', () => {
    expect(() => parseDoc(whole.subarray(0, 300))).toThrow(failure('source_damaged'))
    expect(() => parseDoc(whole.subarray(0, 600))).toThrow(failure('source_damaged'))
    expect(() => parseDoc(Buffer.alloc(0))).toThrow(failure('source_type_unsupported'))
  })

  it('that leads chains and trees in circles ends', () => {
    const circle = Buffer.from(whole)
    const tableAt = (circle.readUInt32LE(0x4c) + 1) * 512
    for (let index = 0; index < 128; index += 1) circle.writeUInt32LE(0, tableAt + 4 * index)
    expect(() => parseDoc(circle)).toThrow(failure('source_damaged'))
    const tree = Buffer.from(whole)
    const directory = (tree.readUInt32LE(0x30) + 1) * 512
    tree.writeUInt32LE(1, directory + 128 + 68)
    tree.writeUInt32LE(0, directory + 128 + 72)
    expect(identifyCompound(tree)).toBe('doc')
  })

  it('that leads the text in a circle is refused', () => {
    const circle = Buffer.from(buildDoc({ paragraphs: [text('Some text that is here. '.repeat(200))] }))
    const tableAt = (circle.readUInt32LE(0x4c) + 1) * 512
    for (let entry = tableAt; entry < tableAt + 512; entry += 4) {
      if (circle.readUInt32LE(entry) < 0xfffffffa) circle.writeUInt32LE((entry / 4) % 2, entry)
    }
    expect(() => parseDoc(circle)).toThrow(failure('source_damaged'))
  })

  it('that puts other bytes in the place of the text is refused', () => {
    const noise = Array.from({ length: 300 }, (_, index) => String.fromCharCode(0x80 + ((index * 89) % 0x80))).join('')
    expect(() => parseDoc(buildDoc({ paragraphs: [text(noise)], narrow: true }))).toThrow(failure('source_damaged'))
  })

  it('of cells, fields and paragraphs without end is refused or ends', () => {
    const full = (content: string): Buffer => buildDoc({ paragraphs: [text(content)], narrow: true })
    expect(() => parseDoc(full('\u0007'.repeat(600_000)))).toThrow(failure('source_too_complex'))
    expect(() => parseDoc(full('a\r'.repeat(300_000)))).toThrow(failure('source_too_complex'))
    expect(parseDoc(full(`${'\u0013'.repeat(600_000)}\rText.`)).pieces.map((piece) => piece.text)).toEqual(['Text.'])
  })

  it('that claims more characters than there are bytes is refused', () => {
    const streams = docStreams({ paragraphs: [text('Text.')] })
    const pieces = streams['0Table']!
    pieces.writeUInt32LE(0x7fff_ffff, 9)
    expect(() => parseDoc(buildCompound(streams))).toThrow(failure('source_too_complex'))
  })
})
