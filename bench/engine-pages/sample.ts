import { createIngest, type SourceInput } from '../../src/ingest/index.ts'
import type { ExtractedDocument } from '../../src/shared/document.ts'
import { AppError } from '../../src/shared/errors.ts'
import { unpackDocument } from '../../src/threads/packed-document.ts'
import { loadBodyPages } from '../articles/corpus.ts'
import { loadItems } from '../sources/items.ts'
import { readSet, type SetName } from '../summarizer/corpus.ts'
import { readableBlocks } from './rival.ts'

/** Fewest words of a source, and fewest of its sentences that have six words and a full stop: no forms, no lists. */
const MIN = { words: 150, sentences: 12 }

type Candidate = readonly [id: string, input: SourceInput]

const files = (corpus: string, group: 'pdf' | 'word' | 'epub'): Candidate[] =>
  loadItems(corpus, group)
    .filter(({ reference }) => (reference?.text.length ?? 0) >= MIN.words)
    .map(({ id, fileName, bytes }) => [id, { kind: 'file', bytes, fileName, url: null }])
const texts = (corpus: string, name: SetName): Candidate[] =>
  readSet(corpus, name).map(({ id, document }) => [id, { kind: 'text', content: document }])
const articles = (corpus: string): Candidate[] =>
  loadBodyPages(corpus).map(({ key, url, html }) => [key.slice(0, 12), { kind: 'html', html, url }])

/** Kinds of sources, how many in English are taken of each, and how many other languages. */
const groups: Readonly<Record<string, { list: (corpus: string) => Candidate[]; english: number; others: number }>> = {
  article: { list: articles, english: 7, others: 5 },
  news: { list: (corpus) => texts(corpus, 'cnndm'), english: 3, others: 0 },
  meeting: { list: (corpus) => texts(corpus, 'qmsum'), english: 4, others: 0 },
  story: { list: (corpus) => texts(corpus, 'squality'), english: 4, others: 0 },
  pdf: { list: (corpus) => files(corpus, 'pdf'), english: 5, others: 3 },
  word: { list: (corpus) => files(corpus, 'word'), english: 4, others: 3 },
  epub: { list: (corpus) => files(corpus, 'epub'), english: 3, others: 4 },
}
export const kinds = Object.keys(groups)

export interface Source {
  kind: string
  id: string
  language: string
  document: ExtractedDocument
}

/**
 * Reads a sample of the corpus, the same in every run: of each kind, in the order of its manifest, the sources that the
 * product reads, with enough prose, each text once, no filler text. Of those in English every n-th is taken, from the
 * middle of n, and of each other language the first, up to the numbers in `groups`.
 *
 * @param limit most sources of a kind
 */
export async function readSample(corpus: string, wanted: readonly string[], limit: number): Promise<Source[]> {
  const ingest = createIngest({ allowPrivateAddresses: false, outboundProxyUrl: null })
  const read = async (kind: string, [id, input]: Candidate): Promise<Source[]> => {
    try {
      const document = unpackDocument(await ingest.read(input, { signal: AbortSignal.timeout(60_000) }))
      const sentences = readableBlocks(document).flatMap((block) => block.sentences)
      const isProse = sentences.filter((text) => /[.!?。！？]["'”’»)」]*$/u.test(text)).length >= MIN.sentences
      if (document.words < MIN.words || !isProse || /lorem ipsum/iu.test(sentences.join(' '))) return []
      return [{ kind, id, language: document.language?.split('-')[0] ?? 'unknown', document }]
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  }
  const sample: Source[] = []
  try {
    for (const kind of wanted) {
      const group = groups[kind]
      if (group === undefined) throw new Error(`Unknown kind "${kind}". There are: ${kinds.join(', ')}.`)
      const found = new Map<string, Source>()
      for (const candidate of group.list(corpus)) {
        for (const source of await read(kind, candidate)) {
          const start = readableBlocks(source.document)[0]?.sentences.join(' ') ?? ''
          if (!found.has(start)) found.set(start, source)
        }
      }
      const { en = [], ...others } = Object.groupBy(found.values(), ({ language }) => language)
      const count = Math.min(group.english, limit, en.length)
      const english = en.filter(
        (_, at) => Math.floor((at * count) / en.length + 0.5) !== Math.floor(((at + 1) * count) / en.length + 0.5),
      )
      const firsts = Object.values(others).flatMap((own) => own?.[0] ?? [])
      sample.push(...[...english, ...firsts.slice(0, group.others)].slice(0, limit))
    }
  } finally {
    await ingest.close()
  }
  return sample
}
