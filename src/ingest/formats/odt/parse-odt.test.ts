import { beforeAll, describe, expect, it } from 'vitest'
import { buildOdt, type OdtParts } from '../../../../tests/support/files/build-odt.ts'
import { buildZip } from '../../../../tests/support/files/build-zip.ts'
import { loadDetector } from '../../language.ts'
import { parseOdt } from './parse-odt.ts'

beforeAll(loadDetector)

const lines = async (parts: OdtParts): Promise<string[]> =>
  (await parseOdt(buildOdt(parts))).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )
const body = async (content: string): Promise<string[]> => await lines({ body: content })
const p = (content: string): string => `<text:p>${content}</text:p>`
const style = (name: string, parent: string, text = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}"><style:text-properties ${text}/></style:style>`
const note = (kind: string, content: string): string =>
  `<text:note text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body>${p(content)}</text:note-body></text:note>`

describe('text', () => {
  it('collapses white space and keeps explicit spaces, tabs and breaks as spaces', async () => {
    const spaced = 'One\n  two<text:s text:c="3"/>three<text:tab/>four<text:line-break/>five<text:soft-page-break/>.'
    expect(await body(p(spaced))).toEqual(['paragraph: One two three four five.'])
  })

  it('ignores counts of spaces that make no sense', async () => {
    const spaced = (count: string): string => p(`One<text:s text:c="${count}"/>two.`)
    expect(await body(['-1', '1e308', 'x', ''].map(spaced).join(''))).toEqual(Array(4).fill('paragraph: One two.'))
  })

  it('includes spans, links and fields', async () => {
    const content =
      'See <text:span text:style-name="T1">the</text:span> <text:a>map</text:a> on page <text:page-number>3</text:page-number>.'
    expect(await body(p(content))).toEqual(['paragraph: See the map on page 3.'])
  })

  it('omits deleted and hidden text, comments and phonetic guides', async () => {
    const styles = `<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>`
    const content = [
      `<text:tracked-changes><text:changed-region><text:deletion>${p('deleted')}</text:deletion></text:changed-region></text:tracked-changes>`,
      p(
        `Kept<office:annotation>${p('comment')}</office:annotation><text:span text:style-name="T1"> hidden</text:span>.`,
      ),
      `<text:section text:display="none">${p('hidden section')}</text:section>`,
      p('<text:ruby><text:ruby-base>東</text:ruby-base><text:ruby-text>とう</text:ruby-text></text:ruby>'),
    ].join('')
    expect(await lines({ styles, body: content })).toEqual(['paragraph: Kept.', 'paragraph: 東'])
  })

  it('shows what the innermost style shows', async () => {
    const styles =
      style('P1', 'Standard', 'text:display="none"') +
      '<style:style style:name="T1" style:family="text"><style:text-properties text:display="true"/></style:style>'
    const content = `<text:p text:style-name="P1">hidden <text:span text:style-name="T1">Shown.</text:span></text:p>`
    expect(await lines({ styles, body: content })).toEqual(['paragraph: Shown.'])
  })

  it('replaces characters of symbol fonts', async () => {
    const styles =
      '<style:style style:name="T1" style:family="text"><style:text-properties style:font-name="Symbol1"/></style:style>'
    const content = p('<text:span text:style-name="T1">\uf0b7</text:span> Pools \uf0e0')
    expect(await lines({ styles, body: content })).toEqual(['paragraph: • Pools'])
  })
})

