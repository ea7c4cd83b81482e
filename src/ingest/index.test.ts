import { describe, expect, it } from 'vitest'
import { startLoopbackServer } from '../../tests/standins/loopback-server.ts'
import { book, oldDocument, report, type SampleFile, wordDocument } from '../../tests/support/files/samples.ts'
import { forSuite } from '../../tests/support/suite.ts'
import { extractedDocumentSchema } from '../shared/document.ts'
import { unpackDocument } from '../threads/packed-document.ts'
import { createIngest, type ReadProgress } from './index.ts'

const PARAGRAPH =
  'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows it around the world.'
const PAGE = `<html lang="en"><head><title>On tides</title><meta property="og:site_name" content="The Paper"></head>
<body><article><h1>On tides</h1><p>${PARAGRAPH}</p><h2>Why</h2><p>${PARAGRAPH} Twice.</p></article></body></html>`

const samples: readonly SampleFile[] = [report, wordDocument, oldDocument, book]

const ingest = forSuite(async () => createIngest({ allowPrivateAddresses: true, outboundProxyUrl: null }))
const guarded = forSuite(async () => createIngest({ allowPrivateAddresses: false, outboundProxyUrl: null }))
const { signal } = new AbortController()
const server = forSuite(async () =>
  startLoopbackServer((request, response) => {
    if (request.url?.startsWith('/files/')) {
      const sample = samples.find(({ name }) => request.url === `/files/${name}`)
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(sample?.buffer)
    } else if (request.url === '/notes.txt')
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`Notes on tides\n\n${PARAGRAPH}`)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  }),
)

describe('ingest', () => {
  it('reads the article at a URL, and reports progress', async () => {
    const seen: ReadProgress[] = []
    const packed = await ingest.read(
      { kind: 'url', url: `${server.origin}/tides` },
      { signal, onProgress: (progress) => seen.push(progress) },
    )
    const document = unpackDocument(packed)
    expect(extractedDocumentSchema.parse(document)).toEqual(document)
    expect(document).toMatchObject({
      kind: 'article',
      title: 'On tides',
      site: 'The Paper',
      language: 'en',
      url: `${server.origin}/tides`,
      words: 44,
    })
    expect(document.sourceInfo).toEqual({
      readAs: 'article text',
      mediaType: 'text/html',
      bytes: Buffer.byteLength(PAGE),
      finalUrl: `${server.origin}/tides`,
    })
    expect(seen[0]).toEqual({ stage: 'fetching', bytes: 0 })
    expect(seen.at(-1)).toEqual({ stage: 'reading', title: 'On tides', words: 44 })
  })

  it('reads plain text at a URL', async () => {
    const document = await ingest.read({ kind: 'url', url: `${server.origin}/notes.txt` }, { signal })
    expect(document).toMatchObject({
      kind: 'article',
      title: 'Notes on tides',
      site: '127.0.0.1',
      sourceInfo: { mediaType: 'text/plain' },
    })
  })

  it('reads pasted text and saved pages', async () => {
    expect(await ingest.read({ kind: 'text', content: PARAGRAPH }, { signal })).toMatchObject({
      kind: 'text',
      url: null,
    })
    const saved = await ingest.read({ kind: 'html', html: Buffer.from(PAGE), url: null }, { signal })
    expect(saved).toMatchObject({ kind: 'article', title: 'On tides', url: null })
  })

  it.each([
    ['a PDF', report, 'document', 'page'],
    ['a Word document', wordDocument, 'document', 'paragraph'],
    ['an older Word document', oldDocument, 'document', 'paragraph'],
    ['an e-book', book, 'epub', 'chapter'],
  ])('detects %s at a URL', async (_, sample, kind, location) => {
    const url = `${server.origin}/files/${sample.name}`
    const packed = await ingest.read({ kind: 'url', url }, { signal })
    const document = unpackDocument(packed)
    expect(document).toMatchObject({ kind, url, sourceInfo: { finalUrl: url, fileName: sample.name } })
    expect(document.blocks.at(-1)?.location.kind).toBe(location)
    expect(document.blocks.map((block) => block.text).join(' ')).toContain('begin at the bottom, where the water is')
  })

  it('detects the type of a file by its bytes', async () => {
    const document = await ingest.read(
      { kind: 'file', bytes: book.buffer, fileName: 'report.pdf', url: null },
      { signal },
    )
    expect(document).toMatchObject({ kind: 'epub', sourceInfo: { mediaType: 'application/epub+zip' } })
  })

  it('rejects private networks, and stops when aborted', async () => {
    await expect(guarded.read({ kind: 'url', url: server.origin }, { signal })).rejects.toEqual(
      expect.objectContaining({ code: 'url_not_allowed' }),
    )
    await expect(ingest.read({ kind: 'url', url: server.origin }, { signal: AbortSignal.abort() })).rejects.toEqual(
      expect.objectContaining({ code: 'cancelled' }),
    )
  })
})
