import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompound } from '../../../../tests/support/files/build-compound.ts'
import {
  buildDoc,
  type DocParagraph,
  type DocParts,
  type DocRun,
  docStreams,
} from '../../../../tests/support/files/build-doc.ts'
import { loadDetector } from '../../language.ts'
import { isOldWord, openCompoundFile, readStream, typeOfCompoundFile } from './compound-file.ts'
import { parseDoc } from './parse-doc.ts'

beforeAll(loadDetector)

type Modifier = NonNullable<DocRun['modifiers']>[number]

const DELETED: Modifier = [0x0800, [1]]
const IN_TABLE: Modifier = [0x2416, [1]]
const ROW_END: Modifier = [0x2417, [1]]

const text = (content: string, more: Partial<DocParagraph> = {}): DocParagraph => ({
  runs: [{ text: content }],
  ...more,
})

const linesOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await parseDoc(bytes)).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )
const lines = async (parts: DocParts): Promise<string[]> => await linesOf(buildDoc(parts))
const body = async (...paragraphs: DocParagraph[]): Promise<string[]> => await lines({ paragraphs })
const failure = (code: string, word = '') => expect.objectContaining({ code, message: expect.stringContaining(word) })

describe('text', () => {
  it('reads text of one and of two bytes per character', async () => {
    expect(await body(text('Żółw'), text('naïve “quote”'))).toEqual(['paragraph: Żółw', 'paragraph: naïve “quote”'])
    expect(await lines({ paragraphs: [text('caf\u00e9 \u0093x\u0094')], narrow: true })).toEqual([
      'paragraph: café “x”',
    ])
  })

  it('drops optional hyphens and markers', async () => {
    expect(await body(text('a\tb co\u001foperate e\u0001\u0005f'))).toEqual(['paragraph: a b cooperate ef'])
    expect(await body(text('An undefined value is undefined.'))).toEqual([
      'paragraph: An undefined value is undefined.',
    ])
  })

  it('omits deleted text', async () => {
    const runs = [{ text: 'Kept ' }, { text: 'deleted ', modifiers: [DELETED] }, { text: 'too.' }]
    expect(await body({ runs })).toEqual(['paragraph: Kept too.'])
  })

  it.each([
    ['struck-out', [0x0837, [1]]],
    ['twice struck-out', [0x2a53, [1]]],
    ['hidden', [0x083c, [0x81]]],
  ] as const)('omits %s text, and keeps the ends of its lines', async (_, modifier) => {
    const runs = [{ text: 'The fee is ' }, { text: '40 ', modifiers: [modifier] }, { text: '55 euros.' }]
    const off = [{ text: 'All of it.', modifiers: [[modifier[0], [0]]] as const }]
    expect(await body({ runs }, { runs: [{ text: 'Gone', modifiers: [modifier] }] }, { runs: off })).toEqual([
      'paragraph: The fee is 55 euros.',
      'paragraph: All of it.',
    ])
  })

  it('lets the last of equal modifiers decide', async () => {
    const on: Modifier = [0x083c, [1]]
    const asInStyle: Modifier = [0x083c, [0x80]]
    const runs = [
      { text: 'Pay ' },
      { text: 'now', modifiers: [on, asInStyle] },
      { text: ' not', modifiers: [asInStyle, on] },
    ]
    expect(await body({ runs: [...runs, { text: '.' }] })).toEqual(['paragraph: Pay now.'])
  })

  it('omits hyphens and breaks that are struck out or hidden', async () => {
    const struck = { text: '555\u001e1234 ', modifiers: [[0x0837, [1]]] as const }
    const hidden = { text: '\v\f\u000e', modifiers: [[0x083c, [1]]] as const }
    expect(await body({ runs: [{ text: 'Call ' }, struck, hidden, { text: '555\u001e99.' }] })).toEqual([
      'paragraph: Call 555\u201199.',
    ])
  })

  it('reads an offset of two bytes', async () => {
    const runs = (offset: readonly number[]): DocRun[] => [
      { text: 'Over 2 km' },
      { text: '2', modifiers: [[0x4845, offset]] },
      { text: ' of it.' },
    ]
    expect(await body({ runs: runs([0x80, 0]) }, { runs: runs([1, 0xff]) }, { runs: runs([8]) })).toEqual([
      'paragraph: Over 2 km² of it.',
      'paragraph: Over 2 km₂ of it.',
      'paragraph: Over 2 km2 of it.',
    ])
  })

  it.each([true, false])(
    'reads text in pieces, with pages of formatting (one byte per character: %s)',
    async (narrow) => {
      const runs = ['One ', 'two ', 'three.'].map((word, index) => ({
        text: word,
        modifiers: index === 1 ? [DELETED] : [],
      }))
      const paragraphs = [{ runs }, text('Four.'), { runs }]
      const pieces = [3, 0, 3, 0, 0, 9, 1, 20]
      expect(await lines({ paragraphs, pieces, pageRuns: 2, narrow })).toEqual([
        'paragraph: One three.',
        'paragraph: Four.',
        'paragraph: One three.',
      ])
    },
  )

  it.each([true, false])(
    'reads raised and lowered text like the other formats (one byte per character: %s)',
    async (narrow) => {
      const raised: Modifier = [0x2a48, [1]]
      const lowered: Modifier = [0x2a48, [2]]
      const runs = [
        { text: 'Over 2 km' },
        { text: '2', modifiers: [[0x4845, [8, 0]]] as const },
        { text: ' of H' },
        { text: '2', modifiers: [[0x4845, [0xfe, 0xff]]] as const },
        { text: 'O, about 10' },
        { text: '6', modifiers: [raised] },
        { text: ' tons of CO' },
        { text: '2', modifiers: [lowered] },
        { text: ' were saved.' },
        { text: '4', modifiers: [raised] },
      ]
      expect(await lines({ paragraphs: [{ runs }], narrow })).toEqual([
        'paragraph: Over 2 km² of H₂O, about 10⁶ tons of CO₂ were saved.',
      ])
    },
  )

  it('reads what a character style raises or strikes out', async () => {
    const styles = [[[0x2a48, [1]]], [[0x0837, [1]]]] as const
    const inStyle = (number: number, more: readonly Modifier[] = []) => [[0x4a30, [number, 0]] as const, ...more]
    const runs = [
      { text: 'Some 10' },
      { text: '6', modifiers: inStyle(0) },
      { text: ' eggs or more ', modifiers: inStyle(1) },
      { text: ' eggs for 10', modifiers: inStyle(9) },
      { text: '5', modifiers: inStyle(0, [[0x2a48, [0]]]) },
      { text: '.' },
    ]
    expect(await lines({ paragraphs: [{ runs }], styles })).toEqual(['paragraph: Some 10⁶ eggs for 105.'])
  })

  it('returns results of fields without their codes, and none of tables of contents', async () => {
    const linked = text('See \u0013HYPERLINK "http://x"\u0014this \u0013PAGE\u00143\u0015\u0015.')
    const toc = [text('Contents'), text('\u0013 TOC \\o \u0014Salt 4'), text('Rye 7'), text('\u0015')]
    expect(await body(linked, ...toc, text('Salt'))).toEqual(['paragraph: See this 3.', 'paragraph: Salt'])
  })

  it('keeps text whose formatting shares bits with the modifier for deletion', async () => {
    const mistaken: Modifier = [0x4a60, [1, 0]]
    const long = 'All of it. '.repeat(500).trim()
    expect(await body({ runs: [{ text: long, modifiers: [mistaken] }] })).toEqual([`paragraph: ${long}`])
  })
})

