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

/** Violations in a few files given as text. */
function violationsIn(files: Record<string, string>): string[] {
  return describeViolations(findViolations(new Map(Object.entries(files)), manifest))
}

test('the sources follow the rules', () => {
  expect(describeViolations(findViolations(readSources(root), manifest))).toEqual([])
})

/** Two files: one that imports the other, and an empty one. */
const importing = (from: string, to: string): Record<string, string> => {
  const specifier = path.posix.relative(path.posix.dirname(from), to)
  return { [from]: `import '${specifier.startsWith('.') ? specifier : `./${specifier}`}'\n`, [to]: '' }
}

describe('layers', () => {
  test.each([
    ['src/shared/a.ts', 'src/ingest/b.ts'],
    ['src/ingest/sources/a.ts', 'src/summarizer/b.ts'],
    ['src/ingest/a.ts', 'src/server/platform/b.ts'],
    ['src/summarizer/a.ts', 'src/ingest/b.ts'],
    ['src/summarizer/verification/a.ts', 'src/summarizer/llm/check/b.ts'],
    ['src/summarizer/a.ts', 'src/pipeline/b.ts'],
    ['src/pipeline/a.ts', 'src/server/platform/b.ts'],
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
    expect(violationsIn(importing(from, to))).toEqual([expect.stringMatching(/^\S+:1 .* may not import from /)])
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
    ['src/cli/a.ts', 'src/pipeline/pipeline.ts'],
    ['src/cli/a.ts', 'src/server/features/billing/list-requests.ts'],
    ['src/cli/a.test.ts', 'src/ingest/b.ts'],
  ])('%s may import %s', (from, to) => {
    expect(violationsIn(importing(from, to))).toEqual([])
  })

  test('a feature may import lower features only', () => {
    expect(violationsIn(importing('src/server/features/summaries/a.ts', 'src/server/features/billing/b.ts'))).toEqual([
      'src/server/features/summaries/a.ts:1 a feature may import lower features only: src/server/features/billing/b.ts',
    ])
    expect(violationsIn(importing('src/web/features/auth/a.tsx', 'src/web/features/pricing/b.tsx'))).toEqual([
      'src/web/features/auth/a.tsx:1 a feature may import lower features only: src/web/features/pricing/b.tsx',
    ])
  })

  test.each(['routes', 'repo', 'jobs'])("the command does not import a feature's %s", (file) => {
    expect(violationsIn(importing('src/cli/a.ts', `src/server/features/billing/${file}.ts`))).toEqual([
      `src/cli/a.ts:1 cli may import a feature's use cases only: src/server/features/billing/${file}.ts`,
    ])
  })

  test.each([
    'src/utils/a.ts',
    'src/a.ts',
    'src/server/helpers/a.ts',
    'src/server/features/a.ts',
    'src/web/hooks/a.ts',
  ])('%s belongs to no layer', (file) => {
    expect(violationsIn({ [file]: '' })).toEqual([`${file}:1 this folder belongs to no layer`])
  })
})

describe('import syntax', () => {
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
  ])('%s is detected', (statement) => {
    expect(violationsIn({ 'src/shared/a.ts': `// first line\n${statement}\n`, 'src/server/db/b.ts': '' })).toEqual([
      refused,
    ])
  })

  test.each([
    ['export const b = (name: string) => import(name)', 'the target of an import must be a literal'],
    ["import './gone.ts'", 'no such file: ./gone.ts'],
    ["import '../../package.json'", 'imports must stay within src and standins: package.json'],
    ["import './b.test.ts'", 'tests must not be imported: src/shared/b.test.ts'],
  ])('%s is rejected', (statement, message) => {
    expect(violationsIn({ 'src/shared/a.ts': statement, 'src/shared/b.test.ts': '' })).toEqual([
      expect.stringContaining(message),
    ])
  })
})

