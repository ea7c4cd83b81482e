import type { Archive } from '../zip/open-archive.ts'

/** Where a reference inside a book leads. */
export interface Target {
  /** As the archive spells it. */
  path: string
  /** Decoded, without the number sign; null where the whole file is meant. */
  fragment: string | null
}

/** Finds what a reference means that stands in the file `from`; null for what lies outside the book, or isn't there. */
export type Resolve = (from: string, reference: string) => Target | null

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Joins a reference to the folder of the file it stands in; what leads above the archive stays at its top. */
function join(from: string, reference: string): string {
  const parts = reference.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of reference.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** The only path for each base name that no two files share. */
function byBaseName(paths: readonly string[]): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const path of paths) {
    const name = baseName(path)
    found.set(name, found.has(name) ? null : path)
  }
  return found
}

/**
 * Resolves references as reading systems do, and as books get them wrong: escaped or not, in another case, from the
 * archive's top, or with a wrong folder where only one file has the name.
 */
export function createResolver(archive: Archive): Resolve {
  const named = byBaseName(archive.names)
  const locate = (from: string, written: string): string | null => {
    const decoded = percentDecoded(written)
    for (const path of [join(from, written), join(from, decoded), join('', written), join('', decoded)]) {
      const found = archive.find(path)
      if (found !== null) return found
    }
    return named.get(baseName(decoded)) ?? null
  }
  return (from, reference) => {
    const trimmed = reference.trim()
    if (trimmed === '' || /^[a-z][a-z\d+.-]*:/iu.test(trimmed) || trimmed.startsWith('//')) return null
    const hash = trimmed.indexOf('#')
    const fragment = hash === -1 || hash === trimmed.length - 1 ? null : percentDecoded(trimmed.slice(hash + 1))
    const written = (hash === -1 ? trimmed : trimmed.slice(0, hash)).replace(/\?.*$/su, '')
    const path = written === '' ? from : locate(from, written)
    return path === null ? null : { path, fragment }
  }
}
