import { describe, expect, it } from 'vitest'
import { ownPlan } from '../../../../tests/support/plans.ts'
import { planCatalogueSchema } from '../../../shared/plans/catalogue-schema.ts'
import { loadCatalogue } from '../../plans/load-catalogue.ts'
import { isSignatureValid, signUploadUrl } from './signed-url.ts'
import { requireEbooks, uploadTypeOf } from './upload-rules.ts'

it('a signed URL is valid only for its user, size and installation', () => {
  const secret = 'a secret of thirty-two characters'
  const terms = { id: 'x', userId: 'u1', limit: 100, expires: 1_800_000_000 }
  const signature = new URL(signUploadUrl(secret, terms), 'http://x').searchParams.get('signature') ?? ''
  expect(isSignatureValid(secret, terms, signature)).toBe(true)
  expect(isSignatureValid(`${secret}.`, terms, signature)).toBe(false)
  for (const other of [{ userId: 'u2' }, { limit: 101 }])
    expect(isSignatureValid(secret, { ...terms, ...other }, signature)).toBe(false)
})

describe('upload rules', () => {
  it('suggest no upgrade when no plan has e-books', () => {
    const none = planCatalogueSchema.parse({ name: 'own', plans: [ownPlan] })
    expect(() => requireEbooks(none, 'elite')).toThrow('E-books are not available here.')
    expect(() => requireEbooks(loadCatalogue('standard'), 'elite')).not.toThrow()
  })
})

describe('uploadTypeOf', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  it.each([
    ['application/pdf', 'pdf'],
    ['application/msword', 'doc'],
    [`${word}.document`, 'docx'],
    [`${word}.template`, 'docx'],
    ['application/vnd.ms-word.document.macroEnabled.12', 'docx'],
    ['application/epub+zip', 'epub'],
    ['text/html', 'html'],
    ['text/markdown', 'text'],
  ])('%s is %s', (mediaType, type) => {
    expect(uploadTypeOf({ sourceInfo: { readAs: '', mediaType } })).toBe(type)
  })
})
