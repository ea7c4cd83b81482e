import { describe, expect, test } from 'vitest'
import { lockfileFaults, reachedFrom } from './locked-packages.mjs'

const integrity = `sha512-${'A'.repeat(86)}==`

/** The faults of a lockfile with one package in it. */
const faultsWith = (entry, own = {}) =>
  lockfileFaults(
    { packages: { '': own, 'node_modules/@a/b': { version: '1.0.0', integrity, ...entry } } },
    {
      builds: true,
      'works-without': false,
    },
  )

describe('a lockfile', () => {
  test('is as it should be', () => {
    const needs = { dependencies: { c: '^1.2.0 || ~2', d: 'npm:e@1.0.0', f: '*', g: 'latest' } }
    expect(faultsWith(needs, needs)).toEqual([])
  })

  test.each([
    ['no sum', { integrity: undefined }, /no sha512/],
    ['a weak sum', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /no sha512/],
    ['an address', { resolved: 'https://packages.example/b-1.0.0.tgz' }, /names the address/],
    ['a link', { link: true }, /is a link/],
    ['an install script that nobody allowed', { hasInstallScript: true }, /does not allow @a\/b/],
    ['a repository', { dependencies: { c: 'git+https://code.example/c.git' } }, /takes c from git/],
    ['a repository by its short name', { optionalDependencies: { c: 'somebody/c' } }, /takes c from somebody/],
    ['a repository over ssh', { dependencies: { c: 'git@code.example:somebody/c.git' } }, /takes c from git@/],
    ['a file of the web', { dependencies: { c: 'http://files.example/c.tgz' } }, /takes c from http/],
    ['a file of this machine', { dependencies: { c: 'file:../c' } }, /takes c from file/],
  ])('must not hold %s', (_, entry, fault) => {
    expect(faultsWith(entry)).toEqual([expect.stringMatching(fault)])
  })

  test('must not hold what package.json takes from elsewhere', () => {
    expect(faultsWith({}, { devDependencies: { c: 'github:somebody/c' } })).toEqual([
      'package.json takes c from github:somebody/c',
    ])
  })

  test('may hold an install script that package.json allows, or says is not run, under whatever name it stands', () => {
    expect(faultsWith({ hasInstallScript: true, name: 'builds' })).toEqual([])
    expect(faultsWith({ hasInstallScript: true, name: 'works-without' })).toEqual([])
  })
})

test('packages are found as Node finds them: the nearest first', () => {
  const packages = {
    '': {},
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { peerDependencies: { c: '1' } },
    'node_modules/b': { dependencies: { tool: '1' } },
    'node_modules/c': { optionalDependencies: { gone: '1' }, peerDependencies: { tool: '1' } },
    'node_modules/tool': {},
  }
  packages['node_modules/c'].peerDependenciesMeta = { tool: { optional: true } }
  expect([...reachedFrom(packages, ['a'])].sort()).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ])
})
