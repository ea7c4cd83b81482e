import { join } from 'node:path'
import { loadDetector } from '../../src/ingest/language.ts'
import { loadBodyPages, loadMetadataPages } from '../articles/corpus.ts'
import { scoreAll, scorePage } from '../articles/score.ts'
import { measure, metadataAgreement, ours, plainReadability } from '../articles.ts'
import { peakMegabytes } from './measure.ts'
import type { FormatReport } from './report.ts'
import { measureYoutube } from './youtube.ts'

const WORST = 6

/** Bodies of articles; Readability on linkedom is the peer. */
export async function measureArticles(corpus: string): Promise<FormatReport> {
  await loadDetector()
  const pages = loadBodyPages(corpus)
  for (const page of pages) ours(page)
  const peak = peakMegabytes()
  const [own, peer] = measure(
    [
      ['precis', ours],
      ['Readability', plainReadability],
    ],
    pages,
  )
  if (own === undefined || peer === undefined) throw new Error('A reader and a peer are measured.')
  const scored = pages.map(({ key, truth }, at) => {
    const { f1, precision, recall } = scoreAll([scorePage(truth, own.texts[at] ?? '')])
    return { key, f1, of: `P ${precision.toFixed(3)}, R ${recall.toFixed(3)}` }
  })
  return {
    row: {
      format: 'article',
      items: pages.length,
      quality: `body F1 ${scoreAll(own.scores).f1.toFixed(4)}`,
      yardstick: 'body F1 .972, 60 items/s',
      'items/s': own.pagesPerSecond.toFixed(1),
      'x peer': `${(own.pagesPerSecond / peer.pagesPerSecond).toFixed(2)} (${peer.name})`,
      'peak MB': peak,
    },
    yardsticks: [
      `Readability: body F1 ${scoreAll(peer.scores).f1.toFixed(4)}; ${peer.pagesPerSecond.toFixed(1)} items/s`,
    ],
    worst: scored
      .toSorted((a, b) => (Number.isNaN(a.f1) ? 0 : a.f1) - (Number.isNaN(b.f1) ? 0 : b.f1))
      .slice(0, WORST)
      .map(({ key, of }) => `${key.slice(0, 12)}: ${of}`),
    notes: [],
  }
}

/** Metadata of pages. */
export async function measureMetadata(corpus: string): Promise<FormatReport> {
  const pages = loadMetadataPages(corpus)
  metadataAgreement(pages)
  const peak = peakMegabytes()
  const start = performance.now()
  const fields = metadataAgreement(pages)
  const seconds = (performance.now() - start) / 1000
  return {
    row: {
      format: 'metadata',
      items: pages.length,
      quality: fields.map(({ field, exact }) => `${field} ${exact}`).join(', '),
      yardstick: 'each 95%',
      'items/s': (pages.length / seconds).toFixed(1),
      'x peer': '-',
      'peak MB': peak,
    },
    yardsticks: [],
    worst: fields.filter(({ wrong }) => wrong !== '').map(({ field, wrong }) => `${field} is wrong on ${wrong}`),
    notes: [],
  }
}

/** Recorded YouTube responses, without a peer. */
export async function measureVideos(corpus: string): Promise<FormatReport> {
  const { items, exact, failures, perSecond } = await measureYoutube(join(corpus, 'youtube'))
  return {
    row: {
      format: 'youtube',
      items,
      quality: `${exact}/${items} exact in tracks, outcome and cues`,
      yardstick: 'all',
      'items/s': perSecond.toFixed(1),
      'x peer': '-',
      'peak MB': peakMegabytes(),
    },
    yardsticks: [],
    worst: failures,
    notes: [],
  }
}
