import type { AppError } from '../../../shared/errors.ts'
import { copyProtected } from '../refusals.ts'
import type { Archive } from '../zip/open-archive.ts'
import { readTree } from './markup.ts'
import type { Resolve } from './paths.ts'
import { attributeOf, findAll } from './xml.ts'

const ENCRYPTION = 'META-INF/encryption.xml'
const MAX_LISTED = 20_000

/** Methods that only scramble fonts (EPUB 3 OCF, "font obfuscation"; Adobe's older one). Text is not touched by them. */
const fontObfuscation: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
])

/** Files that rights management leaves in a book, and whose it is. */
const traces: readonly (readonly [file: string, owner: string])[] = [
  ['META-INF/license.lcpl', 'Readium LCP'],
  ['META-INF/sinf.xml', 'Apple'],
  ['META-INF/rights.xml', 'Adobe'],
]

/** The refusal of a book that its seller has locked. */
export function protectedBook(archive: Archive): AppError {
  const owner = traces.find(([file]) => archive.has(file))?.[1]
  return copyProtected('e-book', owner)
}

/** Whether an archive bears signs of rights management; what is not readable in it is then not damage. */
export const hasTraces = (archive: Archive): boolean =>
  archive.has(ENCRYPTION) || traces.some(([file]) => archive.has(file))

/**
 * Paths of the files of a book that are encrypted, scrambled fonts not counted (META-INF/encryption.xml, W3C XML
 * Encryption). Files listed without a method may only be packed in another way, and are not among them.
 *
 * @throws AppError source_encrypted, source_too_complex
 */
export function encryptedPaths(archive: Archive, resolve: Resolve): Set<string> {
  const paths = new Set<string>()
  const listed = findAll(readTree(archive, ENCRYPTION), 'encrypteddata')
  for (const data of listed.slice(0, MAX_LISTED)) {
    const method = findAll(data, 'encryptionmethod')[0]
    const algorithm = method === undefined ? null : attributeOf(method, 'Algorithm')
    if (algorithm === null || fontObfuscation.has(algorithm.trim())) continue
    for (const reference of findAll(data, 'cipherreference')) {
      const target = resolve('', attributeOf(reference, 'URI') ?? '')
      if (target !== null) paths.add(target.path)
    }
  }
  return paths
}
