import { describe, expect, it } from 'vitest'
import { loadDetector } from '../language.ts'
import { readFile } from './file.ts'

await loadDetector()

const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows.'
const page = `<html><head><title>Tides</title></head><body><article><h1>Tides</h1>${`<p>${PROSE}</p>`.repeat(4)}</article>`

const file = async (text: string, fileName: string | null, more: object = {}) =>
  readFile({ bytes: Buffer.from(text), fileName, url: null, ...more })

describe('readFile', () => {
  it('reads a saved page with its original URL', async () => {
    const document = await file(page, 'tides.html', { url: 'https://sea.example/tides' })
    expect(document).toMatchObject({ kind: 'article', title: 'Tides', url: 'https://sea.example/tides' })
    expect(document.sourceInfo).toMatchObject({ fileName: 'tides.html', mediaType: 'text/html' })
  })

  it('detects a page by its first tags', async () => {
    expect((await file(page, null)).kind).toBe('article')
  })

  it('reads plain text and Markdown in any encoding', async () => {
    expect(await file(`# Tides\n\n${PROSE}`, 'tides.md')).toMatchObject({ kind: 'text', title: 'Tides' })
    const latin = Buffer.from('Die Flut f\u00e4llt und steigt, weil der Mond am Meer zieht und es ihm folgt.', 'latin1')
    const document = await readFile({ bytes: latin, fileName: 'flut.txt', url: null })
    expect(document.blocks[0]?.text).toContain('Die Flut f\u00e4llt')
    expect(document.sourceInfo).toMatchObject({ readAs: 'text file', bytes: latin.byteLength })
  })

  it('prefers a given title', async () => {
    expect((await file(page, 'tides.html', { title: 'Moon and sea' })).title).toBe('Moon and sea')
    expect((await file(PROSE, 'tides.txt', { title: 'Moon and sea' })).title).toBe('Moon and sea')
  })

  it('titles a transcript by the line above it, or else by its file', async () => {
    const said = `Ada  0:03\n${PROSE}\nBen  0:09\n${PROSE}\nAda  1:02\n${PROSE}`
    expect((await file(`Board meeting\n\n${said}`, 'otter.txt')).title).toBe('Board meeting')
    expect((await file(said, 'otter.txt')).title).toBe('otter')
  })

  it('reports the type of an unsupported file, whatever its name', async () => {
    await expect(file('%!PS-Adobe-3.0 tides', 'tides.txt')).rejects.toEqual(
      expect.objectContaining({
        code: 'source_type_unsupported',
        message: 'This file is a PostScript document, which can’t be read. Save it as .pdf and try again.',
      }),
    )
  })

  it('rejects an empty file', async () => {
    await expect(file('', 'tides.txt')).rejects.toEqual(expect.objectContaining({ code: 'source_empty' }))
  })

  it('treats a fetched text as an article of its site', async () => {
    const answered = { contentType: 'text/plain; charset=utf-8' }
    const document = await file(PROSE, null, { url: 'https://www.sea.example/tides.txt', answered })
    expect(document).toMatchObject({ kind: 'article', site: 'sea.example', url: 'https://www.sea.example/tides.txt' })
    await expect(file('{}', null, { answered: { contentType: 'application/json' } })).rejects.toEqual(
      expect.objectContaining({
        message:
          'This link leads to data (JSON), not to an article. To summarize its text, upload that as a text file.',
      }),
    )
  })

  it('rejects a short file without advice to paste more', async () => {
    await expect(file('Tides.', 'tides.txt')).rejects.toEqual(
      expect.objectContaining({
        code: 'source_too_short',
        message: 'There is too little text in this file to summarize.',
      }),
    )
  })
})
