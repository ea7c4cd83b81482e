import { unzipSync } from 'fflate'
import {
  json3Captions,
  type Line,
  srv1Captions,
  srv3Captions,
  vttCaptions,
} from '../../tests/standins/youtube/answers.ts'
import { buildCompound } from '../../tests/support/files/build-compound.ts'
import { docStreams } from '../../tests/support/files/build-doc.ts'
import { docxParts, paragraph, run, style, table } from '../../tests/support/files/build-docx.ts'
import { bookFiles } from '../../tests/support/files/build-epub.ts'
import { buildOdt } from '../../tests/support/files/build-odt.ts'
import { buildPdf } from '../../tests/support/files/build-pdf.ts'
import { buildPptx, shape, textParagraph } from '../../tests/support/files/build-pptx.ts'
import { buildZip } from '../../tests/support/files/build-zip.ts'
import { tidePools } from '../../tests/support/texts.ts'

/** Parts of a file before they are packed, by name. */
type Parts = Readonly<Record<string, Uint8Array>>

/** A valid file to start from. */
export interface Seed {
  fileName: string
  bytes: Uint8Array
  /** For packed formats: the content and the packing, so that mutations reach the content too. */
  packed?: { parts: Parts; pack: (parts: Parts) => Uint8Array }
}

const paragraphs = tidePools.split('\n\n')
const title = 'Counting the tide pools of Carrow'

const bytesOf = (files: Readonly<Record<string, string | Uint8Array>>): Parts =>
  Object.fromEntries(Object.entries(files).map(([name, data]) => [name, Buffer.from(data)]))

const zip = (parts: Parts): Uint8Array =>
  buildZip(Object.entries(parts).map(([name, data]) => ({ name, data, stored: name === 'mimetype' })))

function packed(fileName: string, parts: Parts, pack: (parts: Parts) => Uint8Array): Seed {
  return { fileName, bytes: pack(parts), packed: { parts, pack } }
}

const item = (text: string, level: number): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)

const numbering =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
const changes = `<w:p><w:ins w:id="1">${run('kept')}</w:ins><w:del w:id="2"><w:r><w:delText>gone</w:delText></w:r></w:del>${note}</w:p>`

