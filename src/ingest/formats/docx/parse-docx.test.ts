import { describe, expect, it } from 'vitest'
import {
  buildDocx,
  cell,
  type DocxParts,
  docxParts,
  paragraph,
  run,
  style,
  table,
  zipOf,
} from '../../../../tests/support/files/build-docx.ts'
import { buildZip } from '../../../../tests/support/files/build-zip.ts'
import { parseDocx } from './parse-docx.ts'

const parse = (parts: DocxParts) => parseDocx(buildDocx(parts))

/** The parts of a document as lines: "paragraph: text", "heading 2: text". */
const lines = async (parts: DocxParts): Promise<string[]> =>
  (await parse(parts)).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )

const body = (content: string): Promise<string[]> => lines({ body: content })
const failure = (code: string) => expect.objectContaining({ code })

describe('headings', () => {
  it('takes the outline level of a style or its base style', async () => {
    const styles = [
      style('berschrift1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
      style('Kapitel', 'Kapitel', '<w:basedOn w:val="berschrift1"/>'),
      style('Heading1', 'Not a heading'),
    ].join('')
    const text = ['berschrift1', 'Kapitel', 'Heading1'].map((id) => paragraph(id, `<w:pStyle w:val="${id}"/>`)).join('')
    expect(await lines({ styles, body: text })).toEqual([
      'heading 1: berschrift1',
      'heading 1: Kapitel',
      'paragraph: Heading1',
    ])
  })

  it("prefers the paragraph's own level", async () => {
    const styles = style('H2', 'heading 2', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>')
    const own = (level: number) => paragraph('Text', `<w:pStyle w:val="H2"/><w:outlineLvl w:val="${level}"/>`)
    expect(await lines({ styles, body: own(2) + own(9) })).toEqual(['heading 3: Text', 'paragraph: Text'])
  })

  it('recognizes built-in style names without outline levels', async () => {
    expect(await lines({ styles: style('x', 'heading 2'), body: paragraph('Text', '<w:pStyle w:val="x"/>') })).toEqual([
      'heading 2: Text',
    ])
  })

  it('puts headings below the title', async () => {
    const styles = style('T', 'Title') + style('H1', 'heading 1')
    const parts = {
      styles,
      body: paragraph('Tides', '<w:pStyle w:val="T"/>') + paragraph('Moon', '<w:pStyle w:val="H1"/>'),
      core: '<dc:title>Template</dc:title>',
    }
    expect(await lines(parts)).toEqual(['heading 1: Tides', 'heading 2: Moon'])
    expect((await parse(parts)).title).toBe('Tides')
  })

  it('does not treat long paragraphs as headings', async () => {
    const prose = 'The tenant shall keep the garden. '.repeat(12).trim()
    expect(await body(paragraph(prose, '<w:outlineLvl w:val="1"/>'))).toEqual([`paragraph: ${prose}`])
  })

  it('treats short bold lines as headings if no style has any', async () => {
    const bold = (text: string): string => paragraph(run(text, '<w:b/>'))
    const prose = 'The moon pulls at the sea, and the sea follows it.'
    const text = bold('Moon') + paragraph(prose) + paragraph(prose) + bold('Sea') + paragraph(prose) + paragraph(prose)
    expect((await body(text)).filter((line) => line.startsWith('heading'))).toEqual([
      'heading 1: Moon',
      'heading 1: Sea',
    ])
    const styles =
      style('B', 'B', '<w:rPr><w:b/></w:rPr>') + style('H', 'heading 1') + style('N', 'N', '<w:basedOn w:val="B"/>')
    const styled = paragraph('Head', '<w:pStyle w:val="H"/>')
    expect((await lines({ styles, body: styled + text })).filter((line) => line.startsWith('heading'))).toHaveLength(1)
    const byStyle = text.replaceAll('<w:b/>', '').replaceAll('<w:pPr></w:pPr>', '<w:pPr><w:pStyle w:val="N"/></w:pPr>')
    expect((await lines({ styles, body: byStyle })).filter((line) => line.startsWith('heading'))).toEqual([])
  })

  it('stops at a cycle of styles', async () => {
    const styles = style('A', 'A', '<w:basedOn w:val="B"/>') + style('B', 'B', '<w:basedOn w:val="A"/>')
    expect(await lines({ styles, body: paragraph('Text', '<w:pStyle w:val="A"/>') })).toEqual(['paragraph: Text'])
  })
})

describe('lists, quotations, code', () => {
  const item = (text: string, numbering: string, level = 0): string =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numbering}"/></w:numPr>`)

  it('excludes paragraphs that are only indented', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="none"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>'
    expect(await lines({ numbering, body: item('One', '3') + item('Aside', '3', 1) + item('Plain', '0') })).toEqual([
      'list-item: One',
      'paragraph: Aside',
      'paragraph: Plain',
    ])
  })

  it('takes the list of a style unless the paragraph overrides it', async () => {
    const styles = style('L', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    const leaving = '<w:pStyle w:val="L"/><w:numPr><w:numId w:val="0"/></w:numPr>'
    expect(await lines({ styles, body: paragraph('In', '<w:pStyle w:val="L"/>') + paragraph('Out', leaving) })).toEqual(
      ['list-item: In', 'paragraph: Out'],
    )
  })

  it('joins lines of code and keeps their breaks', async () => {
    const styles = style('C', 'Preformatted Text') + style('Q', 'Quotations')
    const code = (text: string): string => paragraph(text, '<w:pStyle w:val="C"/>')
    expect(
      await lines({
        styles,
        body: code('let a = 1') + code('  let b = 2') + paragraph('Said.', '<w:pStyle w:val="Q"/>'),
      }),
    ).toEqual(['code: let a = 1\n  let b = 2', 'quote: Said.'])
  })
})

describe('tracked changes and hidden text', () => {
  it('leaves out deleted and moved-away text, and keeps inserted and moved-in text', async () => {
    const text = [
      run('The '),
      '<w:del><w:r><w:delText>red</w:delText><w:t>red</w:t></w:r></w:del>',
      `<w:ins>${run('blue')}</w:ins>`,
      `<w:moveFrom>${run(' old')}</w:moveFrom><w:moveTo>${run(' sky')}</w:moveTo>`,
    ].join('')
    expect(await body(paragraph(text))).toEqual(['paragraph: The blue sky'])
  })

  it('joins paragraphs whose boundary was deleted', async () => {
    const text = paragraph('One ', '<w:rPr><w:del w:id="1"/></w:rPr>') + paragraph('two.')
    expect(await body(text)).toEqual(['paragraph: One two.'])
  })

  it('leaves out deleted rows and properties from before a change', async () => {
    const rows = `<w:tr><w:trPr><w:del/></w:trPr>${cell('gone')}${cell('gone')}</w:tr><w:tr>${cell('a')}${cell('b')}</w:tr>`
    const changed = paragraph('Text', '<w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>')
    expect(await body(`<w:tbl>${rows}</w:tbl>${changed}`)).toEqual(['table: a | b', 'paragraph: Text'])
  })

  it('leaves out text hidden by run or by style', async () => {
    const styles =
      style('Secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>') +
      '<w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/></w:rPr></w:style>'
    const text = [
      run('Seen '),
      run('hidden ', '<w:vanish/>'),
      run('shown ', '<w:vanish w:val="0"/>'),
      run('gone ', '<w:rStyle w:val="Gone"/>'),
      run('again', '<w:rStyle w:val="Gone"/><w:vanish w:val="false"/>'),
    ].join('')
    expect(await lines({ styles, body: paragraph(text) + paragraph('None', '<w:pStyle w:val="Secret"/>') })).toEqual([
      'paragraph: Seen shown again',
    ])
  })

  it('leaves out comments', async () => {
    const comments = '<w:comment w:id="1"><w:p><w:r><w:t>A remark.</w:t></w:r></w:p></w:comment>'
    const text = `<w:commentRangeStart w:id="1"/>${run('Text.')}<w:r><w:commentReference w:id="1"/></w:r>`
    expect(await lines({ comments, body: paragraph(text) })).toEqual(['paragraph: Text.'])
  })
})

describe('fields', () => {
  const char = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const code = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`

  it('returns results without codes, also of nested fields', async () => {
    const inner = `${char('begin')}${code('MERGEFIELD name')}${char('separate')}${run('inner')}${char('end')}`
    const text = `${run('See ')}${char('begin')}${code('IF ')}${inner}${code('= 1')}${char('separate')}${run('page 3')}${char('end')}${run('.')}`
    expect(await body(paragraph(text))).toEqual(['paragraph: See page 3.'])
  })

  it('limits an unfinished field to its paragraph', async () => {
    expect(await body(paragraph(`${run('One')}${char('begin')}${code('PAGE')}`) + paragraph('Two'))).toEqual([
      'paragraph: One',
      'paragraph: Two',
    ])
  })

  it('returns the visible text of fields without a result', async () => {
    const field = (instruction: string): string => `${char('begin')}${code(instruction)}${char('end')}`
    const ruby = field(' EQ \\* jc2 \\* "Font:MS Mincho" \\o\\ad(\\s\\up 10(とう),東)')
    const text = [
      ruby,
      field('EQ \\f(1,2)'),
      field('MACROBUTTON NoMacro Press here'),
      field('SYMBOL 97 \\f "Symbol"'),
      field('XE "index"'),
    ]
    expect(await body(paragraph(text.join(run(' '))))).toEqual(['paragraph: 東 1/2 α'])
  })

  it('reads simple fields', async () => {
    const fields = ['AUTHOR', 'MACROBUTTON NoMacro']
      .map((code) => `<w:fldSimple w:instr=" ${code} ">${run('Ada')}</w:fldSimple>`)
      .join('')
    expect(await body(paragraph(fields))).toEqual(['paragraph: Ada'])
  })
})

describe('tables', () => {
  it('returns a line per row, with merged cells once', async () => {
    const rows = [
      [cell('Year'), cell('Rain')],
      [cell('2024', '<w:vMerge w:val="restart"/>'), cell('10 mm')],
      [cell('<w:p/>', '<w:vMerge/>'), cell('12 mm')],
    ]
    const markup = rows.map((row) => `<w:tr>${row.join('')}</w:tr>`).join('')
    expect(await body(`<w:tbl>${markup}</w:tbl>`)).toEqual(['table: Year | Rain\n2024 | 10 mm\n | 12 mm'])
  })

  it('returns the contents of layout tables', async () => {
    const heading = paragraph('Moon', '<w:outlineLvl w:val="0"/>')
    expect(await body(table([[heading + paragraph('It pulls.'), 'Beside.']]))).toEqual([
      'heading 1: Moon',
      'paragraph: It pulls.',
      'paragraph: Beside.',
    ])
    expect(await body(table([['One.'], ['Two.']]))).toEqual(['paragraph: One.', 'paragraph: Two.'])
  })

  it('reads nested tables once, in place', async () => {
    const inner = table([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(await body(`<w:tbl><w:tr>${cell(paragraph('Left'))}${cell(inner + paragraph(''))}</w:tr></w:tbl>`)).toEqual([
      'paragraph: Left',
      'table: a | b\nc | d',
    ])
  })

  it('reads a table inside a paragraph after the text before it', async () => {
    expect(await body(`<w:p>${run('Before')}<w:r>${table([['a', 'b']])}</w:r>${run('After')}</w:p>`)).toEqual([
      'paragraph: Before',
      'table: a | b',
      'paragraph: After',
    ])
  })
})

describe('text boxes, notes and diagrams', () => {
  const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`

  it('reads one alternative of a text box, after its paragraph', async () => {
    const both = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box('Boxed.')}</wps:txbx></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('Boxed.')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    expect(await body(paragraph(run('One ') + both + run('two.')))).toEqual([
      'paragraph: One two.',
      'paragraph: Boxed.',
    ])
  })

  it('reads the fallback if the choice has no text', async () => {
    const fallback = `<w:r><mc:AlternateContent><mc:Choice Requires="x"><w:drawing/></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('Boxed.')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    expect(await body(paragraph(fallback))).toEqual(['paragraph: Boxed.'])
  })

  it('puts footnotes after their block and endnotes at the end, each once', async () => {
    const note = (id: number, text: string, kind: string): string =>
      `<w:${kind} w:id="${id}">${paragraph(`<w:r><w:${kind}Ref/></w:r>${run(text)}`)}</w:${kind}>`
    const separator = `<w:footnote w:id="0" w:type="separator">${paragraph('line')}</w:footnote>`
    const cite = (id: number, kind: string): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
    expect(
      await lines({
        footnotes: separator + note(1, 'In a cell.', 'footnote') + note(2, 'Below.', 'footnote'),
        endnotes: note(1, 'Last.', 'endnote'),
        body: [
          paragraph(run('First') + cite(2, 'footnote') + cite(1, 'endnote')),
          table([[paragraph(run('a') + cite(1, 'footnote')), 'b']]),
          paragraph(run('Again') + cite(2, 'footnote')),
        ].join(''),
      }),
    ).toEqual([
      'paragraph: First',
      'paragraph: Below.',
      'table: a | b',
      'paragraph: In a cell.',
      'paragraph: Again',
      'paragraph: Last.',
    ])
  })
})

describe('characters', () => {
  it('returns the visible characters', async () => {
    const text =
      '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d&amp;e</w:t><w:softHyphen/><w:t>f</w:t><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F04A"/></w:r>'
    expect(await body(paragraph(text))).toEqual(['paragraph: a b c-d&efα'])
  })

  it('converts characters of a symbol font', async () => {
    const font = '<w:rFonts w:ascii="Symbol"/>'
    expect(await body(paragraph(run('\uf062-rays', font) + run('\uf0b7', '<w:rFonts w:ascii="Wingdings"/>')))).toEqual([
      'paragraph: β-rays',
    ])
  })
})

describe('the file', () => {
  const text = { body: paragraph('Text.') }

  it('returns title, author, date and language', async () => {
    const document = await parse({
      ...text,
      core: '<dc:title>Tides &amp; time</dc:title><dc:creator>Ada</dc:creator><dcterms:created>2020-01-01T00:00:00Z</dcterms:created><dcterms:modified>2021-02-03T04:05:06Z</dcterms:modified>',
      styles: '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults>',
    })
    expect(document).toMatchObject({
      title: 'Tides & time',
      author: 'Ada',
      publishedAt: '2021-02-03T04:05:06.000Z',
      language: 'de-DE',
      sourceInfo: { readAs: 'Word document' },
    })
    const core = '<dc:creator>jsmith/ABC-123</dc:creator><dcterms:modified>never</dcterms:modified>'
    expect(await parse({ ...text, core })).toMatchObject({ author: null, publishedAt: null })
  })

  it('finds the main part by relationship or by its usual name', async () => {
    expect(await lines({ ...text, mainPart: 'word/document2.xml' })).toEqual(['paragraph: Text.'])
    const parts = docxParts(text)
    delete parts['_rels/.rels']
    expect((await parseDocx(zipOf(parts))).pieces).toHaveLength(1)
  })

  it('reads the strict form with other prefixes', async () => {
    const strict = '<x:p><x:r><x:t>Strict.</x:t></x:r></x:p>'
    const parts = docxParts(text)
    parts['word/document.xml'] =
      `<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body>${strict}</x:body></x:document>`
    expect((await parseDocx(zipOf(parts))).pieces).toEqual([{ type: 'paragraph', text: 'Strict.' }])
  })

  it('reads a truncated file up to the cut', async () => {
    const parts = docxParts({ body: paragraph('Whole.') + paragraph('Half') })
    parts['word/document.xml'] = parts['word/document.xml']!.slice(0, parts['word/document.xml']!.indexOf('Half') + 4)
    expect((await parseDocx(zipOf(parts))).pieces.map((piece) => piece.text)).toEqual(['Whole.', 'Half'])
  })

  it('reads embedded HTML', async () => {
    const parts = docxParts({ body: `${paragraph('One.')}<w:altChunk r:id="chunk"/>${paragraph('Three.')}` })
    parts['word/_rels/document.xml.rels'] = parts['word/_rels/document.xml.rels']!.replace(
      '</Rel',
      '<Relationship Id="chunk" Type="x/aFChunk" Target="a.html"/></Rel',
    )
    parts['word/a.html'] = '<!doctype html><html><head><meta charset="utf-8"></head><body><p>Zwei.</p></body></html>'
    expect((await parseDocx(zipOf(parts))).pieces.map((piece) => piece.text)).toEqual(['One.', 'Zwei.', 'Three.'])
  })

  it('adds a note about changed bytes', async () => {
    const files = Object.entries(docxParts(text)).map(([name, data]) =>
      name === 'word/document.xml' ? { name, data, crc: 1 } : { name, data },
    )
    const document = await parseDocx(buildZip(files))
    expect(document.pieces).toHaveLength(1)
    expect(document.sourceInfo.note).toContain('damaged')
  })

  it('rejects endless paragraphs and declarations', async () => {
    const paragraphs = Array.from({ length: 200_001 }, (_, index) => paragraph(`<w:r><w:t>${index}</w:t></w:r>`)).join(
      '',
    )
    await expect(parse({ body: paragraphs })).rejects.toThrow('far more text')
    const prefixes = Array.from({ length: 300 }, (_, index) => `xmlns:p${index}="http://purl.org/dc/terms/"`)
    await expect(parse({ body: `<w:p ${prefixes.join(' ')}/>` })).rejects.toThrow(failure('source_too_complex'))
  })

  it('rejects garbled text', async () => {
    await expect(parse({ body: paragraph('\ue123\ue321 ÿÿÿÿÿÿ') })).rejects.toThrow(failure('source_damaged'))
  })

  it('rejects declarations of entities', async () => {
    const parts = docxParts(text)
    parts['word/document.xml'] =
      `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY f SYSTEM "file:///etc/passwd">]>${parts['word/document.xml']!.replace('Text.', '&a;&f;')}`
    await expect(parseDocx(zipOf(parts))).rejects.toThrow(failure('source_damaged'))
  })
})
