import { expect, test } from 'vitest'
import { isUpToDate } from './install.mjs'

const locked = {
  '': { version: '0.1.0' },
  'node_modules/fast': { version: '1.2.3' },
  'node_modules/fast-mac': { version: '1.2.3', optional: true },
}

test.each([
  ['accepts a full install', { 'node_modules/fast': { version: '1.2.3' } }, true],
  ['rejects another version', { 'node_modules/fast': { version: '1.2.4' } }, false],
  [
    'rejects another version of an optional package',
    { 'node_modules/fast': { version: '1.2.3' }, 'node_modules/fast-mac': { version: '1.0.0' } },
    false,
  ],
  ['rejects a missing package', {}, false],
])('%s', (_, installed, expected) => {
  expect(isUpToDate(locked, installed)).toBe(expected)
})
