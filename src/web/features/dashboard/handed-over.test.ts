import { describe, expect, it } from 'vitest'
import { emptyDraft } from '../../lib/drafts.ts'
import { isInTheWay, readHandedOver, withHandedOver, withoutHandedOver } from './handed-over.ts'

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()

const longText = `${'The tide rises and the tide falls. '.repeat(10)}More on https://tides.example/a.`

describe('what an address hands over', () => {
  it.each([
    ['nothing', {}, null],
    ['a payment', { success: 'true', session_id: 'cs_1' }, null],
    ['blanks', { url: ' ', text: '\n' }, null],
    ['an address', { url: ' https://tides.example/a?b=1#c ' }, { url: 'https://tides.example/a?b=1#c' }],
    ['an address as people type it', { url: 'tides.example' }, { url: 'tides.example' }],
    [
      'an address within words, as phones share it',
      { text: 'Look at this (https://youtu.be/abc?t=3).', title: 'Tides' },
      { url: 'https://youtu.be/abc?t=3' },
    ],
    [
      'an address that ends in brackets of its own',
      { text: '(See [https://en.wikipedia.org/wiki/Mercury_(planet)]).' },
      { url: 'https://en.wikipedia.org/wiki/Mercury_(planet)' },
    ],
    ['a long text with a link in it', { text: longText, title: 'Tides' }, { content: longText, title: 'Tides' }],
    ['an address before a text', { url: 'https://a.example', text: 'b' }, { url: 'https://a.example' }],
    ['a text', { text: 'The tide rises.', title: 'Tides' }, { content: 'The tide rises.', title: 'Tides' }],
    ['what is no web address', { text: 'javascript:alert(1)' }, { content: 'javascript:alert(1)', title: '' }],
  ])('%s', (_, values: Record<string, string>, expected) => {
    expect(readHandedOver(query(values))).toEqual(expected)
  })

  it('fills the card, and takes nothing away that was typed', () => {
    const address = { url: 'https://a.example' }
    expect(withHandedOver(emptyDraft, address)).toEqual({ tab: 'url', handedUrl: address.url, ...address })
    const text = { content: 'Shared.', title: 'Of it' }
    expect(withHandedOver(emptyDraft, text)).toEqual({ tab: 'text', ...text })
    const typed = { ...emptyDraft, content: 'Typed.\n', title: 'Mine' }
    expect(withHandedOver(typed, text)).toEqual({ tab: 'text', content: 'Typed.\n\nShared.' })
    expect(withHandedOver({ ...typed, content: 'Typed.\n\nShared.' }, text)).toEqual({ tab: 'text' })
  })

  it('waits where an address was typed, but not where one was only handed over', () => {
    const address = { url: 'https://a.example' }
    expect(isInTheWay({ ...emptyDraft, url: 'typed.example' }, address)).toBe(true)
    expect(isInTheWay({ ...emptyDraft, url: 'typed.example' }, { content: 'Shared.', title: '' })).toBe(false)
    for (const url of ['', ' ', address.url, 'https://b.example']) {
      expect(isInTheWay({ ...emptyDraft, url, handedUrl: 'https://b.example' }, address)).toBe(false)
    }
  })

  it('is taken out of the address, and nothing else is', () => {
    expect(withoutHandedOver('url=a&text=b&title=c')).toBe('/dashboard')
    expect(withoutHandedOver('url=a&success=true&session_id=cs_1')).toBe('/dashboard?success=true&session_id=cs_1')
  })
})
