/** Longest title in a file name, in bytes of UTF-8: file systems take 255 for all of it, archives of Windows fewer. */
const MAX_TITLE_BYTES = 80

/**
 * A title as a part of a file name that every system takes, in whatever script it is: letters, their marks and digits,
 * with dashes between the words. Empty where a title has none of them.
 */
function titleSlug(title: string): string {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  let slug = ''
  let bytes = 0
  for (const char of words.join('-')) {
    bytes += Buffer.byteLength(char)
    if (bytes > MAX_TITLE_BYTES) break
    slug += char
  }
  return slug.replace(/-+$/u, '')
}

/** Names that Windows keeps for devices, whatever the extension (learn.microsoft.com, Naming Files, Paths, and Namespaces). */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu

const avoidDeviceName = (name: string): string => (deviceName.test(name) ? `summary-${name}` : name)

/** A number and a title as a file name without its extension: 0007-harbor-report. Unique where the number is. */
export function numberedName(number: number, title: string): string {
  const slug = titleSlug(title)
  return `${String(number).padStart(4, '0')}${slug === '' ? '' : `-${slug}`}`
}

/** Characters of RFC 8187 that need no escape, of those that `encodeURIComponent` leaves alone. */
const escapedBesides = /['()*]/gu

/**
 * The value of a `Content-Disposition` header that has a browser keep an answer under a name (RFC 6266): in whatever
 * script for those that read `filename*`, and in what is left of it in ASCII for the others.
 */
export function attachment(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  const plain = fileName
    .slice(0, dot)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
  const encoded = encodeURIComponent(fileName).replaceAll(
    escapedBesides,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain === '' ? 'summary' : avoidDeviceName(plain)}${fileName.slice(dot)}"; filename*=UTF-8''${encoded}`
}

/** A title as the name of a file of its own: harbor-report.md. */
export function titledName(title: string, extension: string): string {
  const slug = titleSlug(title)
  return `${slug === '' ? 'summary' : avoidDeviceName(slug)}.${extension}`
}

/** A file's name, with a number where another already bears it: harbor-report-2.md. Remembers it among those taken. */
export function uniqueName(fileName: string, taken: Set<string>): string {
  const dot = fileName.lastIndexOf('.')
  let name = fileName
  for (let n = 2; taken.has(name); n += 1) name = `${fileName.slice(0, dot)}-${n}${fileName.slice(dot)}`
  taken.add(name)
  return name
}
