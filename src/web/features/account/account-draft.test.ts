import { describe, expect, it } from 'vitest'
import { parseAccountDraft } from './account-draft.ts'

describe('what was typed into the Account page', () => {
  const stored = JSON.stringify({ owner: 'a', firstName: 'Ada', newEmail: '' })

  it('is given back to who typed it', () => {
    expect(parseAccountDraft(stored, 'a')).toEqual({ firstName: 'Ada', newEmail: '' })
  })

  it('is nothing to anybody else', () => {
    expect(parseAccountDraft(stored, 'b')).toEqual({})
  })

  it.each([null, '', '{', '[]', '{"owner":"a","firstName":1}'])('is nothing where %s is stored', (damaged) => {
    expect(parseAccountDraft(damaged, 'a')).toEqual({})
  })
})
