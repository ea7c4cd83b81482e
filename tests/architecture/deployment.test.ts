import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/server/platform/config/config.ts'
import { environmentSchema } from '../../src/server/platform/config/config-schema.ts'
import { lastArgs } from '../support/image/dockerfile.ts'
import {
  composeServices,
  constantIn,
  homeEnvironment,
  image,
  kubernetesObjects,
  kustomization,
  parseEnv,
  pods,
  read,
  root,
  seconds,
  unitSettings,
} from './deployment.ts'

/** Variables that the AWS SDK reads itself. */
const sdkVariables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const known = new Set<string>([...Object.keys(environmentSchema.shape), ...sdkVariables])

/** Settings that an operator fills in. */
const filled: Record<string, string> = {
  SESSION_SECRET: 'shared by all processes of this deployment',
  STRIPE_SECRET_KEY: 'sk_live_made_up',
  STRIPE_WEBHOOK_SECRET: 'whsec_made_up',
  POSTGRES_PASSWORD: 'made-up',
}

const fill = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === '' ? (filled[name] ?? '') : value]),
  )

const compose = composeServices()
const precis = Object.entries(compose).filter(([, service]) => service.image.includes('PRECIS_IMAGE'))
const example = parseEnv(read('deploy', 'env.example'))
const units = readdirSync(path.join(root, 'deploy', 'systemd')).filter((file) => file.endsWith('.service'))

/** Environment of a process in the cluster. */
function clusterSettings(name: string): Record<string, string> {
  const secret = kubernetesObjects().find(({ object }) => object.kind === 'Secret')?.object['stringData']
  const own = pods().find((pod) => pod.name === name)?.container.env ?? []
  return {
    ...parseEnv(read('deploy', 'kubernetes', 'settings.env')),
    ...(secret as Record<string, string>),
    ...Object.fromEntries(own.map((pair) => [pair.name, pair.value])),
  }
}

const unitEnvironment = (file: string): Record<string, string> =>
  parseEnv((unitSettings(file).get('Environment') ?? []).join(' ').replaceAll(' ', '\n'))

/** Environment and arguments of each process, by deployment. */
const settings: Record<string, Record<string, string>> = {
  ...Object.fromEntries(precis.map(([name, { environment }]) => [`compose ${name}`, { ...example, ...environment }])),
  ...Object.fromEntries(pods().map(({ name }) => [`kubernetes ${name}`, clusterSettings(name)])),
  ...Object.fromEntries(units.map((file) => [`systemd ${file}`, { ...example, ...unitEnvironment(file) }])),
}

