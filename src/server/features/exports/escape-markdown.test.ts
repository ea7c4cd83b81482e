import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkdown, markdownLink, oneLine } from './escape-markdown.ts'

/** Pieces that mean something somewhere, in any order, with arbitrary text between them. */
const pieces = [
  ...Array.from('\\`*_{}[]()<>|~$&^@#!+-=:%. \n\t"\''),
  ...'](|![|<!--|-->|<b>|&lt;|&#60;|---|```|1.|2)|==|%%|[[|{{'.split('|'),
  ...'https://|_www.|ftp://|javascript:|a@b.c@.|mailto:|\r\n|\u2028|\u202e|\0|\ud800'.split('|'),
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 30 })
  .map((parts) => parts.join(''))

/** Text that a viewer shows for a text with backslash escapes only (CommonMark 0.31.2, section 2.4). */
const shown = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])/gu, '$1')
/** Text without its backslash escapes, which a viewer may interpret. */
const unescaped = (markdown: string): string => markdown.replace(/\\[!-/:-@[-`{-~]/gu, '·')

const meaning =
  /[\\`*_{}[\]<~$^#]|&\w+;|@\S|:\/\/|www\.|==|%%|^(?:[>+=:%-]|\d{1,9}[.)])|[\p{Cc}\u2028\u2029\u202e]|^\s|\s$|\s\s/iu

describe('escapeMarkdown and markdownLink', () => {
  it('shows foreign text verbatim on one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markdown = escapeMarkdown(text)
        expect(shown(markdown)).toBe(oneLine(text))
        expect(unescaped(markdown)).not.toMatch(meaning)
      }),
      { numRuns: 2000 },
    )
  })

  it('changes ordinary text very little', () => {
    const plain = 'AT&T paid $5 (or 3.5%) for A > B - see "Notes": it’s 100% true; ask R. A. 寝台列車が！'
    expect(escapeMarkdown(plain)).toBe(plain.replace('$', '\\$'))
  })

  it('links http URLs, and nothing breaks out of the target', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, rest) => {
        const [, target] = /^\[(?:[^[\]\\]|\\.)+\]\(([^\s()<>[\]]*)\)$/u.exec(
          markdownLink(`x${text}`, `https://example.com/?${rest}`),
        ) ?? ['', undefined]
        expect(target).toMatch(/^https:\/\/example\.com\//u)
      }),
    )
    expect(markdownLink('p. 1', 'https://a.example/b(1)?q="x"&copy;=<y>')).toBe(
      '[p. 1](https://a.example/b%281%29?q=%22x%22&amp;copy;=%3Cy%3E)',
    )
  })

  it.each([null, 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://own@other.example/', 'x'])(
    'is no link to %s',
    (address) => expect(markdownLink('p. 1', address)).toBe('p. 1'),
  )
})
