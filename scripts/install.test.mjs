import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isUpToDate, takeLock } from './install.mjs'

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

test.each([
  ['that a full disk left empty', ''],
  ['of a process that has died', '99999999'],
  ['of an earlier process with the same number', String(process.pid)],
])('takes over a lock %s', async (_, content) => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lock = join(folder, 'install.lock')
  writeFileSync(lock, content)
  await takeLock(lock)
  expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
})
