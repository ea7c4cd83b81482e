import { writeFileSync } from 'node:fs'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodeText } from '../src/ingest/formats/decode-text.ts'
import { parseDom } from '../src/ingest/formats/html/dom.ts'
import { readMetadata } from '../src/ingest/formats/html/metadata/metadata.ts'
import { readHtml } from '../src/ingest/formats/html/read-html.ts'
import { loadDetector } from '../src/ingest/language.ts'
import { type BodyPage, loadBodyPages, loadMetadataPages, type MetadataPage } from './articles/corpus.ts'
import { disguisePage, disguises } from './articles/disguise.ts'
import { type PageScore, scoreAll, scorePage } from './articles/score.ts'

type Reader = (page: BodyPage) => string

export const ours: Reader = (page) => {
  try {
    return readHtml({ html: page.html, url: page.url })
      .blocks.map((block) => block.text)
      .join('\n')
  } catch {
    return ''
  }
}

export const plainReadability: Reader = (page) => {
  const { document } = parseHTML(decodeText(page.html, null))
  return new Readability(document).parse()?.textContent ?? ''
}

interface Run {
  name: string
  texts: string[]
  scores: PageScore[]
  pagesPerSecond: number
}

/** Rounds in which the readers alternate; the fastest of each counts, which reduces noise. */
const ROUNDS = 4

/** Runs every reader over all pages, in turns, after a warm-up round. */
export function measure(readers: readonly (readonly [string, Reader])[], pages: readonly BodyPage[]): Run[] {
  const seconds = readers.map(() => Number.POSITIVE_INFINITY)
  const texts = readers.map((): string[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    readers.forEach(([, reader], at) => {
      const start = performance.now()
      texts[at] = pages.map(reader)
      if (round > 0) seconds[at] = Math.min(seconds[at]!, (performance.now() - start) / 1000)
    })
  }
  return readers.map(([name], at) => ({
    name,
    texts: texts[at]!,
    scores: pages.map((page, index) => scorePage(page.truth, texts[at]![index]!)),
    pagesPerSecond: pages.length / seconds[at]!,
  }))
}

function printBodies(pages: readonly BodyPage[], runs: readonly Run[]): void {
  const peer = runs.at(-1)!
  console.log(`Article body, ${pages.length} pages of article/aeb`)
  console.table(
    runs.map((run) => {
      const { f1, precision, recall } = scoreAll(run.scores)
      return {
        reader: run.name,
        F1: f1.toFixed(4),
        P: precision.toFixed(4),
        R: recall.toFixed(4),
        'pages/s': run.pagesPerSecond.toFixed(1),
        'speed ratio': (run.pagesPerSecond / peer.pagesPerSecond).toFixed(2),
      }
    }),
  )
  const [own] = runs
  const worst = pages
    .map((page, at) => ({ page, score: own!.scores[at]! }))
    .sort((a, b) => (a.score.precision ?? 0) + (a.score.recall ?? 0) - (b.score.precision ?? 0) - (b.score.recall ?? 0))
    .slice(0, 10)
  console.log('Worst pages')
  console.table(
    worst.map(({ page, score }) => ({
      page: page.key.slice(0, 12),
      P: score.precision?.toFixed(3),
      R: score.recall?.toFixed(3),
      url: (page.url ?? '').slice(0, 80),
    })),
  )
}

/** F1 without the evidence of names and tags. */
function printDisguised(pages: readonly BodyPage[]): void {
  console.log('Article body, F1 with parts of the evidence removed')
  const rows = disguises.map((disguise) => {
    const rewritten = pages.map((page) => ({ ...page, html: disguisePage(page.html, disguise) }))
    const f1 = (reader: Reader): string =>
      scoreAll(rewritten.map((page) => scorePage(page.truth, reader(page)))).f1.toFixed(4)
    return { page: disguise.name, precis: f1(ours), readability: f1(plainReadability) }
  })
  console.table(rows)
}

const fields = ['title', 'author', 'site', 'publishedAt', 'language'] as const
type Field = (typeof fields)[number]

const fold = (text: string | null): string | null => text?.replace(/\s+/gu, ' ').trim() || null

/** Normalizes the names of a byline: removes labels, academic titles and further lines (roles, agencies, editors). */
const namesIn = (byline: string): string =>
  (byline.trim().split('\n')[0] ?? '')
    .toLowerCase()
    .replace(/^(?:written )?by\s+/u, '')
    .split(/\s*[,()]\s*|\s+(?:and|et|avec)\s+/u)
    .map((name) => name.replace(/^avec\s+/u, '').replaceAll(/\s+/gu, ' '))
    .filter((name) => name.length > 2)
    .toSorted()
    .join(', ')

function agrees(field: Field, found: string | null, expected: string | null): boolean {
  if (field === 'author' && found !== null && expected !== null) return namesIn(found) === namesIn(expected)
  const [one, other] = [fold(found), fold(expected)]
  if (one === other) return true
  if (one === null || other === null) return false
  if (field === 'publishedAt') return Date.parse(one) === Date.parse(other)
  return field === 'language' && one.toLowerCase() === other.toLowerCase()
}

interface FieldAgreement {
  field: Field
  pages: number
  exact: string
  /** Names of the pages with errors. */
  wrong: string
}

/** How often each metadata field is correct where one is expected; for authors, only names count. */
export function metadataAgreement(pages: readonly MetadataPage[]): FieldAgreement[] {
  const found = pages.map((page) => readMetadata(parseDom(decodeText(page.html, null)), null))
  return fields.map((field) => {
    const named = pages.flatMap((page, at) => {
      const { [field]: expected, site } = page.expected
      // Some expectations repeat the site as the author; a site is not an author.
      const isNamed = expected !== null && !(field === 'author' && expected === site)
      return isNamed ? [{ page, found: found[at]! }] : []
    })
    const wrong = named.filter((row) => !agrees(field, row.found[field], row.page.expected[field]))
    return {
      field,
      pages: named.length,
      exact: `${((100 * (named.length - wrong.length)) / named.length).toFixed(1)}%`,
      wrong: wrong.map((row) => row.page.id).join(', '),
    }
  })
}

/**
 * Measures article reading against plain Readability in the same run.
 *
 * @param args folder of the corpus; optionally `--disguised` to rewrite the pages too, and `--save FILE` to keep
 * our texts for another scorer
 */
export async function main(args: string[]): Promise<void> {
  await loadDetector()
  const [corpus] = args
  if (corpus === undefined) throw new Error('usage: articles CORPUS_DIR [--disguised] [--save FILE]')
  const pages = loadBodyPages(corpus)
  const runs = measure(
    [
      ['precis', ours],
      ['readability', plainReadability],
    ],
    pages,
  )
  printBodies(pages, runs)
  if (args.includes('--disguised')) printDisguised(pages)
  const metadataPages = loadMetadataPages(corpus)
  console.log(`Metadata, ${metadataPages.length} pages of article/readability, where the expectation names a value`)
  console.table(metadataAgreement(metadataPages))
  const saveAt = args.indexOf('--save')
  const file = saveAt === -1 ? undefined : args[saveAt + 1]
  if (file !== undefined)
    writeFileSync(file, JSON.stringify(Object.fromEntries(pages.map((page, at) => [page.key, runs[0]!.texts[at]]))))
}
