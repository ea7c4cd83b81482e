/** Maximum length of a title in a file name, in bytes: file systems allow 255 in all, archives on Windows fewer. */
const MAX_TITLE_BYTES = 80

/** Converts a title in any script to letters, their marks and digits, with dashes between words; empty without any. */
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
  return slug.replace(/(?<!-)-+$/u, '')
}

/** Names that Windows reserves for devices, with any extension (learn.microsoft.com, Naming Files, Paths, and Namespaces). */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu

const avoidDeviceName = (name: string): string => (deviceName.test(name) ? `summary-${name}` : name)

/** File name with a number and a title, without extension: 0007-harbor-report. */
export function numberedName(number: number, title: string): string {
  const slug = titleSlug(title)
  return `${String(number).padStart(4, '0')}${slug === '' ? '' : `-${slug}`}`
}

/** Characters that RFC 8187 escapes and `encodeURIComponent` does not. */
const escapedBesides = /['()*]/gu

/**
 * The `Content-Disposition` header of a download (RFC 6266), with the name in `filename*` and an ASCII version of it in
 * `filename`.
 */
export function attachment(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  const plain = fileName
    .slice(0, dot)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/gu, '')
  const encoded = encodeURIComponent(fileName).replaceAll(
    escapedBesides,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain === '' ? 'summary' : avoidDeviceName(plain)}${fileName.slice(dot)}"; filename*=UTF-8''${encoded}`
}

/** File name for a title: harbor-report.md. */
export function titledName(title: string, extension: string): string {
  const slug = titleSlug(title)
  return `${slug === '' ? 'summary' : avoidDeviceName(slug)}.${extension}`
}

/** Adds a number to a file name that is already taken: harbor-report-2.md. Adds the result to the taken names. */
export function uniqueName(fileName: string, taken: Set<string>): string {
  const dot = fileName.lastIndexOf('.')
  let name = fileName
  for (let n = 2; taken.has(name); n += 1) name = `${fileName.slice(0, dot)}-${n}${fileName.slice(dot)}`
  taken.add(name)
  return name
}