describe('structure', () => {
  it('reads headings by outline level, and the title by its style', async () => {
    const content =
      '<text:p text:style-name="P1">Tides</text:p><text:h text:outline-level="1">Moon</text:h><text:h text:outline-level="2">Sea</text:h>'
    const parts = { styles: style('P1', 'Title'), body: content }
    expect(await lines(parts)).toEqual(['heading 1: Tides', 'heading 2: Moon', 'heading 3: Sea'])
    expect((await parseOdt(buildOdt(parts))).title).toBe('Tides')
  })

  it('reads paragraphs in the style of a heading as headings', async () => {
    const outline = (name: string, parent: string, level: string): string =>
      `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}" style:default-outline-level="${level}"/>`
    const styles = style('P1', 'Heading_20_2') + outline('P2', 'Custom', '3') + outline('P3', 'Heading_20_1', '')
    const content = ['P1', 'P2', 'P3'].map((name) => `<text:p text:style-name="${name}">${name}</text:p>`).join('')
    expect(await lines({ styles, body: content })).toEqual(['heading 2: P1', 'heading 3: P2', 'paragraph: P3'])
  })

  it('treats short bold lines as headings if there are no others', async () => {
    const styles = style('B', 'Standard', 'fo:font-weight="bold"')
    const bold = (text: string): string => `<text:p text:style-name="B">${text}</text:p>`
    const prose = p('The moon pulls at the sea.') + p('The sea follows it.')
    const found = await lines({ styles, body: bold('Moon') + prose + bold('Sea') + prose })
    expect(found.filter((line) => line.startsWith('heading'))).toEqual(['heading 1: Moon', 'heading 1: Sea'])
  })

  it('reads list items, also nested ones', async () => {
    const item = (content: string): string => `<text:list-item>${content}</text:list-item>`
    const nested = `<text:list>${item(p('Two'))}</text:list>`
    expect(await body(`<text:list>${item(p('One') + p('goes on') + nested)}</text:list>${p('After')}`)).toEqual([
      'list-item: One',
      'paragraph: goes on',
      'list-item: Two',
      'paragraph: After',
    ])
  })

  it('numbers the items of ordered lists', async () => {
    const item = (content: string, attributes = ''): string =>
      `<text:list-item ${attributes}>${content}</text:list-item>`
    const styles = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="2"/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>
      <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>`
    const nested = `<text:list>${item(p('B'))}${item(p('C'))}</text:list>`
    const first = `<text:list text:style-name="L1">${item(p('A') + p('goes on') + nested)}${item(p('D'), 'text:start-value="7"')}</text:list>`
    const bullets = `<text:list text:style-name="L2">${item(p('E'))}</text:list>`
    const further = `<text:list text:style-name="L1" text:continue-numbering="true">${item(p('F'))}</text:list>`
    const { pieces } = await parseOdt(buildOdt({ styles, body: first + bullets + further }))
    expect(pieces.map(({ marker, text }) => `${marker ?? '-'} ${text}`)).toEqual([
      '2. A',
      '- goes on',
      '(a) B',
      '(b) C',
      '7. D',
      '- E',
      '8. F',
    ])
  })

  it('recognizes quotations and code by style', async () => {
    const content =
      '<text:p text:style-name="Quotations">Said.</text:p><text:p text:style-name="Preformatted_20_Text">a = 1</text:p>'
    expect(await body(content)).toEqual(['quote: Said.', 'code: a = 1'])
  })

  it('returns tables with a line per row and merged cells', async () => {
    const cell = (content: string): string => `<table:table-cell>${p(content)}</table:table-cell>`
    const row = (content: string): string => `<table:table-row>${content}</table:table-row>`
    const table = `<table:table><table:table-header-rows>${row(cell('Year') + cell('Rain'))}</table:table-header-rows>${row(cell('2024') + cell('10 mm'))}${row(`${cell('none')}<table:covered-table-cell/>`)}</table:table>`
    expect(await body(p('Before') + table + p('After'))).toEqual([
      'paragraph: Before',
      'table: Year | Rain\n2024 | 10 mm\nnone',
      'paragraph: After',
    ])
  })

  it('puts footnotes and text boxes after their paragraph, and endnotes after the text', async () => {
    const box = `<draw:frame><draw:text-box>${p('Boxed.')}</draw:text-box></draw:frame>`
    expect(await body(p(`One${note('footnote', 'Foot.')}${note('endnote', 'End.')}`) + p(`Two${box}`))).toEqual([
      'paragraph: One',
      'paragraph: Foot.',
      'paragraph: Two',
      'paragraph: Boxed.',
      'paragraph: End.',
    ])
  })

  it("returns authors' descriptions of pictures", async () => {
    const picture =
      '<draw:frame><draw:image/><svg:title>image1</svg:title><svg:desc>High water at the pier</svg:desc></draw:frame>'
    expect(await body(p(`Look.${picture}`))).toEqual(['paragraph: Look.', 'caption: High water at the pier'])
  })
})

describe('the file', () => {
  it('returns title, author, date and language', async () => {
    const meta =
      '<dc:title>Tides</dc:title><meta:initial-creator>Ada Byron</meta:initial-creator><dc:creator>Somebody Else</dc:creator><dc:date>2021-02-03T04:05:06</dc:date><dc:language>en-GB</dc:language>'
    expect(await parseOdt(buildOdt({ body: p('Text.'), meta }))).toMatchObject({
      title: 'Tides',
      author: 'Ada Byron',
      publishedAt: expect.stringMatching(/^2021-02-0/),
      language: 'en-GB',
      sourceInfo: { readAs: 'OpenDocument text' },
    })
  })

  it('rejects encrypted, damaged and hostile files', async () => {
    const failure = (code: string) => expect.objectContaining({ code })
    const encrypted = buildOdt({ body: p('x'), manifest: '<manifest:encryption-data/>' })
    await expect(parseOdt(encrypted)).rejects.toThrow(failure('source_encrypted'))
    const empty = buildZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true }])
    await expect(parseOdt(empty)).rejects.toThrow(failure('source_damaged'))
    await expect(parseOdt(buildOdt({ body: '<text:section>'.repeat(5000) }))).rejects.toThrow(
      failure('source_too_complex'),
    )
    const entities = buildZip([{ name: 'content.xml', data: '<!DOCTYPE x [<!ENTITY a "boom">]><x>&a;</x>' }])
    await expect(parseOdt(entities)).rejects.toThrow(failure('source_damaged'))
  })

  it('reads a truncated file up to the cut', async () => {
    const whole = buildOdt({ body: p('Whole.') + p('Half') })
    expect((await parseOdt(whole)).pieces).toHaveLength(2)
    const cut = buildZip([
      {
        name: 'content.xml',
        data: `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>Whole.</text:p><text:p>Half`,
      },
    ])
    expect((await parseOdt(cut)).pieces.map(({ text }) => text)).toEqual(['Whole.', 'Half'])
  })
})