describe('settings', () => {
  test('contains no unknown setting', () => {
    const ofCompose = [...read('deploy', 'compose.yaml').matchAll(/\$\{(\w+)/g)].map((match) => match[1] ?? '')
    const unknown = Object.entries(settings).flatMap(([place, names]) =>
      Object.keys(names)
        .filter((name) => !known.has(name) && !(name in example && ofCompose.includes(name)))
        .map((name) => `${place}: ${name}`),
    )
    expect(unknown).toEqual([])
    expect(Object.keys(image().environment).filter((name) => !known.has(name))).toEqual([])
    expect(ofCompose.filter((name) => !(name in example))).toEqual([])
  })

  test.each(Object.entries(settings))('%s starts in production', (_, variables) => {
    const all = fill({ ...image().environment, ...variables, DATA_DIR: root, PORT: '3000' })
    expect(readConfig(all)).toMatchObject({ production: true, databaseUrl: expect.stringContaining('postgresql://') })
    expect(() => readConfig({ ...all, SESSION_SECRET: '' })).toThrow(/SESSION_SECRET/)
  })

  test('at home, starts in production with nothing filled in', () => {
    const home = homeEnvironment()
    expect(Object.keys(home).filter((name) => !known.has(name))).toEqual([])
    const config = readConfig({ ...image().environment, ...home, DATA_DIR: mkdtempSync(path.join(tmpdir(), 'home-')) })
    expect(config).toMatchObject({ production: true, secure: false, databaseUrl: null, planCatalogue: 'home' })
    const { volumes, read_only } = composeServices('home.yaml')['precis']!
    expect([volumes, read_only]).toEqual([[`precis:${image().environment['DATA_DIR']}`], true])
  })

  test('runs every role at least twice, with shared files', () => {
    const roles = Object.values(settings).map(({ ROLE, S3_BUCKET }) => [ROLE, S3_BUCKET !== undefined])
    for (const role of ['web', 'worker'])
      expect(roles.filter(([name, shares]) => name === role && shares).length).toBeGreaterThan(2)
  })
})

describe('starting and health checks', () => {
  test('systemd units start the same command as the image, with the pinned Node', () => {
    const [program, ...args] = image().start
    expect(program).toBe('node')
    for (const unit of units)
      expect(unitSettings(unit).get('ExecStart')).toEqual([`/srv/precis/node_modules/.bin/node ${args.join(' ')}`])
    for (const file of args.filter((arg) => /\.m?[jt]s$/.test(arg)))
      expect(existsSync(path.join(root, file))).toBe(true)
  })

  test('probes use existing paths and the port of the server', () => {
    const { stage, environment } = image()
    const paths = [...read('src', 'server', 'platform', 'http', 'health.ts').matchAll(/app\.get\(\s*'([^']+)'/g)].map(
      (match) => match[1],
    )
    expect(paths).toEqual(['/healthz', '/readyz'])
    expect(lastArgs(stage, 'EXPOSE')).toEqual([environment['PORT']])
    expect(lastArgs(stage, 'HEALTHCHECK').join(' ')).toContain('/healthz')
    for (const { container } of pods().filter(({ kind }) => kind === 'Deployment')) {
      expect(container.ports).toEqual([{ name: 'http', containerPort: Number(environment['PORT']) }])
      const asked = [container.startupProbe, container.readinessProbe, container.livenessProbe].map(
        (probe) => probe?.httpGet,
      )
      expect(asked).toEqual(['/healthz', '/readyz', '/healthz'].map((at) => ({ path: at, port: 'http' })))
    }
  })

  test('startup probes allow minutes for a migration', () => {
    const migration = 'src/server/db/migrate.ts'
    const tries =
      constantIn(migration, 'TRIES') *
      (constantIn(migration, 'LOCK_TIMEOUT_MS') + constantIn(migration, 'MAX_PAUSE_MS'))
    for (const { container } of pods().filter(({ kind }) => kind === 'Deployment')) {
      const { periodSeconds, failureThreshold } = container.startupProbe!
      expect(periodSeconds * failureThreshold * 1000).toBeGreaterThan(2 * tries)
    }
  })

  test('the proxy leads to existing services and checks their readiness', () => {
    const caddyfile = read('deploy', 'caddy', 'Caddyfile')
    const upstreams = [...caddyfile.matchAll(/reverse_proxy ([^{\n]+) \{/g)].flatMap((match) => match[1]!.split(' '))
    const names = upstreams.map((upstream) => upstream.split(':'))
    expect(names.filter(([name = '']) => !(name in compose))).toEqual([])
    const web = names.filter(([name]) => compose[name!]?.environment?.['ROLE'] === 'web')
    expect(web.map(([name, port]) => `${name} ${port}`)).toEqual(['web-1 3000', 'web-2 3000'])
    expect(caddyfile).toContain('health_uri /readyz')
    const given = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map((match) => match[1]!)
    expect(given.filter((name) => compose['proxy']?.environment?.[name] === undefined)).toEqual([])
  })
})

describe('shutdown', () => {
  const queue = 'src/server/jobs/queue.ts'
  /** Time that the server may take after the signal: running work, returned jobs, and the queue. */
  const neededSeconds =
    (constantIn('src/server/composition/product.ts', 'GRACE_MS') + 2 * constantIn(queue, 'HAND_BACK_MS')) / 1000
  /** Time for closing everything else. */
  const SPARE_SECONDS = 10

  test('every supervisor waits long enough before it kills a process', () => {
    for (const [, service] of precis.filter(([, { command }]) => command === undefined)) {
      const before = Number(service.environment?.['SHUTDOWN_DRAIN_SECONDS'] ?? 0)
      expect(seconds(service.stop_grace_period!) - before).toBeGreaterThanOrEqual(neededSeconds + SPARE_SECONDS)
    }
    for (const { pod, container } of pods().filter(({ kind }) => kind === 'Deployment')) {
      const before = container.lifecycle?.preStop.sleep.seconds ?? 0
      expect(pod.terminationGracePeriodSeconds! - before).toBeGreaterThanOrEqual(neededSeconds + SPARE_SECONDS)
    }
    for (const unit of units) {
      const settings = unitSettings(unit)
      expect(seconds(settings.get('TimeoutStopSec')![0]!)).toBeGreaterThanOrEqual(neededSeconds + SPARE_SECONDS)
      // The server stops its bundled PostgreSQL last, so systemd must signal only the server.
      expect(settings.get('KillMode')).toEqual(['mixed'])
    }
  })

  test('web processes keep serving until load balancers have noticed', () => {
    const web = pods().find(({ name }) => name === 'web')!
    const { periodSeconds, failureThreshold } = web.container.readinessProbe!
    expect(web.container.lifecycle?.preStop.sleep.seconds).toBeGreaterThanOrEqual(periodSeconds)
    expect(periodSeconds * failureThreshold).toBeLessThanOrEqual(15)
    const caddyfile = read('deploy', 'caddy', 'Caddyfile')
    const [looks = 0, waits = 0] = ['health_interval', 'health_timeout'].map((name) =>
      seconds(new RegExp(`${name} (\\w+)`).exec(caddyfile)![1]!),
    )
    for (const name of ['web-1', 'web-2'])
      expect(Number(compose[name]!.environment!['SHUTDOWN_DRAIN_SECONDS'])).toBeGreaterThan(looks + waits)
  })
})

describe('privileges', () => {
  const { stage, environment } = image()
  const [uid, gid] = lastArgs(stage, 'USER')[0]!.split(':').map(Number)

  test('no process runs as root or can write to the app', () => {
    expect(uid).toBeGreaterThan(0)
    expect(pods().map(({ name }) => name)).toEqual(['backup', 'web', 'worker'])
    for (const { pod, container } of pods()) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: uid, runAsGroup: gid })
      expect(pod.securityContext.seccompProfile.type).toBe('RuntimeDefault')
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits['memory']).toBeDefined()
    }
    for (const [, service] of precis) expect(service.read_only).toBe(true)
    for (const unit of units) {
      expect(unitSettings(unit).get('ProtectSystem')).toEqual(['strict'])
      // V8 generates machine code at run time.
      expect(unitSettings(unit).has('MemoryDenyWriteExecute')).toBe(false)
    }
  })

  test('the data folder is writable', () => {
    const data = environment['DATA_DIR']!
    for (const { container } of pods()) {
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath)
      expect(mounts).toEqual(expect.arrayContaining([data, '/tmp']))
    }
    for (const [, { tmpfs = [] }] of precis) {
      const mounts = tmpfs.map((mount) => mount.split(':')[0])
      expect(mounts).toEqual(expect.arrayContaining([data, '/tmp']))
      expect(tmpfs.find((mount) => mount.startsWith(`${data}:`))).toContain(`uid=${uid},gid=${gid}`)
    }
    for (const unit of units)
      expect(unitEnvironment(unit)['DATA_DIR']).toBe(`/var/lib/${unitSettings(unit).get('StateDirectory')![0]}`)
  })
})

describe('files', () => {
  test('the kustomization applies every file except the secret template', () => {
    const files = new Set(kubernetesObjects().map(({ file }) => file))
    expect(new Set([...kustomization().resources, 'secret.yaml'])).toEqual(files)
  })

  test('backups use an existing command', () => {
    const backups = [compose['backup']?.command, pods().find(({ name }) => name === 'backup')?.container.args]
    expect(backups).toEqual([1, 2].map(() => ['src/cli/main.ts', 'backup']))
  })

  test('the database accepts all connections, including one extra process during an update', () => {
    const { command = [] } = compose['database']!
    const maxConnections = Number(command.find((arg) => arg.startsWith('max_connections='))?.split('=')[1])
    const processes = precis.length + 1
    const each = 2 * constantIn('src/server/db/open-postgres.ts', 'POOL_SIZE') + 1
    expect(maxConnections).toBeGreaterThan(processes * each)
  })
})
