import { buildZip, type ZipFile } from './build-zip.ts'

/** A file of a book's reading order. */
interface BookPart {
  /** Path below the folder of the package document; ch1.xhtml, ch2.xhtml, … by default. */
  path?: string
  /** Body of an XHTML page. */
  body?: string
  /** The whole file, instead of a page around `body`. */
  markup?: string | Uint8Array
  /** Attributes of its manifest item and of its spine reference, verbatim. */
  item?: string
  itemref?: string
  mediaType?: string
}

/** An entry of the table of contents, with its children. */
interface BookEntry {
  title: string
  href: string
  entries?: readonly BookEntry[]
}

export interface BookOptions {
  version?: 2 | 3
  parts: readonly BookPart[]
  /** Listed in a navigation document (EPUB 3) or an NCX (EPUB 2). */
  contents?: readonly BookEntry[]
  /** Replaces the elements of title and language. */
  metadata?: string
  /** Additional items of the manifest, verbatim. */
  manifest?: string
  /** Replaces the references to each part. */
  spine?: string
  /** Additional files, or replacements, by path in the archive. */
  files?: Readonly<Record<string, string | Uint8Array>>
  /** Paths to leave out of the archive. */
  without?: readonly string[]
}

const page = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>A page</title></head>
<body>${body}</body></html>`

const container = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`

const list = (entries: readonly BookEntry[]): string =>
  `<ol>${entries
    .map(({ title, href, entries: inner }) => `<li><a href="${href}">${title}</a>${inner ? list(inner) : ''}</li>`)
    .join('')}</ol>`

const points = (entries: readonly BookEntry[]): string =>
  entries
    .map(
      ({ title, href, entries: inner }) =>
        `<navPoint><navLabel><text>${title}</text></navLabel><content src="${href}"/>${points(inner ?? [])}</navPoint>`,
    )
    .join('')

function contentsFiles(
  version: 2 | 3,
  contents: readonly BookEntry[],
): { item: string; files: Record<string, string> } {
  if (version === 3) {
    return {
      item: '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
      files: { 'OEBPS/nav.xhtml': page(`<nav epub:type="toc"><h1>Contents</h1>${list(contents)}</nav>`) },
    }
  }
  return {
    item: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    files: {
      'OEBPS/toc.ncx': `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points(contents)}</navMap></ncx>`,
    },
  }
}

/** Files of an e-book, by path in the archive. */
export function bookFiles(options: BookOptions): Record<string, string | Uint8Array> {
  const { version = 3, parts, contents, metadata, manifest = '', spine, files = {}, without = [] } = options
  const named = parts.map((part, index) => ({ part, id: `p${index + 1}`, path: part.path ?? `ch${index + 1}.xhtml` }))
  const items = named.map(
    ({ id, path, part: { item = '', mediaType = 'application/xhtml+xml' } }) =>
      `<item id="${id}" href="${path}" media-type="${mediaType}" ${item}/>`,
  )
  const references = named.map(({ id, part: { itemref = '' } }) => `<itemref idref="${id}" ${itemref}/>`)
  const toc = contents === undefined ? { item: '', files: {} } : contentsFiles(version, contents)
  const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${
    metadata ?? '<dc:title>A small book</dc:title><dc:language>en</dc:language>'
  }</metadata>
<manifest>${items.join('')}${toc.item}${manifest}</manifest>
<spine${version === 2 && contents !== undefined ? ' toc="ncx"' : ''}>${spine ?? references.join('')}</spine></package>`
  const all: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/package.opf': opf,
    ...toc.files,
    ...Object.fromEntries(
      named.map(({ path, part: { body, markup } }) => [`OEBPS/${path}`, markup ?? page(body ?? '')]),
    ),
    ...files,
  }
  return Object.fromEntries(Object.entries(all).filter(([path]) => !without.includes(path)))
}

/** Builds an e-book, valid or broken in a given way. */
export function buildEpub(options: BookOptions): Uint8Array {
  return buildZip(
    Object.entries(bookFiles(options)).map(([name, data]): ZipFile => ({ name, data, stored: name === 'mimetype' })),
  )
}
