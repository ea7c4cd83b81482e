import { describe, expect, it } from 'vitest'
import { changeDraft, claimTab, emptyDraft, getDraft, rememberSent, sentFor, withoutSent, withSent } from './drafts.ts'
import { clearSession } from './store.ts'

const upload = {
  objectPath: 'uploads/1',
  fileName: 'report.pdf',
  fileType: 'pdf' as const,
  bytes: 10,
  words: 20,
  title: 'Report',
}

describe('a draft after a successful request', () => {
  it('loses the sent link, even if typed without a scheme', () => {
    const draft = { ...emptyDraft, url: ' example.org/a ', content: 'kept' }
    expect(withoutSent(draft, { url: 'https://example.org/a' })).toEqual({ ...emptyDraft, content: 'kept' })
    const text = { ...emptyDraft, tab: 'text' as const, content: 'Long text\n', title: 'T' }
    expect(withoutSent(text, { content: 'Long text', title: 'T' })).toEqual({ ...emptyDraft, tab: 'text' })
  })

  it('loses only the sent file', () => {
    const book = { ...upload, objectPath: 'uploads/2', fileType: 'epub' as const }
    const draft = { ...emptyDraft, document: upload, epub: book, url: 'kept' }
    expect(withoutSent(draft, { fileUrl: 'uploads/1', title: 'Report' })).toEqual({ ...draft, document: null })
    expect(withoutSent(draft, { fileUrl: 'uploads/2' })).toEqual({ ...draft, epub: null })
    expect(withoutSent(draft, { fileUrl: 'uploads/3' })).toEqual(draft)
  })

  it('keeps what was typed since', () => {
    const draft = { ...emptyDraft, url: 'example.org/b' }
    expect(withoutSent(draft, { url: 'https://example.org/a' })).toEqual(draft)
    const text = { ...emptyDraft, content: 'Another' }
    expect(withoutSent(text, { content: 'Long text' })).toEqual(text)
  })
})

describe('a draft after a failed summary', () => {
  it('gets the sent input back', () => {
    expect(withSent(emptyDraft, { url: 'https://example.org/' }).url).toBe('https://example.org/')
    expect(withSent(emptyDraft, { content: 'Text', title: 'T' })).toMatchObject({ content: 'Text', title: 'T' })
  })

  it('keeps what was typed since', () => {
    const draft = { ...emptyDraft, url: 'example.org/b', content: 'New' }
    expect(withSent(draft, { url: 'https://example.org/a' })).toEqual(draft)
    expect(withSent(draft, { content: 'Old' })).toEqual(draft)
  })
})

describe('claimTab', () => {
  it('keeps what its user typed, and deletes it for another user', () => {
    changeDraft({ ...emptyDraft, content: 'typed before sign-in' })
    claimTab('one')
    expect(getDraft().content).toBe('typed before sign-in')
    changeDraft({ url: 'example.org' })
    rememberSent('a', { content: 'Text' })
    claimTab('one')
    expect([getDraft().url, sentFor('a')]).toEqual(['example.org', { content: 'Text' }])
    claimTab('other')
    expect([getDraft(), sentFor('a')]).toEqual([{ ...emptyDraft, owner: 'other' }, undefined])
    clearSession()
  })
})
