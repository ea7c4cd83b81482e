import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildZip } from '../../../tests/support/files/build-zip.ts'
import { detectType, type TypeHints } from './detect-type.ts'

const nothing: TypeHints = { fileName: null, contentType: null }
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const type = async (bytes: Uint8Array | string, hints: Partial<TypeHints> = {}) => {
  const found = await detectType(typeof bytes === 'string' ? latin1(bytes) : bytes, { ...nothing, ...hints })
  return found.type ?? found.name
}

const contentTypes = (main: string): { name: string; data: string } => ({
  name: '[Content_Types].xml',
  data: `<Types><Override PartName="/main.xml" ContentType="application/vnd.${main}+xml"/></Types>`,
})
const carried = (mediaType: string): Uint8Array => buildZip([{ name: 'mimetype', data: mediaType, stored: true }])
const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea follows.'

describe('what bytes are', () => {
  it.each([
    ['%PDF-1.7\n1 0 obj', 'pdf'],
    ['HTTP/1.1 200 OK\r\nServer: a\r\n\r\n%PDF-1.4\n%\u00e2\u00e3\n12 0 obj', 'pdf'],
    [`A PDF begins with the line\n%PDF-1.7\nand goes on with objects. ${PROSE}`, 'text'],
    [`<!doctype html><html><p>${PROSE}`, 'html'],
    [PROSE, 'text'],
    ['{\\rtf1\\ansi Tides}', 'a rich text document (.rtf)'],
    ['\u00db\u00a5-\u0000 Tides', 'a document of Word 95 or earlier'],
    ['<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument>', 'doc'],
    ['<?xml version="1.0"?><w:wordDocument xmlns:w="x">', 'doc'],
    ['MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x', 'doc'],
    [`MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n${PROSE}`, 'text'],
    ...['', 'From ada@sea.example Tue Mar  5 10:00:00 2024\n'].map((first): [string, string] => [
      `${first}From: a@sea.example\nReceived: by\n sea.example\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\n\n${PROSE}\n--x\nContent-Type: text/html\n\n<html><p>${PROSE}`,
      'text',
    ]),
    [`From: a@sea.example\nSubject: Tides\nContent-Type: text/html\n\n<html><p>${PROSE}`, 'text'],
    [`Subject: Tides\n<html><p>${PROSE}`, 'html'],
    ['%!PS-Adobe-3.0\n/Times findfont', 'a PostScript document'],
    ['<?xml version="1.0"?><rss version="2.0"><channel><title>Tides</title>', 'a news feed'],
    ['<?xml version="1.0"?><FictionBook><body>', 'an e-book (.fb2)'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html>', 'html'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">', 'a drawing (.svg)'],
    ['<?xml version="1.0"?><data><title>x</title></data>', 'data (XML)'],
    ['\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'image'],
    ['\u0000\u0000\u0000\u001cftypmif1\u0000\u0000\u0000\u0000mif1miafheic', 'image'],
    ['\u0000\u0000\u0000\u001cftypavif\u0000\u0000\u0000\u0000mif1miafMA1B', 'an image'],
    ['GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000', 'an image'],
    ['ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000', 'audio'],
    ['\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isomiso2', 'audio'],
    ['0&\u00b2u\u008ef\u00cf\u0011\u00a6\u00d9\u0000\u00aa', 'audio'],
    ['FORM\u0000\u0001\u0000\u0000AIFFCOMM', 'audio'],
    ['RIFF\u0000\u0001\u0000\u0000AVI LIST', 'audio'],
    ['\u000bw\u0000\u0000\u0014\u0040\u0043\u00e1', 'an audio recording'],
    ['7z\u00bc\u00af\u0027\u001c\u0000\u0004', 'an archive'],
    ['\u007fELF\u0002\u0001\u0001\u0000\u0000\u0000', 'a program'],
    ['\u0000\u0001\u0002\u0003 nothing known', 'something that is not text'],
  ])('detects %j', async (bytes, expected) => expect(await type(bytes)).toBe(expected))

  it.each([
    [
      'a Word document',
      buildZip([contentTypes('openxmlformats-officedocument.wordprocessingml.document.main')]),
      'docx',
    ],
    ['one with macros', buildZip([contentTypes('ms-word.document.macroEnabled.main')]), 'docx'],
    ['a template', buildZip([contentTypes('openxmlformats-officedocument.wordprocessingml.template.main')]), 'docx'],
    ['one without its types', buildZip([{ name: 'word/document.xml', data: '<w/>' }]), 'docx'],
    [
      'a workbook',
      buildZip([contentTypes('openxmlformats-officedocument.spreadsheetml.sheet.main')]),
      'a spreadsheet (.xlsx)',
    ],
    ['slides', buildZip([contentTypes('openxmlformats-officedocument.presentationml.presentation.main')]), 'pptx'],
    ['an e-book', carried('application/epub+zip\r\n'), 'epub'],
    ['an e-book that lost its type', buildZip([{ name: 'META-INF/container.xml', data: '<c/>' }]), 'epub'],
    ['an OpenDocument text', carried('application/vnd.oasis.opendocument.text'), 'odt'],
    ['an OpenDocument sheet', carried('application/vnd.oasis.opendocument.spreadsheet'), 'a spreadsheet (.ods)'],
    ['any archive', buildZip([{ name: 'notes.txt', data: 'x' }]), 'an archive (.zip)'],
    ['a gzipped file', gzipSync('x'), 'an archive'],
  ])('detects %s', async (_, bytes, expected) => expect(await type(bytes, { fileName: 'x.pdf' })).toBe(expected))

  it('trusts a name only for unrecognized bytes', async () => {
    const damaged = '\u0000\u0001\u0002\u0003\u0004'
    expect(await type(damaged, { fileName: 'a.pdf' })).toBe('pdf')
    expect(await type(damaged, { fileName: 'a.DOC' })).toBe('doc')
    expect(await type(damaged, { contentType: 'application/epub+zip' })).toBe('epub')
    expect(await type('PK\u0003\u0004', { fileName: 'a.docx' })).toBe('docx')
    expect(await type('PK\u0003\u0004')).toBe('an archive (.zip)')
  })

  it('detects text in any encoding', async () => {
    const wide = Buffer.from(PROSE, 'utf16le')
    expect(await detectType(wide, nothing)).toMatchObject({ type: 'text', charset: 'utf-16le' })
    expect(await detectType(Buffer.from(wide).swap16(), nothing)).toMatchObject({ type: 'text', charset: 'utf-16be' })
    expect(await type(Buffer.from(`\ufeff<html><body>${PROSE}`, 'utf16le'))).toBe('html')
    expect(await type(Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]))).toBe('text')
    expect(await type(Buffer.from('\ufeff{\\rtf1 x}'))).toBe('a rich text document (.rtf)')
  })

  it('accepts a few zeros in a text', async () => {
    expect(await type(`<html><body>${PROSE}\u0000${PROSE}`)).toBe('html')
    expect(await type(`${PROSE}\u0000`)).toBe('text')
  })

  it('limits the time for endless comments', async () => {
    await type(`${'<!---->'.repeat(600)}<`, { contentType: 'text/plain' })
  })
})

