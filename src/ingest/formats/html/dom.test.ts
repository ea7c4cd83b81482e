import { describe, expect, it } from 'vitest'
import { foldText } from '../clean-text.ts'
import { childElements, parseDom } from './dom.ts'
import { readPage } from './page.ts'

const wordsOf = (html: string): { head: string; body: string } => {
  const { head, body } = parseDom(html)
  return {
    head: foldText(head.textContent ?? ''),
    body: readPage(body)
      .blocks.map(({ text }) => text)
      .join(' '),
  }
}

describe('parseDom', () => {
  it.each([
    ['all tags', '<!doctype html><html><head><title>Tides</title></head><body><p>One</p><p>Two</p></body></html>'],
    ['no tags of the page', '<!doctype html><html><title>Tides</title><p>One</p><p>Two</p></html>'],
    ['no head', '<!doctype html><html lang="en">\n<title>Tides</title>\n<body class="a"><p>One</p><p>Two</p>'],
    ['no body', '<html><head><title>Tides</title></head><!-- here --><p>One</p>Two</html>'],
    ['text between head and body', '<html><title>Tides</title>One<body><p>Two</p></body></html>'],
    ['text behind the body', '<html><title>Tides</title><body><p>One</p></body><p>Two</p></html>'],
  ])('finds head and body of a page with %s', (_, html) => {
    expect(wordsOf(html)).toEqual({ head: 'Tides', body: 'One Two' })
  })

  it('adds head elements to the body after its start', () => {
    const { head, body } = parseDom('<html><meta charset="utf-8"><p>One</p><style>p {}</style><p>Two</p></html>')
    expect([head, body].map((part) => childElements(part).map(({ localName }) => localName))).toEqual([
      ['meta'],
      ['p', 'style', 'p'],
    ])
  })

  it('keeps text outside the html element, and the head of a page without one', () => {
    expect(wordsOf('<!doctype html><title>Tides</title><p>One</p><p>Two</p>')).toEqual({
      head: 'Tides',
      body: 'One Two',
    })
    expect(wordsOf('<html><title>Tides</title><body>One</body></html><p>Two</p>')).toEqual({
      head: 'Tides',
      body: 'One Two',
    })
  })

  it('parses a page of many parts in time', () => {
    const { body } = parseDom(`<html><title>Tides</title>${'<p>One</p>'.repeat(100_000)}</html>`)
    expect(childElements(body).length).toBe(100_000)
  })
})
