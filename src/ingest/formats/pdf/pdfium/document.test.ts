import { describe, expect, it } from 'vitest'
import { makePdf, pdfText } from '../../../../../tests/support/pdf.ts'
import { withDocument } from './document.ts'
import { loadPdfium, PdfiumAborted } from './library.ts'

const file = makePdf({ pages: [pdfText(50, 700, 'Tides')] })

const count = () => withDocument(file, ({ pages }) => pages)

describe('withDocument', () => {
  it('keeps one instance for the documents of a thread', async () => {
    const first = await loadPdfium()
    await count()
    expect(await loadPdfium()).toBe(first)
  })

  it.each([
    ['gives up', new PdfiumAborted('no memory')],
    ['traps', new WebAssembly.RuntimeError('unreachable')],
  ])('discards an instance that %s, and reads the next document', async (_, error) => {
    const first = await loadPdfium()
    const failed = withDocument(file, () => {
      throw error
    })
    await expect(failed).rejects.toMatchObject({ code: 'source_too_complex' })
    expect(await loadPdfium()).not.toBe(first)
    expect(await count()).toBe(1)
  })

  it('limits the memory of an instance', async () => {
    const pdfium = await loadPdfium()
    expect(pdfium.malloc(1 << 20)).toBeGreaterThan(0)
    expect(pdfium.malloc(400 << 20)).toBe(0)
    expect(pdfium.bytes().byteLength).toBeLessThan(300 << 20)
  })
})
