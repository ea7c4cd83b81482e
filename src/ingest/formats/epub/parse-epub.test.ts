import { describe, expect, it } from 'vitest'
import { type BookOptions, buildEpub } from '../../../../tests/support/files/build-epub.ts'
import { finishDocument } from '../parsed-document.ts'
import { parseEpub } from './parse-epub.ts'

const parse = (options: BookOptions) => parseEpub(buildEpub(options))

/** The parts of a book as `chapter title: type text`. */
async function outline(options: BookOptions): Promise<string[]> {
  const { pieces } = await parse(options)
  return pieces.map(({ type, text, location }) => {
    const chapter = location?.kind === 'chapter' ? `${location.chapter} ${location.title ?? '-'}` : 'nowhere'
    return `${chapter}: ${type} ${text}`
  })
}

describe.each([2, 3] as const)('parseEpub, EPUB %d', (version) => {
  it('reads the spine in order, with chapters by the list of contents', async () => {
    const parts = [
      { path: 'b.xhtml', body: '<h1>The Sea</h1><p>Salt water.</p>' },
      { path: 'a.xhtml', body: '<h1>The Land</h1><p>Dry earth.</p>' },
    ]
    const contents = [
      { title: 'The Sea', href: 'b.xhtml' },
      { title: 'The Land', href: 'a.xhtml' },
    ]
    expect(await outline({ version, parts, contents })).toEqual([
      '1 The Sea: heading The Sea',
      '1 The Sea: paragraph Salt water.',
      '2 The Land: heading The Land',
      '2 The Land: paragraph Dry earth.',
    ])
  })

  it('begins chapters inside files and continues them across files', async () => {
    const parts = [
      { body: '<p>For Ada.</p>' },
      { body: '<section id="one"><h2>One</h2><p>First.</p></section><h2><a id="two"/>Two</h2><p>Second.</p>' },
      { body: '<p>Second, continued.</p>' },
      { body: '<p>Third.</p>' },
    ]
    const contents = [
      { title: 'One', href: 'ch2.xhtml#one', entries: [{ title: 'Two', href: 'ch2.xhtml#two' }] },
      { title: 'Three', href: 'ch4.xhtml#nowhere' },
    ]
    expect(await outline({ version, parts, contents })).toEqual([
      '1 -: paragraph For Ada.',
      '2 One: heading One',
      '2 One: paragraph First.',
      '3 Two: heading Two',
      '3 Two: paragraph Second.',
      '3 Two: paragraph Second, continued.',
      '4 Three: paragraph Third.',
    ])
  })

  it('converts a line that repeats the title to a heading', async () => {
    const parts = [{ body: '<p class="number">CHAPTER 1.</p><p>Loomings</p><p>Call me Ada.</p>' }]
    const contents = [{ title: 'Chapter 1: Loomings', href: 'ch1.xhtml' }]
    expect(await outline({ version, parts, contents })).toEqual([
      '1 Chapter 1: Loomings: heading CHAPTER 1.',
      '1 Chapter 1: Loomings: heading Loomings',
      '1 Chapter 1: Loomings: paragraph Call me Ada.',
    ])
  })
})

describe('chapters of a book', () => {
  it('treats files as chapters without a table of contents', async () => {
    const parts = [{ body: '<h1>Tea</h1><p>Leaves.</p>' }, { body: '<p>Beans.</p>' }]
    expect(await outline({ parts })).toEqual([
      '1 Tea: heading Tea',
      '1 Tea: paragraph Leaves.',
      '2 -: paragraph Beans.',
    ])
  })

  it('begins a chapter after the paragraph with its anchor', async () => {
    const parts = [{ body: '<p>The end.<a id="x"/></p><p>The start.</p>' }]
    const contents = [
      { title: 'A', href: 'ch1.xhtml' },
      { title: 'B', href: 'ch1.xhtml#x' },
    ]
    expect(await outline({ parts, contents })).toEqual(['1 A: paragraph The end.', '2 B: paragraph The start.'])
  })

  it('does not count chapters of pictures only', async () => {
    const parts = [{ body: '<img src="cover.jpg" alt="Cover"/>' }, { body: '<p>Text.</p>' }]
    const contents = [
      { title: 'Cover', href: 'ch1.xhtml' },
      { title: 'Start', href: 'ch2.xhtml' },
    ]
    expect(await outline({ parts, contents })).toEqual(['1 Start: paragraph Text.'])
  })

  it('falls back to the NCX if the navigation document has no usable links', async () => {
    const book: BookOptions = {
      parts: [{ body: '<p>Text.</p>' }],
      contents: [{ title: 'Lost', href: 'elsewhere.xhtml' }],
      manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
      files: {
        'OEBPS/toc.ncx':
          '<ncx><navMap><navPoint><navLabel><text>Found &amp; caf&eacute;</text></navLabel><content src="ch1.xhtml"/></navPoint></navMap></ncx>',
      },
    }
    expect(await outline(book)).toEqual(['1 Found & café: paragraph Text.'])
  })
})

