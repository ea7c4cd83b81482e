import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contextFiles, isInContext } from '../support/image/build-context.ts'
import { environmentOf, lastArgs, parseDockerfile } from '../support/image/dockerfile.ts'

const root = path.join(import.meta.dirname, '..', '..')

describe('build context of the image', () => {
  const ignore = readFileSync(path.join(root, '.dockerignore'), 'utf8')

  test.each([
    '.git/config',
    '.env',
    'deploy/.env',
    'data/postgres/PG_VERSION',
    'node_modules/zod/package.json',
    'dist/web/index.html',
    'tests/api/roles.slow.test.ts',
    'src/server/platform/log.test.ts',
    'standins/stripe/server.ts',
  ])('excludes %s', (file) => {
    expect(isInContext(file, ignore)).toBe(false)
  })

  test('includes the sources and their dependencies', () => {
    const files = contextFiles(root, ignore)
    expect(files).toEqual(
      expect.arrayContaining(['package-lock.json', 'src/server/main.ts', 'src/web/main.tsx', 'vite.config.ts']),
    )
    expect(files.filter((file) => /\.test\.|^(?:tests|deploy|docs)\//.test(file))).toEqual([])
  })

  test('the last matching rule for a file or its folder decides', () => {
    expect(isInContext('src/a/b.ts', '*\n!src\n# no rule')).toBe(true)
    expect(isInContext('src/a/b.ts', '*\n!src\nsrc/a')).toBe(false)
    expect(isInContext('other.ts', '*\n!src')).toBe(false)
  })
})

test('parses a Dockerfile like its builder', () => {
  const [first, last] = parseDockerfile(
    `FROM a AS one\nRUN ["x", "a b"]\n# FROM nobody\nFROM one\nCOPY --from=one /x ./y\nHEALTHCHECK --retries=3 \\\n  CMD ["ask"]\nRUN npm ci\nENV A=1 B=2\nCMD ["old"]\nCMD ["new"]\n`,
  )
  expect(first).toMatchObject({ name: 'one', from: 'a', steps: [{ args: ['x', 'a b'], isList: true }] })
  expect(last?.steps[0]).toMatchObject({ instruction: 'COPY', flags: { from: 'one' }, args: ['/x', './y'] })
  expect(last?.steps[1]).toMatchObject({ instruction: 'HEALTHCHECK', args: ['ask'], isList: true })
  expect(last?.steps[2]).toMatchObject({ args: ['npm', 'ci'], isList: false })
  expect([lastArgs(last!, 'CMD'), environmentOf(last!)]).toEqual([['new'], { A: '1', B: '2' }])
})
