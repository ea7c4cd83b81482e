import { describe, expect, it } from 'vitest'
import { ownPlan } from '../../../../tests/support/plans.ts'
import { planCatalogueSchema } from '../../../shared/plans/catalogue-schema.ts'
import { loadCatalogue } from '../../plans/load-catalogue.ts'
import { isSignatureValid, signUploadUrl } from './signed-url.ts'
import { checkSize, objectPathOf, requireEbooks, uploadIdIn, uploadTypeOf, withoutFolders } from './upload-rules.ts'

const id = '0b8f3a52-7d1e-4c59-9a43-2f6de81c7b90'

describe('uploadIdIn', () => {
  it.each([
    objectPathOf(id),
    `/${objectPathOf(id)}`,
    `https://precis.example/api/files/uploads/${id}?expires=1&signature=x`,
    `/api/files/uploads/${id}?signature=x#y`,
    `https://files.s3.eu-west-1.amazonaws.com/uploads/${id.toUpperCase()}?X-Amz-Signature=x`,
  ])('finds the id in %s', (fileUrl) => {
    expect(uploadIdIn(fileUrl)).toBe(id)
  })

  it.each(['', 'x', id, `uploads/${id}/more`, `uploads/${id}x`, `downloads/${id}`, `?uploads/${id}`, '/uploads/..'])(
    'is not in %j',
    (fileUrl) => {
      expect(() => uploadIdIn(fileUrl)).toThrow('This is not an upload.')
    },
  )
})

describe('signed upload URLs', () => {
  const secret = 'a secret of thirty-two characters'
  const terms = { id, userId: 'u1', limit: 100, expires: 1_800_000_000 }
  const signatureIn = (url: string): string => new URL(url, 'http://x').searchParams.get('signature') ?? ''

  it('are valid only for their user, file, size and expiry', () => {
    const url = signUploadUrl(secret, terms)
    expect(url).toMatch(/^\/api\/files\/uploads\/[\da-f-]{36}\?expires=1800000000&signature=[\w-]{43}$/)
    const signature = signatureIn(url)
    expect(isSignatureValid(secret, terms, signature)).toBe(true)
    for (const other of [{ id: 'x' }, { userId: 'u2' }, { limit: 101 }, { expires: terms.expires + 1 }]) {
      expect(isSignatureValid(secret, { ...terms, ...other }, signature)).toBe(false)
    }
    expect(isSignatureValid(secret, terms, '')).toBe(false)
    expect(isSignatureValid(secret, terms, `${signature}AAAA`)).toBe(false)
  })

  it('depend on the secret of the installation', () => {
    expect(
      isSignatureValid('another secret of 32 characters..', terms, signatureIn(signUploadUrl(secret, terms))),
    ).toBe(false)
  })
})

describe('upload rules', () => {
  it.each([
    ['standard', 'lite', 'E-books are not part of your Lite plan. Upgrade to Pro to summarize them.'],
    ['standard', 'unheard of', 'E-books are not part of your Starter plan. Upgrade to Pro to summarize them.'],
    ['two-plan', null, 'E-books are not part of your Starter plan. Upgrade to Pro to summarize them.'],
  ])('name the plan with e-books in the %s catalogue to users of %s', (name, plan, message) => {
    expect(() => requireEbooks(loadCatalogue(name), plan)).toThrow(message)
  })

  it('suggest no upgrade when no plan has e-books', () => {
    const none = planCatalogueSchema.parse({ name: 'own', plans: [ownPlan] })
    expect(() => requireEbooks(none, 'elite')).toThrow('E-books are not available here.')
    expect(() => requireEbooks(loadCatalogue('standard'), 'elite')).not.toThrow()
  })

  it('limit the size by type', () => {
    expect(() => checkSize('document', 'a.pdf', 26_214_400)).not.toThrow()
    expect(() => checkSize('document', 'a.pdf', 26_214_401)).toThrow('a.pdf exceeds maximum allowed size of 25 MB.')
    expect(() => checkSize('epub', 'b.epub', 52_428_801)).toThrow('b.epub exceeds maximum allowed size of 50 MB.')
  })

  it('remove folders from a file name', () => {
    expect(['C:\\a\\b.pdf', '/a/b.pdf', 'b.pdf'].map(withoutFolders)).toEqual(['b.pdf', 'b.pdf', 'b.pdf'])
    expect(withoutFolders('a/')).toBe('a/')
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