describe('cycles', () => {
  test('reports files that import each other, type imports included', () => {
    expect(
      violationsIn({
        'src/shared/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'src/shared/b.ts': "export { a } from './c.ts'\nexport type B = string",
        'src/shared/c.ts': "export const a = async () => import('./a.ts')",
        'src/shared/d.ts': "import './a.ts'",
      }),
    ).toEqual(['src/shared/a.ts:1 a cycle: src/shared/a.ts -> src/shared/b.ts -> src/shared/c.ts -> src/shared/a.ts'])
  })

  test('reports a file that imports itself', () => {
    expect(violationsIn({ 'src/shared/a.ts': "import './a.ts'" })).toEqual([
      'src/shared/a.ts:1 a cycle: src/shared/a.ts -> src/shared/a.ts',
    ])
  })
})

describe('packages', () => {
  test.each([
    ['src/server/features/uploads/a.ts', 'undici', 'may be imported by its own layer only'],
    ['src/ingest/sources/a.ts', 'undici', 'may be imported by its own layer only'],
    ['src/server/plans/quota.ts', 'drizzle-orm', 'may be imported by its own layer only'],
    ['src/server/composition/app.ts', 'drizzle-orm/pg-core', 'may be imported by its own layer only'],
    ['src/server/features/uploads/a.ts', 'pg-boss', 'may be imported by its own layer only'],
    ['src/server/features/uploads/a.ts', 'pg', 'may be imported by its own layer only'],
    ['src/ingest/a.ts', 'fastify', 'may be imported by its own layer only'],
    ['src/server/composition/app.ts', 'react', 'may be imported by its own layer only'],
    ['src/server/composition/app.ts', 'left-pad', 'is not in package.json'],
    ['src/server/composition/app.ts', 'clsx', 'is a development dependency'],
    ['src/web/lib/a.ts', 'pino', 'is a server dependency'],
    ['src/shared/a.ts', 'pino', 'shared may not import pino'],
    ['src/shared/a.ts', 'node:path', "Node modules don't run in browsers"],
    ['src/web/lib/a.ts', 'fs', "Node modules don't run in browsers"],
    ['src/server/composition/app.ts', 'path', 'Node modules need the prefix "node:"'],
  ])('%s may not import %s', (from, specifier, message) => {
    expect(violationsIn({ [from]: `import '${specifier}'` })).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['src/ingest/net/fetch.ts', 'undici'],
    ['src/server/db/schema/users.ts', 'drizzle-orm/pg-core'],
    ['src/server/plans/quota-repo.ts', 'drizzle-orm'],
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
    expect(violationsIn({ [from]: `import '${specifier}'` })).toEqual([])
  })
})

/** Source text with a number of lines. */
const lines = (count: number) => Array.from({ length: count }, (_, index) => `console.log(${index})`).join('\n')

describe('size', () => {
  test('limits files to 400 lines, tests included', () => {
    expect(violationsIn({ 'src/shared/a.ts': `${lines(400)}\n` })).toEqual([])
    expect(violationsIn({ 'src/shared/a.ts': `${lines(401)}\n`, 'src/shared/a.test.ts': lines(401) })).toEqual([
      expect.stringContaining('src/shared/a.test.ts:1 401 lines'),
      expect.stringContaining('src/shared/a.ts:1 401 lines'),
    ])
  })

  test.each([
    ['function f() {', '}'],
    ['export const f = () => {', '}'],
    ['export const o = { f() {', '}}'],
    ['export class C { f() {', '}}'],
  ])('limits %s … to 120 lines', (before, after) => {
    expect(violationsIn({ 'src/shared/a.ts': `${before}\n${lines(118)}\n${after}` })).toEqual([])
    expect(violationsIn({ 'src/shared/a.ts': `${before}\n${lines(119)}\n${after}` })).toEqual([
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
  ])('rejects %s outside the platform layer', (statement) => {
    expect(violationsIn({ 'src/server/composition/app.ts': statement })).toEqual([
      'src/server/composition/app.ts:1 the environment is read in src/server/platform only',
    ])
    expect(violationsIn({ 'src/server/platform/config/config.ts': statement })).toEqual([])
  })

  test('allows other properties named env', () => {
    expect(
      violationsIn({ 'src/server/composition/app.ts': 'export const f = (options: { env: string }) => options.env' }),
    ).toEqual([])
  })
})
