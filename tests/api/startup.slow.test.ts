import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPlan } from '../support/plans.ts'
import { freePort, spawnServer, startServer } from '../support/process.ts'

describe('server start', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'precis-start-'))
  })
  afterAll(async () => rm(dataDir, { recursive: true, force: true }))

  it('ends with one sentence when the port is taken, and releases the data folder', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const server = spawnServer(port, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    const code = await new Promise((resolve) => server.child.once('exit', resolve))
    other.close()
    expect(code).toBe(1)
    expect(server.output()).toBe(
      `Precis cannot listen on HOST 127.0.0.1, PORT ${port}: another program listens there already. Stop it, or set PORT to another number.\n`,
    )
    const next = await startServer({ DATA_DIR: dataDir })
    expect(await next.stop('SIGTERM')).toBe(0)
  })

  it('logs once that it is ready, with its URL', async () => {
    const server = await startServer({ DATA_DIR: dataDir, HOST: '0.0.0.0', APP_URL: 'https://precis.example' })
    await expect.poll(server.output).toContain('ready')
    expect(server.output().match(/ready/g)).toHaveLength(1)
    expect(server.output()).toContain('Precis is ready at https://precis.example')
    expect(server.output()).not.toContain('Server listening')
    await server.stop('SIGTERM')
  })

  it('requires S3 credentials for S3 storage, with a message', async () => {
    const server = spawnServer(await freePort(), {
      DATA_DIR: dataDir,
      S3_BUCKET: 'files',
      S3_REGION: 'eu-west-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_CONFIG_FILE: '/dev/null',
    })
    const code = await new Promise((resolve) => server.child.once('exit', resolve))
    expect(code).toBe(1)
    expect(server.output()).toMatch(/^S3_BUCKET is set, but the AWS SDK finds no credentials [^\n]*\n$/)
  })

  it('uses an operator’s catalog, and stops at an invalid one', async () => {
    const file = path.join(dataDir, 'plans.json')
    await writeFile(file, JSON.stringify({ name: 'own', plans: [ownPlan] }))
    const server = await startServer({ DATA_DIR: dataDir, PLAN_CATALOGUE: file })
    expect(await (await fetch(`${server.origin}/api/plans`)).json()).toMatchObject({
      name: 'own',
      plans: [{ name: 'Reader', summariesPerMonth: 7 }],
    })
    await server.stop('SIGTERM')
    await writeFile(file, 'plans: none')
    const refused = spawnServer(await freePort(), { DATA_DIR: dataDir, PLAN_CATALOGUE: file })
    expect(await new Promise((resolve) => refused.child.once('exit', resolve))).toBe(1)
    expect(refused.output()).toMatch(/^PLAN_CATALOGUE: .*plans\.json/m)
  })
})
