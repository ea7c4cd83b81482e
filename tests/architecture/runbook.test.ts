import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentSchema } from '../../src/server/platform/config-schema.ts'

const root = path.join(import.meta.dirname, '..', '..')
const runbook = readFileSync(path.join(root, 'docs', 'runbook.md'), 'utf8')

const textsUnder = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))

const anchors = [...runbook.matchAll(/<a id="([^"]+)"><\/a>\n## /g)].map((match) => match[1] ?? '')
const sections = runbook.split(/<a id="[^"]+"><\/a>\n/).slice(1)

describe('the runbook', () => {
  test('has what monitoring and other pages point to', () => {
    const symptoms = `queue-grows provider-down disk-full database-down event-loop-blocked mail-fails payments-differ
      key-leaks restore move-to-postgres upgrade slow abuse`.split(/\s+/)
    expect(anchors).toEqual(expect.arrayContaining(symptoms))
    const all = [runbook, ...textsUnder('deploy', /./)].join('\n')
    const pointers = [...all.matchAll(/(?:runbook\.md|\]\()#([\w-]+)/g)]
    expect(pointers.length).toBeGreaterThan(10)
    expect(pointers.map((match) => match[1] ?? '').filter((anchor) => !anchors.includes(anchor))).toEqual([])
  })

  test.each(anchors.map((anchor, index) => [anchor, sections[index] ?? '']))(
    '%s says how to see it, what to do, and when it is over',
    (_, section) => {
      expect(section).toMatch(/\*\*See/)
      expect(section).toMatch(/\*\*Do|How to change it/)
      expect(section).toMatch(/\*\*Over/)
    },
  )

  test('names lines of the log that are written, and settings that are read', () => {
    const source = textsUnder('src/server', /(?<!\.test)\.ts$/).join('\n')
    const inCode = [...runbook.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
    const lines = inCode.filter((text) => /^(?!precis|systemctl)[a-z]+(?: [a-zA-Z]+){2,}$/.test(text))
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((line) => !source.includes(line))).toEqual([])
    const settings = inCode.filter((text) => /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(text))
    const ofDeployment = readFileSync(path.join(root, 'deploy', 'env.example'), 'utf8')
    const isKnown = (name: string): boolean =>
      name in environmentSchema.shape || ofDeployment.includes(`\n${name}=`) || name === 'ENOSPC'
    expect(settings.length).toBeGreaterThan(10)
    expect(settings.filter((name) => !isKnown(name))).toEqual([])
  })

  test('points to files that are there', () => {
    const targets = [...runbook.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map((match) => match[1] ?? '')
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.filter((target) => !existsSync(path.join(root, 'docs', target)))).toEqual([])
  })
})
