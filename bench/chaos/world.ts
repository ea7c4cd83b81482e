import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { startBundledPostgres } from '../../src/server/db/bundled/bundled-postgres.ts'
import { takes } from '../../tests/standins/models/behaviors.ts'
import { faithfulModel } from '../../tests/standins/models/fake-models/faithful-model.ts'
import { always } from '../../tests/standins/models/script.ts'
import { type ModelServer, startModelServer } from '../../tests/standins/models/server.ts'
import { startS3Standin } from '../../tests/standins/s3/server.ts'
import { type PostgresAddress, type PostgresServer, startPostgres } from '../../tests/support/postgres-server.ts'
import { startTcpProxy, type TcpProxy } from '../../tests/support/tcp-proxy.ts'
import { mountSmallDisk, type SmallDisk } from './full-disk.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { ReverseProxy } from './reverse-proxy.ts'

/** Runs a statement on the database, bypassing all faults. */
export type Ask = (statement: string) => Promise<Record<string, unknown>[]>

/** Environment of the servers: a database, files, a model, a proxy; with the faults it can have. */
export interface World {
  /** Settings of every server. */
  env: Record<string, string>
  proxy: ReverseProxy
  models: ModelServer
  /** Only with a separate PostgreSQL. */
  postgres: PostgresServer | null
  databaseWire: TcpProxy | null
  filesWire: TcpProxy | null
  /** Disk of the database, or of the uploads with the bundled one; null if none could be mounted. */
  disk: SmallDisk | null
  /** Reads the database. */
  inspect: <T>(work: (ask: Ask) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Response time of the model without faults. */
export const MODEL_MS = 400
const DISK_MB = { postgres: 400, uploads: 8 }
/** Local models may stay silent for ten minutes. */
const MODEL = 'openai:gpt-5-mini'

/** Records deleted summaries, since nothing else shows later whether one has counted. */
const bookOfDeletions = `
  CREATE SCHEMA chaos;
  CREATE TABLE chaos.gone (at bigserial PRIMARY KEY, id uuid, user_id uuid, counted boolean, quota_period timestamptz);
  CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos.gone (id, user_id, counted, quota_period)
    VALUES (OLD.id, OLD.user_id,
      (OLD.status = 'ready' OR coalesce(OLD.progress->>'cancelCounts' = 'true', false))
      -- Replaced by an earlier summary of the same source: its quota is returned, however far it was.
      AND NOT EXISTS (SELECT FROM summary_aliases a WHERE a.id = OLD.id), OLD.quota_period);
    RETURN OLD;
  END $$;
  CREATE TRIGGER chaos_note AFTER DELETE ON summaries FOR EACH ROW EXECUTE FUNCTION chaos.note();`

/** The standard plans, with a free one without limits. */
async function writeCatalogue(folder: string): Promise<string> {
  const shipped = path.join(import.meta.dirname, '../../src/server/plans/catalogues/standard.json')
  const catalogue = JSON.parse(await readFile(shipped, 'utf8'))
  Object.assign(catalogue.plans[0], { summariesPerMonth: null, textLimitCharacters: 50_000, exports: true })
  for (const plan of catalogue.plans) Object.assign(plan, { summariesPerMonth: null, textLimitCharacters: 50_000 })
  const file = path.join(folder, 'plans.json')
  await writeFile(file, JSON.stringify(catalogue))
  return file
}

/** Common parts of both kinds of worlds. */
async function openCommon() {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-chaos-'))
  const models = await startModelServer({ model: faithfulModel, script: always(takes(MODEL_MS)) })
  const proxy = await ReverseProxy.start()
  const env = {
    NODE_ENV: 'test',
    APP_URL: proxy.origin,
    DATA_DIR: path.join(folder, 'data'),
    SESSION_SECRET: 'shared by all processes of one place',
    PLAN_CATALOGUE: await writeCatalogue(folder),
    RATE_LIMIT_FACTOR: '1000',
    AI_MODELS: MODEL,
    OPENAI_API_KEY: 'key of the stand-in',
    OPENAI_BASE_URL: `${models.origin}/openai/v1`,
    AI_CALL_TIMEOUT_SECONDS: '5',
    AI_STALL_TIMEOUT_SECONDS: '3',
    SUMMARY_TIMEOUT_SECONDS: '60',
    SHUTDOWN_DRAIN_SECONDS: '1',
  }
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const close = async (): Promise<void> => {
    await proxy.stop()
    await models.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, models, proxy, env, close }
}

const askClient =
  (client: Client): Ask =>
  async (statement) =>
    (await client.query(statement)).rows

/** A pooler behind the proxy, and a direct connection; null if PgBouncer isn't installed. */
async function openPooler(wire: TcpProxy, address: PostgresAddress): Promise<Pooler> {
  const pooler = await startPooler({ ...address, port: wire.port })
  if (pooler === null) throw new Error('There is no pgbouncer on this machine (Debian: apt-get install pgbouncer).')
  console.log(`Through ${pooler.version}`)
  return pooler
}

/**
 * A PostgreSQL behind a connection that can be cut, and an S3 likewise.
 * @param options.pooled whether the servers connect through PgBouncer, in transaction mode
 */
export async function openPostgresWorld({ pooled = false } = {}): Promise<World> {
  const common = await openCommon()
  let disk: SmallDisk | null = null
  const postgres = await startPostgres({
    // Acknowledged data must survive the server, not the machine.
    settings: { synchronous_commit: 'on', max_wal_size: '64MB', min_wal_size: '32MB' },
    prepare: (data, own) => {
      disk = mountSmallDisk(data, DISK_MB.postgres, own)
    },
  })
  const { address } = postgres
  const databaseWire = await startTcpProxy(() => address)
  const urlAt = (port: number): string => `postgres://${address.user}:${address.password}@127.0.0.1:${port}/postgres`
  const pooler = pooled ? await openPooler(databaseWire, address) : null
  const s3 = await startS3Standin()
  const filesWire = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(s3.origin).port) }))
  const inspect: World['inspect'] = async (work) => {
    const client = new Client({ connectionString: urlAt(address.port) })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(askClient(client))
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    ...common,
    env: {
      ...common.env,
      DATABASE_URL: pooler?.url ?? urlAt(databaseWire.port),
      ...(pooler === null ? {} : { DATABASE_DIRECT_URL: urlAt(databaseWire.port) }),
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: `http://127.0.0.1:${filesWire.port}`,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
    postgres,
    databaseWire,
    filesWire,
    disk,
    inspect,
    close: async () => {
      await pooler?.stop()
      await databaseWire.stop()
      await filesWire.stop()
      const mounted: SmallDisk | null = disk
      mounted?.remove()
      await postgres.stop()
      await s3.stop()
      await common.close()
    },
  }
}

/** The bundled database, and files on the disk. */
export async function openBundledWorld(): Promise<World> {
  const common = await openCommon()
  const files = path.join(common.env.DATA_DIR, 'uploads')
  await mkdir(files, { mode: 0o700 })
  const disk = mountSmallDisk(files, DISK_MB.uploads)
  return {
    ...common,
    postgres: null,
    databaseWire: null,
    filesWire: null,
    disk,
    inspect: async (work) => {
      const bundled = await startBundledPostgres(common.env.DATA_DIR, pino({ level: 'silent' }), {
        replaceMissing: false,
      })
      const client = new Client({ connectionString: bundled.url })
      client.on('error', () => {})
      try {
        await client.connect()
        return await work(askClient(client))
      } finally {
        await client.end().catch(() => {})
        await bundled.close()
      }
    },
    close: async () => {
      disk?.remove()
      await common.close()
    },
  }
}

/** Starts recording deletions; servers have migrated the database before. */
export async function bookDeletions(world: World): Promise<void> {
  await world.inspect(async (ask) => ask(bookOfDeletions))
}
