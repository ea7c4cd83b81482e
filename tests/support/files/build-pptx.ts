import { buildZip } from './build-zip.ts'

const OFFICE = 'http://schemas.openxmlformats.org'
const RELATIONSHIPS = `${OFFICE}/officeDocument/2006/relationships`
const NAMESPACES = `xmlns:p="${OFFICE}/presentationml/2006/main" xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:r="${RELATIONSHIPS}" xmlns:mc="${OFFICE}/markup-compatibility/2006" xmlns:dgm="${OFFICE}/drawingml/2006/diagram" xmlns:c="${OFFICE}/drawingml/2006/chart" xmlns:m="${OFFICE}/officeDocument/2006/math" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"`

interface SlideParts {
  /** Children of p:spTree. */
  shapes: string
  /** Children of p:spTree of the notes. */
  notes?: string
  hidden?: boolean
  /** Texts of a diagram, which `rDiagram` refers to. */
  diagram?: readonly string[]
  /** Children of p:spTree of its layout. */
  layout?: string
  /** Children of c:chart, which `rChart` refers to. */
  chart?: string
}

const relationships = (...entries: [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="${OFFICE}/package/2006/relationships">${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const tree = (root: string, shapes: string, attributes = ''): string =>
  `<p:${root} ${NAMESPACES}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`

export const textParagraph = (text: string, properties = ''): string =>
  `<a:p>${properties === '' ? '' : `<a:pPr>${properties}</a:pPr>`}<a:r><a:t>${text}</a:t></a:r></a:p>`

/** The area of a shape or a group, in hundredths of an inch: left, top, width, height; then the same of a group's inside. */
export const area = ([x = 0, y = 0, width = 0, height = 0]: readonly number[], inside?: readonly number[]): string => {
  const [childX = 0, childY = 0, childWidth = 0, childHeight = 0] = inside ?? []
  const child =
    inside === undefined
      ? ''
      : `<a:chOff x="${childX * 9144}" y="${childY * 9144}"/><a:chExt cx="${childWidth * 9144}" cy="${childHeight * 9144}"/>`
  return `<a:xfrm><a:off x="${x * 9144}" y="${y * 9144}"/><a:ext cx="${width * 9144}" cy="${height * 9144}"/>${child}</a:xfrm>`
}

/** A shape with paragraphs; `placeholder` as in p:ph, null for a text box. */
export const shape = (placeholder: string | null, paragraphs: string, properties = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder === null ? '' : `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr><p:txBody>${paragraphs}</p:txBody></p:sp>`

/** A presentation. Its slides are stored in reverse, as their files' names say nothing about their order. */
export function buildPptx(slides: readonly SlideParts[], title?: string): Uint8Array {
  const fileOf = (index: number): string => `slide${slides.length - index}.xml`
  const main = 'application/vnd.openxmlformats-officedocument.presentationml'
  return buildZip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${OFFICE}/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="${main}.presentation.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: relationships(
        ['r1', 'officeDocument', 'ppt/presentation.xml'],
        ['r2', 'core-properties', 'docProps/core.xml'],
      ),
    },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${NAMESPACES}><p:sldIdLst>${slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="s${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: relationships(...slides.map((_, n): [string, string, string] => [`s${n}`, 'slide', `slides/${fileOf(n)}`])),
    },
    ...slides.flatMap(({ shapes, notes, hidden, diagram, layout, chart }, n) => [
      { name: `ppt/slides/${fileOf(n)}`, data: tree('sld', shapes, hidden === true ? ' show="0"' : '') },
      {
        name: `ppt/slides/_rels/${fileOf(n)}.rels`,
        data: relationships(
          ['rNotes', 'notesSlide', `../notesSlides/${fileOf(n)}`],
          ['rDiagram', 'diagramData', `../diagrams/${fileOf(n)}`],
          ['rLayout', 'slideLayout', `../slideLayouts/${fileOf(n)}`],
          ['rChart', 'chart', `../charts/${fileOf(n)}`],
        ),
      },
      ...(notes === undefined ? [] : [{ name: `ppt/notesSlides/${fileOf(n)}`, data: tree('notes', notes) }]),
      ...(layout === undefined ? [] : [{ name: `ppt/slideLayouts/${fileOf(n)}`, data: tree('sldLayout', layout) }]),
      ...(chart === undefined
        ? []
        : [
            {
              name: `ppt/charts/${fileOf(n)}`,
              data: `<c:chartSpace ${NAMESPACES}><c:chart>${chart}</c:chart></c:chartSpace>`,
            },
          ]),
      ...(diagram === undefined
        ? []
        : [
            {
              name: `ppt/diagrams/${fileOf(n)}`,
              data: `<dgm:dataModel ${NAMESPACES}>${diagram.map((text) => textParagraph(text)).join('')}</dgm:dataModel>`,
            },
          ]),
    ]),
    ...(title === undefined
      ? []
      : [
          {
            name: 'docProps/core.xml',
            data: `<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>Ines Marsh</dc:creator></cp:coreProperties>`,
          },
        ]),
  ])
}
