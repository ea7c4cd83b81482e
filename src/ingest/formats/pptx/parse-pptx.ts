import type { SourceLocation } from '../../../shared/summary/location.ts'
import type { Piece } from '../../document.ts'
import { authorOf } from '../author.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { DAMAGED_NOTE, damaged } from '../refusals.ts'
import { readChart } from '../word/chart.ts'
import { OfficePackage, readDiagram } from '../word/office-package.ts'
import { Budget } from '../word/pieces.ts'
import { isGarbled, readProperties } from '../word/word-document.ts'
import { eachElement, readXml } from '../word/xml.ts'
import { openArchive } from '../zip/open-archive.ts'
import { type Placeholders, readPlaceholders } from './shape-boxes.ts'
import { SlideReader } from './slide-reader.ts'

const main = {
  contentType: /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)[\w.]{0,40}main\+xml/iu,
  usualName: 'ppt/presentation.xml',
  foreign: /^(?:word|xl|visio)\//iu,
}

/** Titles that programs give to new files: "PowerPoint Presentation", "Présentation PowerPoint", "Presentation1". */
const machineTitle = /powerpoint|^presentation\d*$/iu

function slideParts(file: OfficePackage): string[] {
  const parts: string[] = []
  eachElement(file.read(file.mainPart), 'p:sldId', (attributes) => {
    const part = file.byId(file.mainPart, attributes('r:id') ?? '')
    if (part !== null) parts.push(part)
  })
  return parts
}

/** Whether a slide is left out of the show (19.3.1.38). */
function isHidden(slide: Uint8Array): boolean {
  let hidden = false
  eachElement(slide, 'p:sld', (attributes) => {
    hidden = /^(?:0|false)$/u.test(attributes('p:show') ?? '')
  })
  return hidden
}

const none: Placeholders = () => ({ box: null, levels: [] })

/** The areas and list styles of the placeholders of a slide, by its layout and the master of that; each layout is read once. */
function placeholdersOf(file: OfficePackage, slide: string, known: Map<string, Placeholders>): Placeholders {
  const layout = file.byType(slide, 'slideLayout')
  if (layout === null) return none
  return known.getOrInsertComputed(layout, () =>
    readPlaceholders([file.read(layout), file.readByType(layout, 'slideMaster')]),
  )
}

function readPart(
  file: OfficePackage,
  part: string,
  bytes: Uint8Array,
  budget: Budget,
  placeholders: Placeholders = none,
): SlideReader {
  const embedded =
    (read: (data: Uint8Array) => readonly Piece[]) =>
    (id: string): readonly Piece[] => {
      const target = file.byId(part, id)
      const data = target === null ? null : file.read(target)
      return data === null ? [] : read(data)
    }
  const reader = new SlideReader(budget, { diagram: embedded(readDiagram), chart: embedded(readChart), placeholders })
  readXml(bytes, reader)
  return reader
}

/**
 * Reads a presentation (.pptx, .ppsx, .potx; ISO/IEC 29500 transitional and strict): each slide with its title, text,
 * tables, diagrams and descriptions of pictures, then the speaker's notes. Hidden slides, footers and comments are left
 * out. Every part has the number of its slide, as presented with hidden slides counted.
 *
 * @throws AppError source_damaged, source_too_complex
 */
export async function parsePptx(bytes: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(bytes)
  const file = new OfficePackage(archive, main, 'presentation')
  const budget = new Budget()
  const pieces: Piece[] = []
  const layouts = new Map<string, Placeholders>()
  let unread = 0
  for (const [index, part] of slideParts(file).entries()) {
    const slide = file.read(part)
    if (slide === null) unread += 1
    if (slide === null || isHidden(slide)) continue
    const location: SourceLocation = { kind: 'slide', slide: index + 1 }
    const { title, body } = readPart(file, part, slide, budget, placeholdersOf(file, part, layouts))
    if (title !== null) pieces.push({ type: 'heading', level: pieces.length === 0 ? 1 : 2, text: title, location })
    const notesPart = file.byType(part, 'notesSlide')
    const notes = notesPart === null ? null : file.read(notesPart)
    const spoken = notesPart === null || notes === null ? [] : readPart(file, notesPart, notes, budget).body
    for (const piece of body) pieces.push({ ...piece, location })
    for (const { text } of spoken) pieces.push({ type: 'paragraph', text, location })
  }
  if ((unread > 0 && pieces.length === 0) || isGarbled(pieces)) throw damaged('presentation')
  const properties = readProperties(file.readByType('', 'core-properties'))
  const [first] = pieces
  const ownTitle = properties.title === null || machineTitle.test(properties.title) ? null : properties.title
  return {
    ...properties,
    kind: 'document',
    title: first?.level === 1 ? first.text : ownTitle,
    author: authorOf(properties.author),
    site: null,
    pieces,
    sourceInfo: {
      readAs: 'presentation',
      ...(unread === 0 && archive.broken.size === 0 && !archive.isCut ? {} : { note: DAMAGED_NOTE }),
    },
  }
}
