import { describe, expect, it } from 'vitest'
import { emptyDraft } from '../../lib/stores/drafts.ts'
import { isBlocked, readSharedInput, withoutSharedInput, withSharedInput } from './shared-input.ts'

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()

const longText = `${'The tide rises and the tide falls. '.repeat(10)}More on https://tides.example/a.`

describe('shared input in a URL', () => {
  it.each([
    ['nothing', {}, null],
    ['a payment', { success: 'true', session_id: 'cs_1' }, null],
    ['blanks', { url: ' ', text: '\n' }, null],
    ['a URL', { url: ' https://tides.example/a?b=1#c ' }, { url: 'https://tides.example/a?b=1#c' }],
    ['a URL without its scheme', { url: 'tides.example' }, { url: 'tides.example' }],
    [
      'a URL within a text, as phones share it',
      { text: 'Look at this (https://youtu.be/abc?t=3).', title: 'Tides' },
      { url: 'https://youtu.be/abc?t=3' },
    ],
    [
      'a URL that ends in brackets',
      { text: '(See [https://en.wikipedia.org/wiki/Mercury_(planet)]).' },
      { url: 'https://en.wikipedia.org/wiki/Mercury_(planet)' },
    ],
    ['a long text with a link in it', { text: longText, title: 'Tides' }, { content: longText, title: 'Tides' }],
    ['a URL before a text', { url: 'https://a.example', text: 'b' }, { url: 'https://a.example' }],
    ['a text', { text: 'The tide rises.', title: 'Tides' }, { content: 'The tide rises.', title: 'Tides' }],
    ['a text that is not a web URL', { text: 'javascript:alert(1)' }, { content: 'javascript:alert(1)', title: '' }],
  ])('%s', (_, values: Record<string, string>, expected) => {
    expect(readSharedInput(query(values))).toEqual(expected)
  })

  it('fills the card, and keeps what was typed', () => {
    const address = { url: 'https://a.example' }
    expect(withSharedInput(emptyDraft, address)).toEqual({ tab: 'url', sharedUrl: address.url, ...address })
    const text = { content: 'Shared.', title: 'Of it' }
    expect(withSharedInput(emptyDraft, text)).toEqual({ tab: 'text', ...text })
    const typed = { ...emptyDraft, content: 'Typed.\n', title: 'Mine' }
    expect(withSharedInput(typed, text)).toEqual({ tab: 'text', content: 'Typed.\n\nShared.' })
    expect(withSharedInput({ ...typed, content: 'Typed.\n\nShared.' }, text)).toEqual({ tab: 'text' })
  })

  it('waits behind a typed link, but not behind a shared one', () => {
    const address = { url: 'https://a.example' }
    expect(isBlocked({ ...emptyDraft, url: 'typed.example' }, address)).toBe(true)
    expect(isBlocked({ ...emptyDraft, url: 'typed.example' }, { content: 'Shared.', title: '' })).toBe(false)
    for (const url of ['', ' ', address.url, 'https://b.example']) {
      expect(isBlocked({ ...emptyDraft, url, sharedUrl: 'https://b.example' }, address)).toBe(false)
    }
  })

  it('is removed from the URL, and nothing else is', () => {
    expect(withoutSharedInput('url=a&text=b&title=c')).toBe('/dashboard')
    expect(withoutSharedInput('url=a&success=true&session_id=cs_1')).toBe('/dashboard?success=true&session_id=cs_1')
  })
})