describe('structure', () => {
  it('returns tables with a line per row', async () => {
    const cell = (content: string): DocParagraph => text(content, { mark: '\u0007', modifiers: [IN_TABLE] })
    const end = text('', { mark: '\u0007', modifiers: [IN_TABLE, ROW_END] })
    expect(
      await body(text('Before'), cell('Year'), cell('Rain'), end, cell('2024'), cell('10 mm'), end, text('After')),
    ).toEqual(['paragraph: Before', 'table: Year | Rain\n2024 | 10 mm', 'paragraph: After'])
  })

  it('keeps the rows of a table with many columns apart', async () => {
    const columns = Array.from({ length: 12 }, (_, at) => `${at + 1}`)
    const definition = Buffer.alloc(2 + 1 + 2 * 13 + 20 * 12)
    definition.writeUInt16LE(definition.length - 1)
    definition[2] = 12
    // Borders, whose bytes must not be read as modifiers: the length's lower byte alone ends within the cells.
    for (let at = 2 + (definition.length & 0xff); at + 4 <= definition.length; at += 4) definition.set([0, 8, 1, 0], at)
    const end = text('', { mark: '\u0007', modifiers: [ROW_END, [0xd608, [...definition]]] })
    const row = [...columns.map((column) => text(column, { mark: '\u0007', modifiers: [IN_TABLE] })), end]
    const line = columns.join(' | ')
    expect(await lines({ paragraphs: [...row, ...row], pageRuns: 1 })).toEqual([`table: ${line}\n${line}`])
  })

  it('puts notes and text boxes after the text, and leaves out headers', async () => {
    const parts = {
      paragraphs: [text('One\u0002'), text('Two')],
      footnotes: [text('\u0002 Note.'), text('')],
      headers: [text('Header')],
      endnotes: [text('End.')],
      textBoxes: [text('Boxed.')],
    }
    expect(await lines(parts)).toEqual([
      'paragraph: One',
      'paragraph: Two',
      'paragraph: Note.',
      'paragraph: End.',
      'paragraph: Boxed.',
    ])
  })
})

