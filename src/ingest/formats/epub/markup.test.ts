import { describe, expect, it } from 'vitest'
import { loadDetector } from '../../language.ts'
import { decodeMarkup } from './markup.ts'

await loadDetector()

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('decodeMarkup', () => {
  it('reads UTF-8 and UTF-16', () => {
    expect(decodeMarkup(Buffer.from('\ufeff<p>é</p>'))).toBe('<p>é</p>')
    expect(decodeMarkup(Buffer.from('\ufeff<p>é</p>', 'utf16le'))).toBe('<p>é</p>')
    expect(decodeMarkup(Buffer.from('<?xml version="1.0" encoding="UTF-16"?><p>é</p>', 'utf16le'))).toContain(
      '<p>é</p>',
    )
  })

  it('follows a declared encoding unless the bytes are UTF-8', () => {
    const declared = '<?xml version="1.0" encoding="iso-8859-1"?><p>Où est passé l’été ? Caf\u00e9.</p>'.replace(
      '’',
      "'",
    )
    expect(decodeMarkup(latin1(declared))).toContain('Où est passé')
    expect(decodeMarkup(Buffer.from(declared))).toContain('Où est passé')
    expect(decodeMarkup(latin1('<html><head><meta charset="windows-1252"/></head><p>passé</p></html>'))).toContain(
      'passé',
    )
  })

  it('guesses the encoding after a wrong or unusable declaration', () => {
    const sentence = 'Cette page ne dit pas dans quel codage elle est écrite, à l’été déjà passé. '.replace('’', "'")
    const wrong = `<?xml version="1.0" encoding="utf-8"?><p>${sentence.repeat(20)}</p>`
    expect(decodeMarkup(latin1(wrong))).toContain('elle est écrite, à')
    const unknown = `<html><head><meta charset="iso-2022-kr"/></head><p>caf\u00e9</p></html>`
    expect(decodeMarkup(latin1(unknown))).toContain('caf')
  })

  it('keeps the valid parts of damaged UTF-8', () => {
    const cut = Buffer.concat([Buffer.from('<p>été '.repeat(50)), Uint8Array.of(0xc3)])
    expect(decodeMarkup(cut)).toContain('<p>été <p>été')
  })

  it('repairs quotes and dashes stored as control characters', () => {
    expect(decodeMarkup(Buffer.from('<p>It\u0092s here\u0097now.</p>'))).toBe('<p>It’s here—now.</p>')
  })
})

describe('entities of a document type', () => {
  const text = (doctype: string, body: string): string => decodeMarkup(Buffer.from(`${doctype}<p>${body}</p>`))

  it('replaces entities of plain text', () => {
    const doctype = `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//X//[>" "x.dtd" [
      <!-- a > in a comment, and it's fine --> <!ENTITY author "Ada &#38; Ben"> <!ENTITY dash '&#8212;'> ]>`
    expect(text(doctype, '&author; &dash; &nbsp;')).toBe('<?xml version="1.0"?><p>Ada &#38; Ben &#8212; &nbsp;</p>')
  })

  it('keeps references to external, nested and markup entities', () => {
    const doctype = `<!DOCTYPE html [ <!ENTITY file SYSTEM "file:///etc/hostname"> <!ENTITY a "ha"> <!ENTITY b "&a;&a;">
      <!ENTITY % p "x"> <!ENTITY tag "<b>x</b>"> ]>`
    expect(text(doctype, '&file;|&b;|&tag;|&a;')).toBe('<p>&file;|&b;|&tag;|ha</p>')
  })

  it('limits the growth by entities', () => {
    const doctype = `<!DOCTYPE html [<!ENTITY a "${'x'.repeat(200)}">]>`
    expect(text(doctype, '&a;'.repeat(100_000)).length).toBeLessThan(1_500_000)
  })

  it('ignores an unfinished document type', () => {
    expect(text('<!DOCTYPE html [ <!ENTITY a "b">', '&a;')).toContain('&a;')
    expect(text('<!DOCTYPE html [ <!-- ', '&a;')).toContain('&a;')
  })
})
