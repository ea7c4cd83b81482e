import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import type { Ask } from './world.ts'

/** Queued and running jobs, without pg-boss's own. */
const liveJobs = `SELECT name, state::text, data::text, output::text, heartbeat_on::text FROM jobs.job
                   WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_%'`

/** A month's counter equals the summaries that are ready or unfinished, plus those that still count after deletion. */
const driftedCounters = `
  SELECT email, summaries_used AS used, held FROM (
    SELECT u.email, u.summaries_used,
           (SELECT count(*) FROM summaries s WHERE s.user_id = u.id AND s.quota_period = u.usage_period_start)
         + (SELECT count(*) FROM (SELECT DISTINCT ON (id) * FROM chaos.gone ORDER BY id, at DESC) g
             WHERE g.user_id = u.id AND g.counted AND g.quota_period = u.usage_period_start
               AND NOT EXISTS (SELECT FROM summaries s WHERE s.id = g.id)) AS held
      FROM users u) counted
   WHERE summaries_used <> held`

const unfinished = `SELECT s.id::text, s.status, j.state::text, j.output::text FROM summaries s
                      LEFT JOIN jobs.job j ON j.data->>'summaryId' = s.id::text
                     WHERE s.status NOT IN ('ready', 'failed')`
const hollow = `SELECT id::text FROM summaries WHERE status = 'ready' AND (page IS NULL OR input IS NOT NULL)`
const halfFailed = `SELECT id::text FROM summaries
                     WHERE status = 'failed' AND (failure_code IS NULL OR quota_period IS NOT NULL OR input IS NULL)`
const owned = `SELECT u.email, s.id::text, s.idempotency_key AS key FROM summaries s JOIN users u ON u.id = s.user_id`
const twice = `SELECT id::text FROM summaries JOIN summary_aliases USING (id)`
const unused = `SELECT id::text FROM sources WHERE NOT EXISTS (SELECT FROM summaries s WHERE s.source_id = sources.id)`
const endedWithJob = `SELECT id::text FROM jobs.job WHERE name = 'summarize' AND state IN ('created', 'retry', 'active')
                         AND NOT EXISTS (SELECT FROM summaries s WHERE s.id::text = data->>'summaryId'
                                            AND s.status NOT IN ('ready', 'failed'))`

const JOBS_WITHIN_MS = 60_000

/** Waits until no job is queued or running. Jobs whose summary was deleted end by themselves. */
export async function untilNoJobs(ledger: Ledger, ask: Ask): Promise<void> {
  const until = performance.now() + JOBS_WITHIN_MS
  for (;;) {
    const jobs = await ask(liveJobs)
    if (jobs.length === 0) return
    if (performance.now() > until) {
      for (const job of jobs) ledger.complain(`a job is left: ${JSON.stringify(job)}`)
      return
    }
    await sleep(500)
  }
}

/** Checks the rows once everything has ended: nothing half done, duplicated or unrequested. */
export async function settleRows(ledger: Ledger, ask: Ask): Promise<void> {
  const none = async (what: string, statement: string): Promise<void> => {
    for (const row of await ask(statement)) ledger.complain(`${what}: ${JSON.stringify(row)}`)
  }
  await none('the counter of a month has drifted', driftedCounters)
  await none('a summary has not ended', unfinished)
  await none('a ready summary is only half there', hollow)
  await none('a failed summary is only half there', halfFailed)
  await none('a summary is there and leads to another', twice)
  await none('a source has no summary', unused)
  await none('a job has no summary to make', endedWithJob)

  const rows = await ask(owned)
  for (const user of ledger.users) {
    const own = rows.filter(({ email }) => email === user.email)
    const keys = new Map(user.summaries.map((asked) => [asked.key, asked]))
    const seen = new Set<unknown>()
    for (const { id, key } of own) {
      const asked = keys.get(String(key))
      if (asked === undefined) ledger.complain(`${user.email}: nobody asked for ${String(id)}`)
      else if (asked.made === 'no') ledger.complain(`${user.email}: ${String(id)} was refused, and is there`)
      else if (asked.id !== null && asked.id !== id) ledger.complain(`${user.email}: ${asked.key} was made twice`)
      if (seen.has(key)) ledger.complain(`${user.email}: ${String(key)} was made twice`)
      seen.add(key)
    }
  }
}