describe('the reading order', () => {
  it('keeps asides in place and reads each file once', async () => {
    const parts = [{ body: '<p>One.</p>' }, { body: '<p>A note.</p>', itemref: 'linear="no"' }, { body: '<p>Two.</p>' }]
    const spine = '<itemref idref="p1"/><itemref idref="p2" linear="no"/><itemref idref="p1"/><itemref idref="p3"/>'
    const { pieces } = await parse({ parts, spine })
    expect(pieces.map(({ text }) => text)).toEqual(['One.', 'A note.', 'Two.'])
  })

  it('reads the fallback of items without text', async () => {
    const parts = [{ path: 'page.pdf', markup: '%PDF-', mediaType: 'application/pdf', item: 'fallback="alt"' }]
    const manifest =
      '<item id="alt" href="x.bin" media-type="application/x-thing" fallback="alt2"/><item id="alt2" href="alt.xhtml" media-type="application/xhtml+xml"/>'
    const files = { 'OEBPS/alt.xhtml': '<html><body><p>Instead.</p></body></html>' }
    const { pieces } = await parse({ parts, manifest, files })
    expect(pieces.map(({ text }) => text)).toEqual(['Instead.'])
  })

  it('finds files by escaped, absolute, and wrongly written paths', async () => {
    const paths = [
      'My%20page.xhtml',
      '/OEBPS/abs.xhtml',
      '../../../OEBPS/up.xhtml',
      'Wrong/Folder/only.xhtml',
      'CASE.XHTML',
      'a+b.xhtml',
    ]
    const items = paths.map((path, index) => `<item id="q${index}" href="${path}" media-type="application/xhtml+xml"/>`)
    const spine = paths.map((_, index) => `<itemref idref="q${index}"/>`).join('')
    const names = ['My page.xhtml', 'abs.xhtml', 'up.xhtml', 'sub/only.xhtml', 'case.xhtml', 'a+b.xhtml']
    const files = Object.fromEntries(names.map((name) => [`OEBPS/${name}`, `<p>In ${name}</p>`]))
    const { pieces, sourceInfo } = await parse({ parts: [], manifest: items.join(''), spine, files })
    expect(pieces.map(({ text }) => text)).toEqual(names.map((name) => `In ${name}`))
    expect(sourceInfo.note).toBeUndefined()
  })

  it('follows the manifest without a spine', async () => {
    const { pieces } = await parse({ parts: [{ body: '<p>One.</p>' }, { body: '<p>Two.</p>' }], spine: '' })
    expect(pieces.map(({ text }) => text)).toEqual(['One.', 'Two.'])
  })

  it('reads the first rendition with text', async () => {
    const other = '<package><manifest/><spine/></package>'
    const container =
      '<container><rootfiles><rootfile full-path="other.opf"/><rootfile/><rootfile full-path="OEBPS/package.opf"/></rootfiles></container>'
    const files = { 'other.opf': other, 'META-INF/container.xml': container }
    const { pieces } = await parse({ parts: [{ body: '<p>One.</p>' }], files })
    expect(pieces.map(({ text }) => text)).toEqual(['One.'])
  })
})

describe('metadata of a book', () => {
  const parts = [{ body: '<p>Ten words are the least that a document must hold here.</p>' }]
  const dc = (metadata: string) => parse({ parts, metadata })

  it('reads EPUB 3', async () => {
    const book =
      await dc(`<dc:title id="s">A subtitle</dc:title><meta refines="#s" property="title-type">subtitle</meta>
      <dc:title id="t">Winds &amp; Waves</dc:title><meta refines="#t" property="title-type">main</meta>
      <dc:creator>Ada Quill</dc:creator><dc:creator>Ben Ink</dc:creator><dc:publisher>Dry Press</dc:publisher>
      <dc:language>pt-br</dc:language><dc:date>2021-03-04</dc:date>
      <meta property="dcterms:modified">2024-01-01T00:00:00Z</meta>`)
    expect(book).toMatchObject({
      kind: 'epub',
      title: 'Winds & Waves',
      author: 'Ada Quill, Ben Ink',
      site: 'Dry Press',
      language: 'pt-BR',
      publishedAt: '2021-03-04',
      sourceInfo: { readAs: 'e-book' },
    })
  })

  it('reads EPUB 2', async () => {
    const book = await dc(`<dc:Title>Old Winds</dc:Title><dc:creator opf:role="aut">Ada Quill</dc:creator>
      <dc:date opf:event="modification">2019-09-09</dc:date><dc:date opf:event="publication">1999</dc:date>`)
    expect(book).toMatchObject({ title: 'Old Winds', author: 'Ada Quill', publishedAt: '1999' })
  })

  it('returns null for missing fields', async () => {
    const book = await dc(
      '<dc:creator>Unknown Author</dc:creator><dc:date>0101-01-01T00:00:00+00:00</dc:date><dc:title> </dc:title>',
    )
    expect(book).toMatchObject({ title: null, author: null, site: null, language: null, publishedAt: null })
  })

  it('makes a document with chapters as places', async () => {
    const contents = [{ title: 'Only', href: 'ch1.xhtml' }]
    const facts = { fileName: 'book.epub', url: null, mediaType: 'application/epub+zip', bytes: 1 }
    const document = finishDocument(await parse({ parts, contents }), facts)
    expect(document.blocks.map(({ location }) => location)).toEqual([{ kind: 'chapter', chapter: 1, title: 'Only' }])
  })
})