describe('drop caps', () => {
  const rest = 'ides rise twice a day, and the boats of the pilots rise with them.'

  it('leaves out lines of contents with the titles of lines below', async () => {
    const titles = ['Salt', 'Rye', 'Tar and pitch']
    const contents = titles.map((title, at) => text(`${at + 1}\t${title}\t${at + 4}`))
    const chapters = titles.map((title) => text(title))
    expect(await body(...contents, ...chapters)).toEqual(titles.map((title) => `paragraph: ${title}`))
    const others = ['Team 1|Team 2|Team 3|Team', 'Soup 4|Bread 2|Wine 6|Soup|Bread|Wine'].map((list) => list.split('|'))
    for (const list of others) expect(await body(...list.map((line) => text(line)))).toHaveLength(list.length)
  })

  it('joins a drop cap to its word', async () => {
    expect(await body(text('T'), text(rest), text('Then they fall.'))).toEqual([
      `paragraph: T${rest}`,
      'paragraph: Then they fall.',
    ])
    expect(await body(text('“A'), text(` t${rest}`))).toEqual([`paragraph: “A t${rest}`])
  })

  it.each([
    ['a short text', ['T', 'ides rise.']],
    ['another sentence', ['T', `The t${rest}`]],
    ['an entry of an index', ['T', `tides: t${rest}`]],
    ['answers to choose from', ['A', `the t${rest}`, 'B', `no t${rest}`]],
  ])('does not join a capital above %s', async (_, lines) => {
    expect(await body(...lines.map((line) => text(line)))).toEqual(lines.map((line) => `paragraph: ${line}`))
  })
})

