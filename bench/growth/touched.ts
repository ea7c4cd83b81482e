import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Database } from '../../src/server/db/database.ts'

/** Rows and bytes that statements read from tables and indexes, and bytes written to the log (WAL). */
export interface Touched {
  rows: number
  bytes: number
  walBytes: number
}

const BLOCK_BYTES = 8192

const nodeSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(0),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  'Shared Hit Blocks': z.number().default(0),
  'Shared Read Blocks': z.number().default(0),
  get Plans() {
    return z.array(nodeSchema).optional()
  },
})
type PlanNode = z.infer<typeof nodeSchema>

const planSchema = z.object({ Plan: nodeSchema })

/** Rows that the scans of a plan have looked at, kept or not. Buffers of a node include those of its children. */
function scannedRows(node: PlanNode): number {
  const scans = node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan'
  const perLoop = node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']
  const own = scans && node['Node Type'] !== 'ModifyTable' ? perLoop * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + scannedRows(child), own)
}

/** Has each statement of a connection report its plan, with rows and buffers, as a notice. */
const REPORT_PLANS = [
  "LOAD 'auto_explain'",
  'SET auto_explain.log_analyze = on',
  'SET auto_explain.log_buffers = on',
  'SET auto_explain.log_timing = off',
  'SET auto_explain.log_nested_statements = on',
  "SET auto_explain.log_format = 'json'",
  'SET auto_explain.log_parameter_max_length = 0',
  "SET log_min_messages = 'fatal'",
  "SET client_min_messages = 'log'",
  'SET auto_explain.log_min_duration = 0',
].join('; ')

const walRows = z.tuple([z.object({ bytes: z.coerce.number() })])

async function walPosition(pool: Database['pool']): Promise<number> {
  const { rows } = await pool.query(`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`)
  return walRows.parse(rows)[0].bytes
}

/**
 * Runs some work and adds up what its statements have read. PostgreSQL explains all statements of the pool's
 * connections meanwhile, those of triggers included.
 */
export async function touchedBy({ pool }: Pick<Database, 'pool'>, work: () => Promise<unknown>): Promise<Touched> {
  const touched: Touched = { rows: 0, bytes: 0, walBytes: 0 }
  const onNotice = ({ message = '' }: { message?: string | undefined }): void => {
    const at = message.indexOf('plan:\n')
    if (at < 0) return
    const { Plan } = planSchema.parse(JSON.parse(message.slice(at + 'plan:\n'.length)))
    touched.rows += scannedRows(Plan)
    touched.bytes += (Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']) * BLOCK_BYTES
  }
  const eachConnection = async (run: (client: PoolClient) => Promise<void>): Promise<void> => {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, async () => pool.connect()))
    for (const client of clients) await run(client)
    for (const client of clients) client.release()
  }
  await eachConnection(async (client) => {
    await client.query(REPORT_PLANS)
    client.on('notice', onNotice)
  })
  const walBefore = await walPosition(pool)
  try {
    await work()
    touched.walBytes = (await walPosition(pool)) - walBefore
  } finally {
    await eachConnection(async (client) => {
      client.off('notice', onNotice)
      await client.query("SET auto_explain.log_min_duration = -1; SET client_min_messages = 'notice'")
    })
  }
  return touched
}
