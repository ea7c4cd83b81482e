import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.mjs'

let folder = ''

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'precis-lock-')), 'lock')
})

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

/** Ids of processes that have long ended are not reused this high up. */
const DEAD_PID = 4_194_303

test('lets one in at a time and leaves nothing behind', async () => {
  const steps = []
  const work = (name) => async () => {
    steps.push(`${name} in`)
    await sleep(20)
    steps.push(`${name} out`)
  }
  await Promise.all([withLock(folder, 'waiting', work('a')), withLock(folder, 'waiting', work('b'))])
  expect(steps).toEqual(['a in', 'a out', 'b in', 'b out'])
  expect(existsSync(folder)).toBe(false)
})

test('gives back what the work gives, and frees the lock when it fails', async () => {
  expect(await withLock(folder, 'waiting', () => 42)).toBe(42)
  await expect(withLock(folder, 'waiting', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(existsSync(folder)).toBe(false)
})

test('takes over from a holder that has died', async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'pid'), String(DEAD_PID))
  expect(await withLock(folder, 'waiting', () => 'mine')).toBe('mine')
})

test.each([
  ['nothing', ''],
  ['a line break', '\n'],
  ['zero', '0'],
  ['a group of processes', '-1'],
  ['no number', 'unknown'],
])('takes over a lock whose pid file holds %s once its holder had time to write', async (_, content) => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'pid'), content)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(folder, longAgo, longAgo)
  expect(await withLock(folder, 'waiting', () => 'mine')).toBe('mine')
})

test('waits for a holder that has just made the lock and not yet written its process id', async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'pid'), '')
  const work = vi.fn()
  const held = withLock(folder, 'waiting', work)
  await sleep(300)
  expect(work).not.toHaveBeenCalled()
  rmSync(folder, { recursive: true })
  await held
  expect(work).toHaveBeenCalledOnce()
})
