import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint, readStamp } from './fingerprint.mjs'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precis-fingerprint-'))
  mkdirSync(join(folder, 'deep'))
  writeFileSync(join(folder, 'deep', 'a.txt'), 'one')
  writeFileSync(join(folder, 'b.txt'), 'two')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('stays the same while nothing changes', () => {
  expect(fingerprint([folder], ['linux'])).toBe(fingerprint([folder], ['linux']))
  expect(fingerprint([folder, join(folder, 'gone')])).toBe(fingerprint([folder]))
})

test.each([
  ['a byte', () => writeFileSync(join(folder, 'deep', 'a.txt'), 'onf')],
  ['a name', () => renameSync(join(folder, 'b.txt'), join(folder, 'c.txt'))],
  ['a new file', () => writeFileSync(join(folder, 'empty.txt'), '')],
  ['a lost file', () => rmSync(join(folder, 'b.txt'))],
])('changes with %s', (_, change) => {
  const before = fingerprint([folder])
  change()
  expect(fingerprint([folder])).not.toBe(before)
})

test('changes with the machine', () => {
  expect(fingerprint([folder], ['linux', 'x64'])).not.toBe(fingerprint([folder], ['linux', 'arm64']))
})

test('reads a stamp, or nothing', () => {
  writeFileSync(join(folder, 'stamp'), 'abc\n')
  expect(readStamp(join(folder, 'stamp'))).toBe('abc')
  expect(readStamp(join(folder, 'gone'))).toBeNull()
})
