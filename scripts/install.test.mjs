import { expect, test } from 'vitest'
import { fulfills } from './install.mjs'

const locked = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/fast': { version: '1.2.3' },
    'node_modules/fast-mac': { version: '1.2.3', optional: true },
  },
}

test.each([
  ['everything', { 'node_modules/fast': { version: '1.2.3' }, 'node_modules/fast-mac': { version: '1.2.3' } }, true],
  ['all but what is for another machine', { 'node_modules/fast': { version: '1.2.3' } }, true],
  ['another version', { 'node_modules/fast': { version: '1.2.4' } }, false],
  ['nothing', {}, false],
])('an install of %s', (_, packages, enough) => {
  expect(fulfills(locked, { packages })).toBe(enough)
})
