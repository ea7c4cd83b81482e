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
  const { dependencies, optionalDependencies, devDependencies } = z
    .object({ dependencies: names, optionalDependencies: names, devDependencies: names })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  return {
    dependencies: new Set(Object.keys({ ...dependencies, ...optionalDependencies })),
    devDependencies: new Set(Object.keys(devDependencies)),
  }
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
    ['src/summarizer/verification/a.ts', 'src/summarizer/llm/check/b.ts'],
    ['src/pipeline/a.ts', 'src/server/platform/b.ts'],
    ['src/server/db/a.ts', 'src/server/jobs/b.ts'],
    ['src/server/features/summaries/a.ts', 'src/server/composition/app.ts'],
    ['src/web/lib/a.ts', 'src/web/components/b.tsx'],
    ['src/web/app/a.tsx', 'src/server/composition/app.ts'],
    ['src/cli/a.ts', 'src/server/db/b.ts'],
    ['src/server/composition/app.ts', 'standins/stripe/b.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(violationsIn(importing(from, to))).toEqual([expect.stringMatching(/^\S+:1 .* may not import from /)])
  })

  test.each([
    ['src/ingest/sources/a.ts', 'src/shared/b.ts'],
    ['src/ingest/sources/a.ts', 'src/ingest/net/b.ts'],
    ['src/server/features/summaries/a.ts', 'src/server/features/summaries/parts/b.ts'],
    ['src/server/composition/app.ts', 'src/server/features/accounts/routes.ts'],
    ['src/web/features/auth/a.tsx', 'src/web/components/b.tsx'],
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

describe('packages', () => {
  test.each([
    ['src/ingest/sources/a.ts', 'undici', 'may be imported by its own layer only'],
    ['src/server/plans/quota.ts', 'drizzle-orm', 'may be imported by its own layer only'],
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
    ['src/server/features/accounts/session-repo.ts', 'drizzle-orm'],
    ['src/shared/a.ts', 'zod'],
    ['src/server/composition/app.ts', 'node:path'],
    ['src/server/composition/app.test.ts', 'vitest'],
  ])('%s may import %s', (from, specifier) => {
    expect(violationsIn({ [from]: `import '${specifier}'` })).toEqual([])
  })
})
