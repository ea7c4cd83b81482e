import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingsTable } from '../../src/server/platform/config/config-schema.ts'

const root = path.join(import.meta.dirname, '..', '..')
const configuration = readFileSync(path.join(root, 'docs', 'configuration.md'), 'utf8')

test('docs/configuration.md is up to date with the settings (else run scripts/settings-table.mjs)', () => {
  expect(configuration).toContain(`-->\n\n${settingsTable()}\n\n<!-- /settings -->`)
})

test('links in the documentation lead to existing files', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  expect(pages).toContain('README.md')
  const broken = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), 'utf8')
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
    return targets.filter((target) => !existsSync(path.join(root, path.dirname(page), target)))
  })
  expect(broken).toEqual([])
})
