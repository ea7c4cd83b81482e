import { z } from 'zod'
import { type SourceBlock, sourceBlockSchema } from '../../../../shared/document.ts'
import type { ExampleName } from '../../../../shared/examples.ts'
import { locationSchema } from '../../../../shared/summary/location.ts'
import { pageAsTexts } from '../../../../shared/summary/partial-page.ts'
import { engineSchema, type SummaryContent, summaryContentSchema } from '../../../../shared/summary/summary.ts'
import { summaryPageSchema } from '../../../../shared/summary/summary-page.ts'
import type { ExampleAuthor } from './authors.ts'

const writtenAt = '2026-11-24T09:00:00.000Z'

/** The fields of a summary that all examples share. */
const shared = {
  originalUrl: null,
  thumbnailUrl: null,
  createdAt: writtenAt,
  updatedAt: writtenAt,
  isProContent: true,
  engine: null,
  language: 'en',
  cached: false,
  hasSource: true,
}

const exampleBlockSchema = sourceBlockSchema.omit({ id: true, location: true })
type ExampleBlock = z.infer<typeof exampleBlockSchema>

/** The source of an example with its origin: its blocks by location, with paragraphs as plain text. Ids follow the order: b1, b2, … */
const exampleSourceSchema = z.object({
  origin: z.string(),
  sections: z.array(
    z.object({ location: locationSchema, blocks: z.array(z.union([z.string().min(1), exampleBlockSchema])) }),
  ),
})

/**
 * The files of each example, in scripts of their own. `npm test -- tests/contract/examples -u` has the built-in engine
 * write its summaries.
 */
const files = {
  exampleVideo: {
    hand: async () => import('./video-summary.json', { with: { type: 'json' } }),
    builtIn: async () => import('./video-built-in.json', { with: { type: 'json' } }),
    source: async () => import('./video-source.json', { with: { type: 'json' } }),
  },
  exampleReport: {
    hand: async () => import('./report-summary.json', { with: { type: 'json' } }),
    builtIn: async () => import('./report-built-in.json', { with: { type: 'json' } }),
    source: async () => import('./report-source.json', { with: { type: 'json' } }),
  },
  exampleBook: {
    hand: async () => import('./book-summary.json', { with: { type: 'json' } }),
    builtIn: async () => import('./book-built-in.json', { with: { type: 'json' } }),
    source: async () => import('./book-source.json', { with: { type: 'json' } }),
  },
} satisfies Record<ExampleName, unknown>

export async function loadExampleSummary(name: ExampleName, author: ExampleAuthor = 'hand'): Promise<SummaryContent> {
  const { default: own } = await files[name].hand()
  const made = author === 'hand' ? own : (await files[name].builtIn()).default
  const page = summaryPageSchema.parse(made.page)
  const engine = 'engine' in made ? engineSchema.parse(made.engine) : null
  return summaryContentSchema.parse({
    ...shared,
    ...own,
    ...pageAsTexts(page),
    coverage: made.coverage,
    engine,
    sourceTitle: own.title,
    titleSource: 'source',
    page,
  })
}

export async function loadExampleSource(name: ExampleName): Promise<SourceBlock[]> {
  const { sections } = exampleSourceSchema.parse((await files[name].source()).default)
  let count = 0
  return sections.flatMap(({ location, blocks }) =>
    blocks.map((block) => {
      count += 1
      const { type, text, level }: ExampleBlock = typeof block === 'string' ? { type: 'paragraph', text: block } : block
      return { id: `b${count}`, type, text, level, location }
    }),
  )
}
