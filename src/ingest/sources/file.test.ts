import { describe, expect, it } from 'vitest'
import { loadDetector } from '../language.ts'
import { readFile } from './file.ts'

await loadDetector()

const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows.'
const page = `<html><head><title>Tides</title></head><body><article><h1>Tides</h1>${`<p>${PROSE}</p>`.repeat(4)}</article>`

const file = (text: string, fileName: string | null, more: object = {}) =>
  readFile({ bytes: Buffer.from(text), fileName, url: null, ...more })

describe('readFile', () => {
  it('reads a saved page, with the address it once had', () => {
    const document = file(page, 'tides.html', { url: 'https://sea.example/tides' })
    expect(document).toMatchObject({ kind: 'article', title: 'Tides', url: 'https://sea.example/tides' })
    expect(document.sourceInfo).toMatchObject({ fileName: 'tides.html', mediaType: 'text/html' })
  })

  it('knows a page without a name by its first tags', () => {
    expect(file(page, null).kind).toBe('article')
  })

  it('reads plain text and Markdown, and decodes what is not UTF-8', () => {
    expect(file(`# Tides\n\n${PROSE}`, 'tides.md')).toMatchObject({ kind: 'text', title: 'Tides' })
    const latin = Buffer.from('Die Flut f\u00e4llt und steigt, weil der Mond am Meer zieht und es ihm folgt.', 'latin1')
    const document = readFile({ bytes: latin, fileName: 'flut.txt', url: null })
    expect(document.blocks[0]?.text).toContain('Die Flut f\u00e4llt')
    expect(document.sourceInfo).toMatchObject({ readAs: 'text file', bytes: latin.byteLength })
  })

  it('prefers a title that is given', () => {
    expect(file(page, 'tides.html', { title: 'Moon and sea' }).title).toBe('Moon and sea')
    expect(file(PROSE, 'tides.txt', { title: 'Moon and sea' }).title).toBe('Moon and sea')
  })

  it('says what a file is that it cannot read, whatever its name', () => {
    expect(() => file('%PDF-1.7 ...', 'tides.txt')).toThrow(
      expect.objectContaining({
        code: 'source_type_unsupported',
        message: 'This file is a PDF document, which cannot be read. Give its text instead.',
      }),
    )
  })
})
