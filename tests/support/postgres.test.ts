import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from './postgres.ts'

const made: TestDatabase[] = []

afterEach(async () => {
  await Promise.all(made.splice(0).map((database) => database.drop()))
})

async function open(options?: Parameters<typeof createDatabase>[0]): Promise<TestDatabase> {
  const database = await createDatabase(options)
  made.push(database)
  return database
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows
  } finally {
    await client.end()
  }
}

describe('createDatabase', () => {
  test('creates a real PostgreSQL database with Unicode support', async () => {
    const { url } = await open()
    expect(await query(url, "select lower('ÄÖÜ') as folded, split_part(version(), ' ', 1) as product")).toEqual([
      { folded: 'äöü', product: 'PostgreSQL' },
    ])
  })

  test('migrates once and copies, so that databases share nothing', async () => {
    let migrations = 0
    const migrate = async (url: string) => {
      migrations += 1
      await query(url, 'create table notes (body text)')
    }
    const [first, second] = await Promise.all([
      open({ migrate, template: 'notes' }),
      open({ migrate, template: 'notes' }),
    ])
    await query(first.url, "insert into notes values ('mine')")
    expect(await query(first.url, 'select body from notes')).toEqual([{ body: 'mine' }])
    expect(await query(second.url, 'select body from notes')).toEqual([])
    expect(migrations).toBeLessThanOrEqual(1)
  })

  test('drops a database with open connections', async () => {
    const database = await createDatabase()
    const client = new Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    await database.drop()
    await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/)
  })
})