describe('declarations of servers and names about texts', () => {
  it.each([
    ['text/html; charset=Shift_JIS', '<p>', { type: 'html', mediaType: 'text/html', charset: 'Shift_JIS' }],
    ['application/xhtml+xml', '<p>', { type: 'html', mediaType: 'application/xhtml+xml', charset: null }],
    ['text/plain', 'words', { type: 'text', mediaType: 'text/plain', charset: null }],
    ['text/markdown', 'Write `<html>` first.', { type: 'text', mediaType: 'text/markdown' }],
    ['text/plain', '<!-- a --> <!DOCTYPE html><html>', { type: 'html', mediaType: 'text/html' }],
    ['text/plain', 'Write <html> first.', { type: 'text' }],
    [null, '<html><head>', { type: 'html', mediaType: 'text/html' }],
    ['application/octet-stream', 'just words', { type: 'text', mediaType: 'text/plain' }],
    ['application/xml', '<html xmlns="x">', { type: 'html' }],
    ['application/pdf', '<html><body>Sign in', { type: 'html' }],
  ])('reads %j with %j', async (contentType, text, expected) => {
    expect(await detectType(latin1(text), { ...nothing, contentType })).toMatchObject(expected)
  })

  it.each([
    ['application/json', '{}', 'data (JSON)'],
    ['text/csv', 'a,b', 'a table of data (.csv)'],
    ['application/rss+xml', '<rss>', 'a news feed'],
    ['video/mp4', 'not really', 'a recording'],
    ['application/x-thing', 'x', 'a file of type application/x-thing'],
    ['text/javascript', 'document.write("<html>")', 'a script'],
  ])('names %j', async (contentType, text, name) => expect(await type(text, { contentType })).toBe(name))

  it.each([
    ['tides.html', '<p>x', 'html'],
    ['tides.md', '# x <html>', 'text'],
    ['tides.log', 'x', 'text'],
  ])('uses the name %s', async (fileName, text, expected) => expect(await type(text, { fileName })).toBe(expected))
})