describe('properties', () => {
  const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer)
  const string = (value: Buffer): Buffer => Buffer.concat([u32(0x1e, value.length + 1), value, Buffer.alloc(4)])
  const time = (value: string): Buffer => {
    const ticks = (BigInt(Date.parse(value)) + 11_644_473_600_000n) * 10_000n
    return u32(0x40, Number(ticks & 0xffff_ffffn), Number(ticks >> 32n))
  }
  /** A property set of one section, as large as Word makes it. */
  const propertySet = (properties: readonly (readonly [number, Buffer])[]): Buffer => {
    let at = 8 + 8 * properties.length
    const places = properties.map(([id, value]) => {
      at += value.length
      return u32(id, at - value.length)
    })
    const list = [u32(at, properties.length), ...places, ...properties.map(([, value]) => value)]
    return Buffer.concat([Buffer.alloc(44), u32(48), ...list], 4096)
  }
  const factsOf = async (set: Buffer) => {
    const { title, author, publishedAt } = await parseDoc(
      buildDoc({ paragraphs: [text('Text.')], streams: { '\u0005SummaryInformation': set } }),
    )
    return { title, author, publishedAt }
  }
  const codePage = (page: number): [number, Buffer] => [1, u32(2, page)]
  const none = { title: null, author: null, publishedAt: null }

  it('returns title, author and date of the last change', async () => {
    const created: [number, Buffer] = [12, time('2001-02-03T04:05:06Z')]
    const named: [number, Buffer][] = [
      [2, string(Buffer.from('Gr\xfc\xdfe', 'latin1'))],
      [4, string(Buffer.from('Ada Byron'))],
    ]
    const saved: [number, Buffer] = [13, time('2002-03-04T05:06:07Z')]
    expect(await factsOf(propertySet([codePage(1252), ...named, created, saved]))).toEqual({
      title: 'Grüße',
      author: 'Ada Byron',
      publishedAt: '2002-03-04T05:06:07.000Z',
    })
    expect(await factsOf(propertySet([created]))).toEqual({ ...none, publishedAt: '2001-02-03T04:05:06.000Z' })
  })

  it('cuts a long title', async () => {
    const long = Buffer.from('Tide '.repeat(700))
    expect((await factsOf(propertySet([[2, string(long)]]))).title).toHaveLength(499)
  })

  it("decodes properties from the file's code page", async () => {
    const title: [number, Buffer] = [2, string(Buffer.from([0xcf, 0xf0, 0xe8, 0xeb, 0xe8, 0xe2]))]
    expect(await factsOf(propertySet([codePage(1251), title]))).toMatchObject({ title: 'Прилив' })
  })

  it('leaves out empty and broken properties', async () => {
    const endless = Buffer.concat([u32(0x1e, 0xffff_ffff), Buffer.from('Text')])
    const outside = propertySet([[2, string(Buffer.from('Title'))]])
    outside.writeUInt32LE(0xffff_fff0, 44)
    expect(
      await factsOf(
        propertySet([
          [2, endless],
          [4, string(Buffer.alloc(0))],
          [13, u32(0x40)],
        ]),
      ),
    ).toEqual(none)
    expect(await factsOf(outside)).toEqual(none)
    expect(await factsOf(Buffer.alloc(4096, 0xff))).toEqual(none)
  })
})

