import {
  convertedItems,
  cueParser,
  markdownItems,
  markedText,
  officeparser,
  presentationItems,
  readabilityText,
  subtitleItems,
  utf8,
} from './conversions.ts'
import { type Item, loadItems } from './items.ts'
import { measure, type Run } from './measure.ts'
import type { ItemScore, Quality } from './quality.ts'
import { hasPdftotext, mammoth, pdfjs, pdftotext, plainSpine, precis, type Reader, wordExtractor } from './readers.ts'
import type { FormatReport } from './report.ts'
import { countsOf } from './score.ts'

interface Format {
  name: string
  items: readonly Item[]
  /** The reader for comparing speed, and those for comparing quality. */
  peer: readonly [name: string, Reader]
  others?: readonly (readonly [name: string, Reader])[]
  /** Main scores of any reader. */
  quality: (quality: Quality) => string
  target: string
}

const WORST = 6

const mean = (values: readonly number[]): string =>
  values.length === 0 ? '-' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)

/** Scores against references of one origin, of any kind. */
function scoresOf({ kinds }: Quality, origin: RegExp): ItemScore[] {
  return kinds.filter(({ kind }) => origin.test(kind)).flatMap(({ items }) => items)
}

const SOURCE = /^source-text(?!-page1)/u
const SILVER = /^silver/u

/** Token F1 and 4-gram F1 against source texts, and token F1 against other tools. */
function textQuality(quality: Quality): string {
  const [source, silver] = [scoresOf(quality, SOURCE), scoresOf(quality, SILVER)]
  const { found, of } = quality.passages
  const withParts = mean(source.map((score) => score.f1WithParts))
  const plain = mean(source.map((score) => score.f1))
  const both = withParts === plain ? '' : `, ${withParts} with or without text boxes and notes`
  const f1 = `source F1 ${plain} (n=${source.length}${both})`
  const runs = `shingles ${mean(source.map((score) => score.shingleF1))}`
  return `${f1}, ${runs}; silver F1 ${mean(silver.map((score) => score.f1))}; passages ${found}/${of}`
}

/** Whole valid books, and small files that show one feature each. */
const bookQuality = (items: readonly Item[]) => (quality: Quality) => {
  const scores = quality.kinds.flatMap((kind) => kind.items)
  const scoreOf = (category: string): string => {
    const ids = new Set(items.filter((item) => item.category === category).map(({ id }) => id))
    const own = scores.filter(({ id }) => ids.has(id))
    return `F1 ${mean(own.map((score) => score.f1))} (n=${own.length}), shingles ${mean(own.map((score) => score.shingleF1))}`
  }
  return `valid books ${scoreOf('valid')}; small valid files ${scoreOf('valid-small')}`
}

function worstOf(quality: Quality): string[] {
  const all = quality.kinds.flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })))
  const below = all.filter(({ f1 }) => f1 < 0.995).sort((a, b) => a.f1 - b.f1)
  return [
    ...below.slice(0, WORST).map(({ id, kind, f1 }) => `${id} (${kind}): token F1 ${f1.toFixed(3)}`),
    ...[...countsOf(quality.passages.missing)].map(([id, count]) => `${id}: ${count} passages are missing`),
  ]
}

const behaviorOf = ({ behavior }: Quality): string[] =>
  [...behavior].map(
    ([expected, actual]) => `"${expected}" gave ${[...actual].map(([what, count]) => `${count} ${what}`).join(', ')}`,
  )

async function measureFormat({ name, items, peer, others = [], quality, target }: Format): Promise<FormatReport> {
  const { runs, peakMegabytes } = await measure([['precis', precis], peer, ...others], items)
  const perSecond = (run: Run): number => items.length / run.seconds
  const [own, other] = runs
  if (own === undefined || other === undefined) throw new Error('A reader and a peer are measured.')
  return {
    row: {
      format: name,
      items: items.length,
      quality: quality(own.quality),
      yardstick: target,
      'items/s': perSecond(own).toFixed(1),
      'x peer': `${(other.seconds / own.seconds).toFixed(2)} (${other.name})`,
      'peak MB': peakMegabytes,
    },
    yardsticks: runs
      .slice(1)
      .map((run) => `${run.name}: ${quality(run.quality)}; ${perSecond(run).toFixed(1)} items/s`),
    worst: worstOf(own.quality),
    notes: behaviorOf(own.quality),
  }
}

export async function measurePdf(corpus: string): Promise<FormatReport> {
  const poppler = await hasPdftotext()
  const report = await measureFormat({
    name: 'pdf',
    items: loadItems(corpus, 'pdf'),
    peer: ['pdf.js', pdfjs],
    others: poppler ? [['pdftotext -raw', pdftotext]] : [],
    quality: textQuality,
    target: 'source F1 .985, shingles above pdftotext -raw, 2x pdf.js',
  })
  const missing = 'pdftotext -raw: poppler-utils is not installed, so it was not measured'
  return poppler ? report : { ...report, yardsticks: [...report.yardsticks, missing] }
}

const wordItems = (corpus: string, ending: RegExp): Item[] =>
  loadItems(corpus, 'word').filter(({ fileName }) => ending.test(fileName))

export const measureDocx = (corpus: string): Promise<FormatReport> =>
  measureFormat({
    name: 'docx',
    items: wordItems(corpus, /\.doc[xm]$/iu),
    peer: ['mammoth', mammoth],
    quality: textQuality,
    target: 'source F1 .97',
  })

export const measureDoc = (corpus: string): Promise<FormatReport> =>
  measureFormat({
    name: 'doc',
    items: wordItems(corpus, /\.doc$/iu),
    peer: ['word-extractor', wordExtractor],
    quality: textQuality,
    target: 'source F1 .95',
  })

export function measureEpub(corpus: string): Promise<FormatReport> {
  const items = loadItems(corpus, 'epub')
  return measureFormat({
    name: 'epub',
    items,
    peer: ['text content of the spine, linkedom', plainSpine],
    quality: bookQuality(items),
    target: 'valid books F1 .995',
  })
}

interface Conversion {
  items: (corpus: string) => Item[] | Promise<Item[]>
  peer: Format['peer']
}

/** Formats without files in the corpus: its Word documents, converted by LibreOffice, or files written from their texts. */
const conversions: Readonly<Record<string, Conversion>> = {
  odt: { items: (corpus) => convertedItems(corpus, 'odt'), peer: ['officeparser', officeparser] },
  html: { items: (corpus) => convertedItems(corpus, 'html'), peer: ['Readability', readabilityText] },
  txt: { items: (corpus) => convertedItems(corpus, 'txt', 'txt:Text (encoded):UTF8'), peer: ['the bytes', utf8] },
  pptx: { items: presentationItems, peer: ['officeparser', officeparser] },
  md: { items: markdownItems, peer: ['marked', markedText] },
  srt: { items: (corpus) => subtitleItems(corpus, 'srt'), peer: ['srt-vtt-parser', cueParser] },
  vtt: { items: (corpus) => subtitleItems(corpus, 'vtt'), peer: ['srt-vtt-parser', cueParser] },
}

/** Measurements of the formats that are converted, which need LibreOffice. */
export const measureConversions = Object.fromEntries(
  Object.entries(conversions).map(([name, { items, peer }]) => [
    name,
    async (corpus: string): Promise<FormatReport> =>
      measureFormat({ name, items: await items(corpus), peer, quality: textQuality, target: 'F1 .98' }),
  ]),
)
