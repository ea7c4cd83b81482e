import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditPackages, checkLockfile, shippedPackages } from './audit.mjs'
import { lockfile } from './paths.mjs'

const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
const TODAY = '2026-11-23'

/** What the registry answers next: advisories by package, or a status. */
let answer = {}
/** Names of the packages that it was asked about. */
let asked = []
let server
let registry
let folder
let said

/** Answers as the registry's advisory endpoint does. */
async function answerAudit(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  if (request.method !== 'POST' || typeof answer === 'number') {
    // npm asks for each version of what a weak package stands in, and goes by the lockfile where there are none.
    response.writeHead(typeof answer === 'number' ? answer : 404, { 'content-type': 'application/json' }).end('{}')
    return
  }
  const body = Buffer.concat(chunks)
  asked = Object.keys(JSON.parse(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

beforeAll(async () => {
  server = createServer((request, response) => void answerAudit(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  registry = `http://127.0.0.1:${server.address().port}/`
  folder = mkdtempSync(join(tmpdir(), 'precis-audit-'))
  vi.stubEnv('npm_config_cache', join(folder, 'cache'))
})

afterAll(() => {
  server.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})

afterEach(() => vi.restoreAllMocks())

const severities = ['low', 'moderate', 'high', 'critical']

const advisory = (severity) => ({
  // npm keeps what it has made of an advisory, by this number.
  id: 1_099_000 + severities.indexOf(severity),
  url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
  title: 'Made up for a test',
  severity,
  vulnerable_versions: '<=999.0.0',
  cwe: ['CWE-1'],
  cvss: { score: 9, vectorString: null },
})

/** Audits with a registry that knows something against a package. */
async function audit(name, severity, acceptances = []) {
  answer = { [name]: [advisory(severity)] }
  const accepted = join(folder, 'accepted.json')
  writeFileSync(accepted, JSON.stringify(acceptances))
  return auditPackages({ registry, accepted, today: TODAY })
}

const acceptance = (until) => ({
  id: 'GHSA-aaaa-bbbb-cccc',
  package: 'fastify',
  reason: 'Nothing here calls it.',
  until,
})

test('the lockfile of the product keeps to the rules', () => {
  expect(checkLockfile()).toBe(true)
})

test('the packages of the server and of the web app are told from tools', () => {
  const shipped = shippedPackages(packages)
  const has = (name) => shipped.has(`node_modules/${name}`)
  expect(['fastify', 'react-dom', 'wouter', '@uppy/core', 'node'].filter((name) => !has(name))).toEqual([])
  expect(['vite', 'vitest', 'typescript', 'playwright-core'].filter(has)).toEqual([])
})

test('a registry that knows nothing against any of them', async () => {
  answer = {}
  expect(await auditPackages({ registry, today: TODAY })).toBe(true)
  expect(asked).toEqual(expect.arrayContaining(['fastify', 'react', 'vite']))
})

test.each([
  ['high', false],
  ['critical', false],
  ['moderate', true],
  ['low', true],
])('a weakness of severity %s in what is shipped', async (severity, held) => {
  expect(await audit('fastify', severity)).toBe(held)
  expect(said).toMatch(held ? /known: fastify/ : /not accepted: fastify .*Made up for a test/)
})

test('a weakness in what only browsers get counts as much', async () => {
  expect(await audit('react-dom', 'high')).toBe(false)
})

test('a weakness in a tool is told, and fails nothing', async () => {
  expect(await audit('vite', 'critical')).toBe(true)
  expect(said).toMatch(/known: vite .* in a tool/)
})

test.each([
  ['a day to come', '2026-11-24', true],
  ['today', TODAY, true],
  ['a day that is over', '2026-11-22', false],
])('a weakness that was accepted until %s', async (_, until, held) => {
  expect(await audit('fastify', 'high', [acceptance(until)])).toBe(held)
  expect(said).toContain(held ? 'Nothing here calls it.' : `accepted until ${until} only`)
})

test('an acceptance of another package accepts nothing, and is told to be needless', async () => {
  expect(await audit('pg', 'high', [acceptance('2026-12-31')])).toBe(false)
  expect(said).toContain('fastify has no advisory GHSA-aaaa-bbbb-cccc any more')
})

test.each([
  { ...acceptance('2026-12-31'), reason: ' ' },
  { ...acceptance('soon') },
  { ...acceptance('2026-12-31'), id: undefined },
])('an acceptance without a reason or an end is none: %o', async (entry) => {
  await expect(audit('fastify', 'high', [entry])).rejects.toThrow('An accepted advisory has')
})

test.each([404, 405, 500])('a registry that answers %i to audits: nobody was asked', async (status) => {
  answer = status
  expect(await auditPackages({ registry, today: TODAY })).toBeNull()
  expect(said).toMatch(new RegExp(`Nobody was asked .*\\(${status}\\)`))
})

test('no registry at all: nobody was asked', async () => {
  expect(await auditPackages({ registry: 'http://127.0.0.1:1/', today: TODAY })).toBeNull()
  expect(said).toContain('Nobody was asked for known weaknesses of the packages')
})
