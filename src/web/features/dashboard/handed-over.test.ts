import { describe, expect, it } from 'vitest'
import { emptyDraft } from '../../lib/drafts.ts'
import { readHandedOver, withHandedOver, withoutHandedOver } from './handed-over.ts'

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()

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
    ['an address before a text', { url: 'https://a.example', text: 'b' }, { url: 'https://a.example' }],
    ['a text', { text: 'The tide rises.', title: 'Tides' }, { content: 'The tide rises.', title: 'Tides' }],
    ['what is no web address', { text: 'javascript:alert(1)' }, { content: 'javascript:alert(1)', title: '' }],
  ])('%s', (_, values: Record<string, string>, expected) => {
    expect(readHandedOver(query(values))).toEqual(expected)
  })

  it('fills the card, and takes nothing away that was typed', () => {
    expect(withHandedOver(emptyDraft, { url: 'https://a.example' })).toEqual({ tab: 'url', url: 'https://a.example' })
    const text = { content: 'Shared.', title: 'Of it' }
    expect(withHandedOver(emptyDraft, text)).toEqual({ tab: 'text', ...text })
    const typed = { ...emptyDraft, content: 'Typed.\n', title: 'Mine' }
    expect(withHandedOver(typed, text)).toEqual({ tab: 'text', content: 'Typed.\n\nShared.' })
    expect(withHandedOver({ ...typed, content: 'Typed.\n\nShared.' }, text)).toEqual({ tab: 'text' })
  })

  it('is taken out of the address, and nothing else is', () => {
    expect(withoutHandedOver('url=a&text=b&title=c')).toBe('/dashboard')
    expect(withoutHandedOver('url=a&success=true&session_id=cs_1')).toBe('/dashboard?success=true&session_id=cs_1')
  })
})
