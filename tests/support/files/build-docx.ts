import { buildZip } from './build-zip.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const namespaces = [
  `xmlns:w="${WORD}"`,
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
].join(' ')

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface DocxParts {
  /** Content of w:body. */
  body: string
  /** Content of w:styles. */
  styles?: string
  /** Content of w:numbering. */
  numbering?: string
  footnotes?: string
  endnotes?: string
  comments?: string
  /** Content of cp:coreProperties. */
  core?: string
  /** Texts of a diagram's boxes, referred to as "diagram". */
  diagram?: readonly string[]
  /** Path of the main part. */
  mainPart?: string
}

/** A run of text. */
export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A paragraph of one run, or of the given markup. */
export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`

/** A paragraph style. */
export const style = (id: string, name: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`

/** A table with one text per cell. */
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((content) => cell(content)).join('')}</w:tr>`).join('')}</w:tbl>`

/** A cell of text, or of the given markup. */
export const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`

const relationships = (entries: readonly (readonly [string, string, string])[]): string =>
  `<Relationships xmlns="${RELATIONSHIPS}">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const part = (element: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><w:${element} ${namespaces}>${content}</w:${element}>`

/** The parts of a Word document, by name. */
export function docxParts(parts: DocxParts): Record<string, string> {
  const main = parts.mainPart ?? 'word/document.xml'
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const files: Record<string, string> = { [main]: part('document', `<w:body>${parts.body}</w:body>`) }
  const links: (readonly [string, string, string])[] = []
  for (const kind of ['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const) {
    const content = parts[kind]
    if (content === undefined) continue
    files[`${folder}${kind}.xml`] = part(kind, content)
    links.push([kind, `${OFFICE}/${kind}`, `${kind}.xml`])
  }
  if (parts.diagram !== undefined) {
    const points = parts.diagram.map(
      (text) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`,
    )
    files[`${folder}diagrams/data1.xml`] = `<dgm:dataModel ${namespaces}>${points.join('')}</dgm:dataModel>`
    links.push(['diagram', `${OFFICE}/diagramData`, 'diagrams/data1.xml'])
  }
  files[`${folder}_rels/${main.slice(folder.length)}.rels`] = relationships(links)
  const top: (readonly [string, string, string])[] = [['rId1', `${OFFICE}/officeDocument`, `/${main}`]]
  if (parts.core !== undefined) {
    files['docProps/core.xml'] =
      `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${parts.core}</cp:coreProperties>`
    top.push(['rId2', `${RELATIONSHIPS}/metadata/core-properties`, 'docProps/core.xml'])
  }
  files['_rels/.rels'] = relationships(top)
  return files
}

/** A Word document of the given parts. */
export function buildDocx(parts: DocxParts): Uint8Array {
  return zipOf(docxParts(parts))
}

/** An archive of named texts. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return buildZip(Object.entries(files).map(([name, data]) => ({ name, data })))
}
