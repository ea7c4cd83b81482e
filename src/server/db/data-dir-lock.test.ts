import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

const HOUR_MS = 60 * 60_000

describe('the lock of a data folder after a crash', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'precis-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Leaves a lock behind as a process does that was killed, and whose clock was off by so much. */
  function leave(holder: number, offMs: number): void {
    mkdirSync(path.join(folder, 'lock'))
    const renewed = new Date(Date.now() + offMs)
    utimesSync(path.join(folder, 'lock'), renewed, renewed)
    writeFileSync(path.join(folder, 'lock-holder'), `${holder}\n${hostname()}\nan earlier start\n`)
  }

  it.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
    ['right', 0],
  ])('is free soon when the clock of its holder was %s', async (_, offMs) => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    leave(pid, offMs)
    const release = await lockDataDir(folder, () => {})
    await release()
  })

  it('is kept for one that runs, whatever its clock says', async () => {
    const release = await lockDataDir(folder, () => {})
    writeFileSync(path.join(folder, 'lock-holder'), `${process.ppid}\n${hostname()}\n\n`)
    const renewed = new Date(Date.now() - HOUR_MS)
    utimesSync(path.join(folder, 'lock'), renewed, renewed)
    await expect(lockDataDir(folder, () => {})).rejects.toThrow('Another Precis process is using the data folder')
    await release().catch(() => {})
  })
})