describe('the file', () => {
  const paragraphs = [text('Text.')]

  it('reads streams in sectors of 4096 bytes', async () => {
    const long = 'All work and no play. '.repeat(2000).trim()
    expect(await body(text(long))).toEqual([`paragraph: ${long}`])
  })

  it('reads a file whose allocation table needs its own table', async () => {
    const long = Array.from({ length: 8 }, (_, index) => `${index} ${'tide '.repeat(100_000)}`)
    const file = buildDoc({ paragraphs: long.map((content) => text(content)) })
    expect(file.length).toBeGreaterThan(109 * 128 * 512)
    expect((await parseDoc(file)).pieces.map((piece) => piece.text)).toEqual(long.map((content) => content.trim()))
  })

  it('recognizes Word 95 and earlier', () => {
    const main = Buffer.alloc(0x1000)
    main.writeUInt16LE(0xa5dc, 0)
    main.writeUInt16LE(101, 2)
    expect(isOldWord(buildCompound({ WordDocument: main }))).toBe(true)
    expect(isOldWord(buildCompound({ WordDocument: main, EncryptedPackage: Buffer.alloc(8) }))).toBe(false)
    expect(isOldWord(Uint8Array.of(0xdb, 0xa5, 0, 0))).toBe(true)
    expect(isOldWord(Uint8Array.of(0x31, 0xbe, 0, 0))).toBe(true)
    expect(isOldWord(buildDoc({ paragraphs }))).toBe(false)
    expect(isOldWord(buildDoc({ paragraphs: [text('Long. '.repeat(1000))] }))).toBe(false)
  })

  it.each([
    ['Workbook', 'xls'],
    ['PowerPoint Document', 'ppt'],
    ['__properties_version1.0', 'msg'],
    ['Something', null],
  ])('recognizes the stream %s as %s', async (stream, type) => {
    const file = buildCompound({ [stream]: Buffer.alloc(100) })
    expect(typeOfCompoundFile(file)).toBe(type)
    await expect(parseDoc(file)).rejects.toThrow(failure('source_type_unsupported', 'another kind'))
  })

  it('recognizes a file by its own streams, not by those of a file that it embeds', () => {
    const file = buildCompound({ Workbook: Buffer.alloc(100), WordDocument: Buffer.alloc(100) })
    const directory = (file.readUInt32LE(0x30) + 1) * 512
    file.writeUInt32LE(0xffff_ffff, directory + 128 + 72)
    expect(typeOfCompoundFile(file)).toBe('xls')
  })

  it('ignores names of streams in the text', () => {
    expect(typeOfCompoundFile(buildDoc({ paragraphs: [text('EncryptedPackage\0Workbook\0'.repeat(9))] }))).toBe('doc')
  })
})

describe('damage', () => {
  const whole = buildDoc({ paragraphs: [text('Some text that is here.')], narrow: true })

  it('rejects a truncated file', async () => {
    await expect(parseDoc(whole.subarray(0, 600))).rejects.toThrow(failure('source_damaged'))
    await expect(parseDoc(Buffer.alloc(0))).rejects.toThrow(failure('source_type_unsupported'))
  })

  it('stops at cycles in the directory', () => {
    const tree = Buffer.from(whole)
    const directory = (tree.readUInt32LE(0x30) + 1) * 512
    tree.writeUInt32LE(1, directory + 128 + 68)
    tree.writeUInt32LE(0, directory + 128 + 72)
    expect(typeOfCompoundFile(tree)).toBe('doc')
  })

  it('reads each sector of a cyclic chain once', () => {
    const file = buildCompound({ WordDocument: Buffer.alloc(5000, 'x') })
    const directory = (file.readUInt32LE(0x30) + 1) * 512
    const table = (file.readUInt32LE(0x4c) + 1) * 512
    file.writeUInt32LE(0xffff_ffff, directory + 128 + 120)
    file.writeUInt32LE(0, table)
    expect(readStream(openCompoundFile(file), 'WordDocument')).toEqual(Buffer.alloc(512, 'x'))
  })

  it('rejects a file whose text is overwritten', async () => {
    const noise = Array.from({ length: 300 }, (_, index) => String.fromCharCode(0xa0 + ((index * 89) % 0x60))).join('')
    await expect(parseDoc(buildDoc({ paragraphs: [text(noise)], narrow: true }))).rejects.toThrow(
      failure('source_damaged'),
    )
  })

  it('rejects endless cells and paragraphs', async () => {
    const full = (content: string): Buffer => buildDoc({ paragraphs: [text(content)], narrow: true })
    await expect(parseDoc(full('\u0007'.repeat(600_000)))).rejects.toThrow(failure('source_too_complex'))
    await expect(parseDoc(full('a\r'.repeat(300_000)))).rejects.toThrow(failure('source_too_complex'))
  })

  it('returns the existing text if more characters are declared', async () => {
    const streams = docStreams({ paragraphs: [text('Text.')] })
    const pieces = streams['0Table']!
    pieces.writeUInt32LE(0x7fff_ffff, 9)
    expect((await linesOf(buildCompound(streams))).length).toBeLessThan(1000)
  })
})
