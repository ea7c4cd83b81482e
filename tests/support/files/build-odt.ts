import { buildZip } from './build-zip.ts'

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns:'
const NAMESPACES = [
  ['office', 'office:1.0'],
  ['text', 'text:1.0'],
  ['table', 'table:1.0'],
  ['style', 'style:1.0'],
  ['draw', 'drawing:1.0'],
  ['meta', 'meta:1.0'],
  ['svg', 'svg-compatible:1.0'],
  ['chart', 'chart:1.0'],
  ['fo', 'xsl-fo-compatible:1.0'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="${OASIS}${name}"`)
  .concat(
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
  )
  .join(' ')

export interface OdtParts {
  /** Children of office:text. */
  body: string
  /** Children of office:automatic-styles. */
  styles?: string
  /** Children of office:meta. */
  meta?: string
  /** Children of manifest:file-entry. */
  manifest?: string
  /** Before the root of the manifest. */
  doctype?: string
  /** Content of embedded objects, by folder. */
  objects?: Readonly<Record<string, string>>
}

const xml = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} ${NAMESPACES} xmlns:dc="http://purl.org/dc/elements/1.1/">${content}</${root}>`

/** An OpenDocument text in one file. */
export function buildFlatOdt({ body, styles = '', meta = '' }: Pick<OdtParts, 'body' | 'styles' | 'meta'>): Uint8Array {
  const content = `<office:meta>${meta}</office:meta><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`
  const root = 'office:document office:mimetype="application/vnd.oasis.opendocument.text"'
  return Buffer.from(xml(root, content).replace(`</${root}>`, '</office:document>'))
}

/** An OpenDocument text. */
export function buildOdt({ body, styles = '', meta, manifest, doctype = '', objects = {} }: OdtParts): Uint8Array {
  const content = `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`
  return buildZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    { name: 'content.xml', data: xml('office:document-content', content) },
    ...(meta === undefined
      ? []
      : [{ name: 'meta.xml', data: xml('office:document-meta', `<office:meta>${meta}</office:meta>`) }]),
    ...Object.entries(objects).map(([folder, data]) => ({ name: `${folder}/content.xml`, data })),
    {
      name: 'META-INF/manifest.xml',
      data: `${doctype}<manifest:manifest xmlns:manifest="${OASIS}manifest:1.0"><manifest:file-entry>${manifest ?? ''}</manifest:file-entry></manifest:manifest>`,
    },
  ])
}
