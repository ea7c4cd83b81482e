import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Manifest } from './packages.ts'
import { describeViolations, findViolations } from './rules.ts'
import { readSources } from './source.ts'

const root = path.join(import.meta.dirname, '..', '..')

function readManifest(): Manifest {
  const names = z.record(z.string(), z.string())
  const { dependencies, devDependencies } = z
    .object({ dependencies: names, devDependencies: names })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  return { dependencies: new Set(Object.keys(dependencies)), devDependencies: new Set(Object.keys(devDependencies)) }
}

const manifest = readManifest()

/** What the rules say of a few files made up on the spot. */
function judge(files: Record<string, string>): string[] {
  return describeViolations(findViolations(new Map(Object.entries(files)), manifest))
}

test('the house keeps its own rules', () => {
  expect(describeViolations(findViolations(readSources(root), manifest))).toEqual([])
})

/** One file that imports another, empty one. */
const importing = (from: string, to: string): Record<string, string> => {
  const specifier = path.posix.relative(path.posix.dirname(from), to)
  return { [from]: `import '${specifier.startsWith('.') ? specifier : `./${specifier}`}'\n`, [to]: '' }
}

describe('rooms', () => {
  test.each([
    ['src/shared/a.ts', 'src/ingest/b.ts'],
    ['src/ingest/sources/a.ts', 'src/summarizer/b.ts'],
    ['src/ingest/a.ts', 'src/server/platform/b.ts'],
    ['src/summarizer/a.ts', 'src/ingest/b.ts'],
    ['src/server/platform/a.ts', 'src/server/db/b.ts'],
    ['src/server/db/a.ts', 'src/server/jobs/b.ts'],
    ['src/server/storage/a.ts', 'src/server/mail/b.ts'],
    ['src/server/mail/a.ts', 'src/server/features/accounts/b.ts'],
    ['src/server/jobs/a.ts', 'src/summarizer/b.ts'],
    ['src/server/plans/a.ts', 'src/server/features/summaries/b.ts'],
    ['src/server/features/summaries/a.ts', 'src/server/composition/app.ts'],
    ['src/server/features/summaries/a.ts', 'src/web/lib/b.ts'],
    ['src/server/composition/app.ts', 'src/cli/b.ts'],
    ['src/server/main.ts', 'src/web/lib/b.ts'],
    ['src/web/lib/a.ts', 'src/web/components/b.tsx'],
    ['src/web/components/a.tsx', 'src/web/features/auth/b.tsx'],
    ['src/web/features/auth/a.tsx', 'src/web/app/b.tsx'],
    ['src/web/app/a.tsx', 'src/server/composition/app.ts'],
    ['src/web/main.tsx', 'src/ingest/b.ts'],
    ['src/cli/a.ts', 'src/server/db/b.ts'],
    ['src/cli/a.ts', 'src/ingest/b.ts'],
    ['standins/stripe/a.ts', 'src/server/platform/b.ts'],
    ['src/server/composition/app.ts', 'standins/stripe/b.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(judge(importing(from, to))).toEqual([expect.stringMatching(/^\S+:1 .* may not import from /)])
  })

  test.each([
    ['src/ingest/sources/a.ts', 'src/shared/b.ts'],
    ['src/ingest/sources/a.ts', 'src/ingest/net/b.ts'],
    ['src/server/jobs/a.ts', 'src/server/db/b.ts'],
    ['src/server/features/summaries/a.ts', 'src/summarizer/b.ts'],
    ['src/server/features/summaries/a.ts', 'src/server/features/summaries/parts/b.ts'],
    ['src/server/composition/app.ts', 'src/server/features/accounts/routes.ts'],
    ['src/web/app/a.tsx', 'src/web/features/auth/b.tsx'],
    ['src/web/main.tsx', 'src/web/app/b.tsx'],
    ['src/web/features/auth/a.tsx', 'src/web/components/b.tsx'],
    ['src/cli/a.ts', 'src/server/features/summaries/pipeline.ts'],
    ['src/cli/a.ts', 'src/server/features/billing/list-requests.ts'],
    ['src/cli/a.test.ts', 'src/ingest/b.ts'],
  ])('%s may import %s', (from, to) => {
    expect(judge(importing(from, to))).toEqual([])
  })

  test('a feature imports lower features only', () => {
    expect(judge(importing('src/server/features/summaries/a.ts', 'src/server/features/billing/b.ts'))).toEqual([
      'src/server/features/summaries/a.ts:1 a feature imports lower features only: src/server/features/billing/b.ts',
    ])
    expect(judge(importing('src/web/features/auth/a.tsx', 'src/web/features/pricing/b.tsx'))).toEqual([
      'src/web/features/auth/a.tsx:1 a feature imports lower features only: src/web/features/pricing/b.tsx',
    ])
  })

  test.each(['routes', 'repo', 'jobs'])("the command keeps its hands off a feature's %s", (file) => {
    expect(judge(importing('src/cli/a.ts', `src/server/features/billing/${file}.ts`))).toEqual([
      `src/cli/a.ts:1 cli may import a feature's use cases only: src/server/features/billing/${file}.ts`,
    ])
  })

  test.each([
    'src/utils/a.ts',
    'src/a.ts',
    'src/server/helpers/a.ts',
    'src/server/features/a.ts',
    'src/web/hooks/a.ts',
  ])('%s stands in no room', (file) => {
    expect(judge({ [file]: '' })).toEqual([`${file}:1 this folder is not a room of the house`])
  })
})

describe('ways of importing', () => {
  const refused = expect.stringMatching(/^src\/shared\/a\.ts:2 shared may not import from db/)

  test.each([
    "import { b } from '../server/db/b.ts'",
    "import type { B } from '../server/db/b.ts'",
    "import { type B } from '../server/db/b.ts'",
    "export { b } from '../server/db/b.ts'",
    "export * from '../server/db/b.ts'",
    "export type { B } from '../server/db/b.ts'",
    "export const b = await import('../server/db/b.ts')",
    "export type B = import('../server/db/b.ts').B",
    "export type B = typeof import('../server/db/b.ts')",
    "export const b = require('../server/db/b.ts')",
    "export const worker = new Worker(new URL('../server/db/b.ts', import.meta.url))",
  ])('%s is seen', (statement) => {
    expect(judge({ 'src/shared/a.ts': `// first line\n${statement}\n`, 'src/server/db/b.ts': '' })).toEqual([refused])
  })

  test.each([
    ['export const b = (name: string) => import(name)', 'the target of an import is written out'],
    ["import './gone.ts'", 'nothing is there to import: ./gone.ts'],
    ["import '../../package.json'", 'an import never leaves src and standins: package.json'],
    ["import './b.test.ts'", 'nobody imports a test: src/shared/b.test.ts'],
  ])('%s is refused', (statement, message) => {
    expect(judge({ 'src/shared/a.ts': statement, 'src/shared/b.test.ts': '' })).toEqual([
      expect.stringContaining(message),
    ])
  })
})

describe('cycles', () => {
  test('two files that import each other, if only for a type', () => {
    expect(
      judge({
        'src/shared/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'src/shared/b.ts': "export { a } from './c.ts'\nexport type B = string",
        'src/shared/c.ts': "export const a = async () => import('./a.ts')",
        'src/shared/d.ts': "import './a.ts'",
      }),
    ).toEqual(['src/shared/a.ts:1 a cycle: src/shared/a.ts -> src/shared/b.ts -> src/shared/c.ts -> src/shared/a.ts'])
  })

  test('a file that imports itself', () => {
    expect(judge({ 'src/shared/a.ts': "import './a.ts'" })).toEqual([
      'src/shared/a.ts:1 a cycle: src/shared/a.ts -> src/shared/a.ts',
    ])
  })
})

describe('packages', () => {
  test.each([
    ['src/server/features/uploads/a.ts', 'undici', 'has its home elsewhere'],
    ['src/ingest/sources/a.ts', 'undici', 'has its home elsewhere'],
    ['src/server/plans/quota.ts', 'drizzle-orm', 'has its home elsewhere'],
    ['src/server/composition/app.ts', 'drizzle-orm/pg-core', 'has its home elsewhere'],
    ['src/server/features/uploads/a.ts', 'pg-boss', 'has its home elsewhere'],
    ['src/server/features/uploads/a.ts', 'pg', 'has its home elsewhere'],
    ['src/ingest/a.ts', 'fastify', 'has its home elsewhere'],
    ['src/server/composition/app.ts', 'react', 'has its home elsewhere'],
    ['src/server/composition/app.ts', 'left-pad', 'is not in package.json'],
    ['src/server/composition/app.ts', 'clsx', 'is there for development only'],
    ['src/web/lib/a.ts', 'pino', "is the server's"],
    ['src/shared/a.ts', 'pino', 'shared has no use for pino'],
    ['src/shared/a.ts', 'node:path', 'nothing of Node runs in a browser'],
    ['src/web/lib/a.ts', 'fs', 'nothing of Node runs in a browser'],
    ['src/server/composition/app.ts', 'path', 'modules of Node are written with "node:"'],
  ])('%s may not import %s', (from, specifier, message) => {
    expect(judge({ [from]: `import '${specifier}'` })).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['src/ingest/net/fetch.ts', 'undici'],
    ['src/server/db/schema/users.ts', 'drizzle-orm/pg-core'],
    ['src/server/plans/repo.ts', 'drizzle-orm'],
    ['src/server/features/accounts/session-repo.ts', 'drizzle-orm'],
    ['src/server/jobs/queue.ts', 'pg-boss'],
    ['src/server/jobs/queue.ts', 'drizzle-orm'],
    ['src/server/composition/app.ts', 'fastify'],
    ['src/web/lib/a.ts', 'clsx'],
    ['src/web/lib/a.ts', 'zod'],
    ['src/shared/a.ts', 'zod'],
    ['src/server/composition/app.ts', 'node:path'],
    ['src/server/composition/app.test.ts', 'vitest'],
  ])('%s may import %s', (from, specifier) => {
    expect(judge({ [from]: `import '${specifier}'` })).toEqual([])
  })
})

/** Text of so many lines. */
const lines = (count: number) => Array.from({ length: count }, (_, index) => `console.log(${index})`).join('\n')

describe('size', () => {
  test('a file has at most 400 lines, tests as well', () => {
    expect(judge({ 'src/shared/a.ts': `${lines(400)}\n` })).toEqual([])
    expect(judge({ 'src/shared/a.ts': `${lines(401)}\n`, 'src/shared/a.test.ts': lines(401) })).toEqual([
      expect.stringContaining('src/shared/a.test.ts:1 401 lines'),
      expect.stringContaining('src/shared/a.ts:1 401 lines'),
    ])
  })

  test.each([
    ['function f() {', '}'],
    ['export const f = () => {', '}'],
    ['export const o = { f() {', '}}'],
    ['export class C { f() {', '}}'],
  ])('%s … has at most 120 lines', (before, after) => {
    expect(judge({ 'src/shared/a.ts': `${before}\n${lines(118)}\n${after}` })).toEqual([])
    expect(judge({ 'src/shared/a.ts': `${before}\n${lines(119)}\n${after}` })).toEqual([
      expect.stringContaining('src/shared/a.ts:1 a function of 121 lines'),
    ])
  })
})

describe('environment', () => {
  test.each([
    'export const port = process.env.PORT',
    "export const port = process['env']",
    'export const port = globalThis.process.env',
    'export const { env } = process',
    "import { env } from 'node:process'",
  ])('%s is refused outside the platform', (statement) => {
    expect(judge({ 'src/server/composition/app.ts': statement })).toEqual([
      'src/server/composition/app.ts:1 the environment is read in src/server/platform only',
    ])
    expect(judge({ 'src/server/platform/config.ts': statement })).toEqual([])
  })

  test('other things named env are nobody’s business', () => {
    expect(
      judge({ 'src/server/composition/app.ts': 'export const f = (options: { env: string }) => options.env' }),
    ).toEqual([])
  })
})