const docx = packed(
  'report.docx',
  bytesOf(
    docxParts({
      body: [
        paragraph(title, '<w:pStyle w:val="H1"/>'),
        ...paragraphs.map((text) => paragraph(text)),
        item('Twelve pools', 0),
        item('Two hours', 1),
        table([
          ['Year', 'Species'],
          ['1962', '41'],
        ]),
        changes,
      ].join(''),
      styles: style('H1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
      numbering,
      footnotes: `<w:footnote w:id="2">${paragraph('A note on the count of the pools.')}</w:footnote>`,
      core: `<dc:title>${title}</dc:title><dc:creator>E. Vance</dc:creator>`,
    }),
  ),
  zip,
)

const doc = packed(
  'report.doc',
  docStreams({
    paragraphs: [title, ...paragraphs].map((text, at) => ({ runs: [{ text, modifiers: [[0x4a30, [at, 0]]] }] })),
    styles: [[[0x2a48, [1]]]],
    footnotes: [{ runs: [{ text: 'A note on the count.' }] }],
  }),
  buildCompound,
)

const book = (version: 2 | 3): Seed =>
  packed(
    'book.epub',
    bytesOf(
      bookFiles({
        version,
        parts: [paragraphs.slice(0, 2), paragraphs.slice(2)].map((texts, at) => ({
          body: `<h1>Part ${at + 1}</h1>${texts.map((text) => `<p>${text}</p>`).join('')}<table><tr><td>1962</td><td>41</td></tr></table><ul><li>Pools</li></ul><p>Note<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1">A note.</aside>`,
        })),
        contents: [
          { title: 'The first count', href: 'ch1.xhtml' },
          { title: 'Heat and feet', href: 'ch2.xhtml', entries: [{ title: 'Notes', href: 'ch2.xhtml#n1' }] },
        ],
      }),
    ),
    zip,
  )

const textElement = (name: string, content: string, attributes = ''): string =>
  `<text:${name}${attributes}>${content}</text:${name}>`

const odtItem = (text: string): string =>
  textElement('list', textElement('list-item', textElement('p', text) + textElement('list', '')))

const odt = buildOdt({
  styles:
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"><style:text-properties fo:font-weight="bold"/></style:style>',
  body: [
    textElement('h', title, ' text:outline-level="1"'),
    ...paragraphs.map((text) => textElement('p', text, ' text:style-name="P1"')),
    odtItem('Twelve pools'),
    '<table:table><table:table-row><table:table-cell><text:p>Year</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>',
    textElement(
      'p',
      `Pools<text:s text:c="3"/>${textElement('note', textElement('note-body', textElement('p', 'A note.')))}`,
    ),
  ].join(''),
  meta: `<dc:title>${title}</dc:title><meta:initial-creator>E. Vance</meta:initial-creator>`,
})

const deck = buildPptx(
  [
    { shapes: shape('ctrTitle', textParagraph(title)) + shape('subTitle', textParagraph('E. Vance')) },
    {
      shapes: `${shape('title', textParagraph('Counts'))}${shape('body', paragraphs.map((text) => textParagraph(text, '<a:buChar char="•"/>')).join(''))}<p:graphicFrame><a:tbl><a:tr><a:tc>${textParagraph('Year')}</a:tc><a:tc>${textParagraph('41')}</a:tc></a:tr></a:tbl><dgm:relIds r:dm="rDiagram"/></p:graphicFrame><mc:AlternateContent><mc:Choice>${shape(null, textParagraph('Chosen'))}</mc:Choice><mc:Fallback>${shape(null, textParagraph('Other'))}</mc:Fallback></mc:AlternateContent>`,
      notes: shape('body', textParagraph('Pause here.')),
      diagram: ['Pools', 'Hours'],
    },
    { shapes: shape('title', textParagraph('Spare')), hidden: true },
  ],
  title,
)

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta property="og:site_name" content="The Shore"><link rel="canonical" href="https://shore.example/pools">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"${title}","author":{"name":"E. Vance"},"datePublished":"2026-01-02"}</script>
<style>.x{display:none}</style></head><body><nav><a href="/">Home</a><a href="/sea">Sea</a></nav>
<article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<table><tr><th>Year</th></tr><tr><td>1962</td></tr></table><ul><li>Pools</li><li>Hours</li></ul><blockquote>Begin.</blockquote>
<figure><img src="a.jpg" alt="A pool"><figcaption>A pool</figcaption></figure></article>
<section class="related"><h2>More</h2><a href="/b">B</a></section><footer>© The Shore</footer></body></html>`

const markdown = `# ${title}\n\n${paragraphs.join('\n\n')}\n\n## Counts\n\n- pools\n- hours\n\n1. first\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`\ncode\n\`\`\`\n\nFrom: a@b.c\n\n00:12 said **one** [link](https://a.example)\n00:15 said two\n`

const lines: Line[] = paragraphs.flatMap((text) => text.split('. ')).map((text, at): Line => [at * 4, 4, text])

/** A packed file, by its bytes. */
const unpacked = (fileName: string, bytes: Uint8Array): Seed => packed(fileName, unzipSync(bytes), zip)

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23)
const subtitles = lines
  .map(([start, seconds, text], at) => {
    const times = `${clock(start)} --> ${clock(start + seconds)}`.replaceAll('.', ',')
    return `${at + 1}\n${times}\n{\\an8}<font color="#fff">${text}</font>\n`
  })
  .join('\n')
const webVtt = `WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE by hand\n\n${lines.map(([start, seconds, text]) => `${clock(start)} --> ${clock(start + seconds)} align:start\n<v Ines>${text} &amp;\n`).join('\n')}`

const file = (fileName: string, content: string | Uint8Array): Seed => ({ fileName, bytes: Buffer.from(content) })

/** Valid files of every format. */
export const seeds: Readonly<Record<string, readonly Seed[]>> = {
  pdf: [file('report.pdf', buildPdf(title, [paragraphs.slice(0, 2), paragraphs.slice(2)]))],
  docx: [docx],
  doc: [doc],
  epub: [book(3), book(2)],
  odt: [unpacked('report.odt', odt)],
  pptx: [unpacked('talk.pptx', deck)],
  html: [file('page.html', page)],
  text: [file('notes.md', markdown), file('wide.txt', Buffer.from(`\ufeff${markdown}`, 'utf16le'))],
  subtitles: [file('tides.srt', subtitles), file('tides.vtt', webVtt)],
  captions: [
    file('json3', JSON.stringify(json3Captions(lines))),
    file('srv1', srv1Captions(lines)),
    file('srv3', srv3Captions(lines)),
    file('vtt', vttCaptions(lines)),
  ],
}
