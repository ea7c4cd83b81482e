import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { environmentSchema } from '../../src/server/platform/config-schema.ts'

const root = path.join(import.meta.dirname, '..', '..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

test('the README names every setting, and none that there is not', () => {
  const [, section = ''] = readme.split('## Configuration')
  const [configuration = ''] = section.split('\n## ')
  const named = [...configuration.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map((match) => match[1])
  expect(new Set(named)).toEqual(new Set(Object.keys(environmentSchema.shape)))
})

test('the README points to files that are there', () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter((target) => !existsSync(path.join(root, target)))).toEqual([])
})

test('the README explains every npm command', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }
  const commands = Object.keys(scripts).map((name) => (['start', 'test'].includes(name) ? name : `run (?:-s )?${name}`))
  expect(commands.filter((command) => !new RegExp(`npm ${command}\\b`).test(readme))).toEqual([])
})
