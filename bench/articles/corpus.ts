import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

export interface BodyPage {
  key: string
  url: string | null
  html: Uint8Array
  truth: string
}

const truthSchema = z.record(z.string(), z.object({ articleBody: z.string(), url: z.string().optional() }))

/** Pages of article/aeb with the annotated article text. */
export function loadBodyPages(corpus: string): BodyPage[] {
  const folder = join(corpus, 'article', 'aeb')
  const truth = truthSchema.parse(JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')))
  return Object.entries(truth).map(([key, page]) => ({
    key,
    url: page.url ?? null,
    html: gunzipSync(readFileSync(join(folder, 'html', `${key}.html.gz`))),
    truth: page.articleBody,
  }))
}

export interface MetadataPage {
  id: string
  html: Uint8Array
  synthetic: boolean
  expected: {
    title: string | null
    author: string | null
    site: string | null
    publishedAt: string | null
    language: string | null
  }
}

const manifestSchema = z.object({
  id: z.string(),
  html: z.string(),
  synthetic: z.boolean().default(false),
  metadata: z.object({
    title: z.string().nullish(),
    byline: z.string().nullish(),
    siteName: z.string().nullish(),
    publishedTime: z.string().nullish(),
    lang: z.string().nullish(),
  }),
})

/** Pages of article/readability with the metadata that Readability's own tests expect. */
export function loadMetadataPages(corpus: string): MetadataPage[] {
  const folder = join(corpus, 'article')
  return readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"id": "readability/'))
    .map((line) => manifestSchema.parse(JSON.parse(line)))
    .map(({ id, html, synthetic, metadata }) => ({
      id: id.replace('readability/', ''),
      html: gunzipSync(readFileSync(join(folder, html))),
      synthetic,
      expected: {
        title: metadata.title ?? null,
        author: metadata.byline ?? null,
        site: metadata.siteName ?? null,
        publishedAt: metadata.publishedTime ?? null,
        language: metadata.lang ?? null,
      },
    }))
}
