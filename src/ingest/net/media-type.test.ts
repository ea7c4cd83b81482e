import { describe, expect, it } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('mediaTypeOf', () => {
  it.each([
    ['text/html; charset=Shift_JIS', '<p>', { kind: 'html', essence: 'text/html', charset: 'Shift_JIS' }],
    ['application/xhtml+xml', '<p>', { kind: 'html', essence: 'application/xhtml+xml', charset: null }],
    ['text/plain', 'words', { kind: 'text', essence: 'text/plain', charset: null }],
    ['text/plain', '<!DOCTYPE html><html>', { kind: 'html', essence: 'text/html', charset: null }],
    [null, '<html><head>', { kind: 'html', essence: 'text/html', charset: null }],
    [null, 'just words', { kind: 'text', essence: 'text/plain', charset: null }],
    ['application/xml', '<?xml version="1.0"?><html xmlns="x">', { kind: 'html', essence: 'text/html', charset: null }],
  ])('reads %j with %j', (type, head, expected) => expect(mediaTypeOf(type, bytes(head))).toEqual(expected))

  it.each([
    ['application/pdf', '%PDF-1.7', 'a PDF document'],
    ['text/html', '%PDF-1.7', 'a PDF document'],
    [null, 'PK\u0003\u0004', 'an archive'],
    ['image/png', '\u0089PNG', 'an image'],
    ['video/mp4', '....', 'a video'],
    ['application/json', '{}', 'data (JSON)'],
    ['application/rss+xml', '<rss>', 'a news feed'],
    ['application/x-thing', 'x', 'a file of type application/x-thing'],
  ])('names what %j with %j is', (type, head, name) => {
    expect(() => mediaTypeOf(type, bytes(head))).toThrow(
      expect.objectContaining({ code: 'source_type_unsupported', message: expect.stringContaining(name) }),
    )
  })
})
