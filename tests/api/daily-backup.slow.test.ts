import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { backUpDaily } from '../../src/server/features/backup/daily-backup.ts'
import { readBackup } from '../../src/server/features/backup/read-backup.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'

const DAY_MS = 24 * 60 * 60_000
const signal = new AbortController().signal

describe('daily backups of the bundled database', () => {
  let test: TestProduct
  let kept: ReturnType<typeof keepLog>
  let now = new Date('2026-11-23T10:00:00Z')
  afterEach(async () => test.close())

  async function start(keep: string): Promise<void> {
    kept = keepLog()
    now = new Date('2026-11-23T10:00:00Z')
    test = await startTestProduct({
      clock: { now: () => now },
      maintenanceMs: 50,
      log: kept.log,
      env: { BACKUP_KEEP: keep },
    })
  }
  const folder = (): string => path.join(test.dataDir, 'backups')
  const names = async (): Promise<string[]> =>
    (await readdir(folder()).catch(() => [])).sort((a, b) => a.localeCompare(b))
  const nameOf = (day: number): string => `precis-daily-202611${day}T100000Z.tar.gz`

  it('are made once a day after the first registration, and the newest are kept', async () => {
    await start('2')
    await expect.poll(() => kept.text()).not.toContain('maintenance failed')
    expect(await names()).toEqual([])
    await test.register('ada@example.com')
    await expect.poll(names).toEqual([nameOf(23)])
    await writeFile(path.join(folder(), 'precis-20261101T000000Z.tar.gz'), 'made by hand')
    for (const day of [24, 25]) {
      now = new Date(now.getTime() + DAY_MS)
      await expect.poll(names).toContain(nameOf(day))
    }
    await expect.poll(names).toEqual(['precis-20261101T000000Z.tar.gz', nameOf(24), nameOf(25)])
    const manifest = await readBackup(path.join(folder(), nameOf(25)), signal)
    expect(manifest).toMatchObject({ rows: { users: 1 }, createdAt: '2026-11-25T10:00:00.000Z' })
    expect(kept.text()).toContain('a daily backup was made and read back')
    expect(kept.text()).not.toContain('ada@example.com')
  })

  it('are skipped when disabled, or without enough space', async () => {
    await start('0')
    await test.register()
    const { database, product } = test
    const { config, openStorage, clock, log } = product.operator
    const deps = { database, storage: await openStorage(), clock, log, dataDir: config.dataDir, version: '1' }
    expect(await backUpDaily({ ...deps, keep: 0 }, signal)).toBeNull()
    expect(await backUpDaily({ ...deps, keep: 1, freeBytes: async () => -1 }, signal)).toBeNull()
    expect(kept.text()).toContain('no daily backup was made: there is too little room for one')
    expect(await names()).toEqual([])
    expect(await backUpDaily({ ...deps, keep: 1 }, signal)).toMatchObject({ rows: { users: 1 } })
  })
})
