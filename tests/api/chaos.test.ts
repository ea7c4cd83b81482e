import { expect, it } from 'vitest'
import { totalOf } from '../../bench/chaos/ledger.ts'
import { chaosOnEmbedded, chaosOnPostgres } from '../../bench/chaos/parts.ts'
import { replaceUnderLoad } from '../../bench/chaos/replacement.ts'

/** The same in every run; `npm run bench -- chaos` goes on for longer, and takes others. */
const wanted = { seed: 7, people: 4, pauseMs: [200, 900] as const }
const ACTIONS = 20

it('nothing acknowledged is lost or done twice while two web processes, two workers and their PostgreSQL fail', async () => {
  const { ledger, faults } = await chaosOnPostgres({ ...wanted, goOn: (done) => done < 8 })
  expect(ledger.findings).toEqual([])
  expect(totalOf(faults)).toBe(8)
  expect(totalOf(ledger.acknowledged)).toBeGreaterThan(ACTIONS)
}, 300_000)

it('nothing acknowledged is lost or done twice while a process on the embedded database is killed', async () => {
  const { ledger, faults } = await chaosOnEmbedded({ ...wanted, goOn: (done) => done < 5 })
  expect(ledger.findings).toEqual([])
  expect(faults.get('kill -9 all')).toBeGreaterThanOrEqual(3)
  expect(totalOf(ledger.acknowledged)).toBeGreaterThan(ACTIONS)
}, 300_000)

it('nobody notices that all processes are replaced under load', async () => {
  const { ledger, failed, replaced, streams } = await replaceUnderLoad({ people: 3, goOn: (rounds) => rounds < 1 })
  expect(ledger.findings).toEqual([])
  expect([failed, replaced]).toEqual([0, 4])
  expect(streams).toBeGreaterThan(0)
}, 300_000)
