import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultsIn, readTable, requirements } from './asvs.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string): string | null => {
  const whole = path.join(root, file)
  return existsSync(whole) ? readFileSync(whole, 'utf8') : null
}
const table = read('docs/security/asvs.md') ?? ''
const counted = (level: string): number => [...requirements.values()].filter((found) => found === level).length

describe('the table of OWASP ASVS 5.0.0', () => {
  test('is held against all requirements, as many of each level as the standard has', () => {
    expect(['1', '2', '3'].map(counted)).toEqual([70, 183, 92])
  })

  test('has each of levels 1 and 2 once, with files that are there and tests that are called so', () => {
    expect(faultsIn(readTable(table), read)).toEqual([])
  })

  test.each([
    ['a line that is gone', /^\| 3\.4\.1 .*\n/m, '', '3.4.1 is missing'],
    ['a line that stands twice', /^(\| 3\.4\.1 .*\n)/m, '$1$1', '3.4.1 stands twice'],
    ['a number of level 3', '| 3.4.1 |', '| 3.4.1, 3.4.7 |', '3.4.7 is no requirement of these levels'],
    ['a number that there is not', '| 3.4.1 |', '| 3.4.1, 3.9.1 |', '3.9.1 is no requirement of these levels'],
    ['a wrong level', '| 3.4.1 | 1 |', '| 3.4.1 | 2 |', '3.4.1: the level is 1'],
    ['a word for nothing', /(\| 3\.4\.1 .*?)\| holds \|/, '$1| surely |', '3.4.1: "surely" says nothing'],
    ['nothing that holds it', /(\| 3\.4\.1 .*?\| holds \|).*/, '$1 it just does, always |', '3.4.1: held by nothing'],
    [
      'a file that is gone',
      'tests/api/security.test.ts',
      'tests/api/gone.test.ts',
      '3.4.1: there is no tests/api/gone.test.ts',
    ],
    [
      'a test that has another name',
      '“keeps to HTTPS and our own files: %s”',
      '“keeps to HTTPS”, “is gone”',
      '3.4.1: nothing in tests/api/security.test.ts is called “is gone”',
    ],
  ])('does not go with %s', (_, from, to, fault) => {
    const changed = table.replace(from, to)
    expect(changed).not.toBe(table)
    expect(faultsIn(readTable(changed), read)).toContain(fault)
  })
})
