import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { environmentOf, lastArgs, parseDockerfile, type Stage } from '../support/image/dockerfile.ts'

export const root = path.join(import.meta.dirname, '..', '..')

/** Text of a file in the repository. */
export const read = (...parts: string[]): string => readFileSync(path.join(root, ...parts), 'utf8')

const record = z.record(z.string(), z.string())

/** Names and values in an environment file. */
export function parseEnv(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** Value of a named number in a source file, such as `const GRACE_MS = 20_000`. */
export function constantIn(file: string, name: string): number {
  const found = new RegExp(`const ${name} = ([\\d_]+(?: \\* [\\d_]+)*)`).exec(read(file))?.[1]
  if (found === undefined) throw new Error(`${file} defines no ${name}.`)
  return found
    .replaceAll('_', '')
    .split(' * ')
    .map(Number)
    .reduce((product, factor) => product * factor)
}

/** Seconds of a duration in the notation of Compose and systemd. */
export function seconds(span: string): number {
  const [, count = '', unit = 's'] = /^(\d+)(s|m|min)?$/.exec(span) ?? []
  if (count === '') throw new Error(`"${span}" is no span of time.`)
  return Number(count) * (unit === 's' ? 1 : 60)
}

const serviceSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: record.optional(),
  env_file: z.union([z.string(), z.array(z.object({ path: z.string(), required: z.boolean() }))]).optional(),
  stop_grace_period: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
})

/** Services in a Compose file of `deploy`. */
export function composeServices(file = 'compose.yaml'): Record<string, z.infer<typeof serviceSchema>> {
  const text = read('deploy', file)
  return z.object({ services: z.record(z.string(), serviceSchema) }).parse(parse(text, { merge: true })).services
}

/** Environment of deploy/home.yaml, without the settings of whoever runs it. */
export function homeEnvironment(): Record<string, string> {
  const environment = composeServices('home.yaml')['precis']?.environment ?? {}
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-(.*)\}/, '$1')]),
  )
}

const probeSchema = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
})

const containerSchema = z.object({
  image: z.string(),
  args: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probeSchema.optional(),
  readinessProbe: probeSchema.optional(),
  livenessProbe: probeSchema.optional(),
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
  resources: z.object({ requests: record, limits: record }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.object({ drop: z.array(z.string()) }),
  }),
  volumeMounts: z.array(z.object({ mountPath: z.string() })),
})

const podSchema = z.object({
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({
    runAsNonRoot: z.boolean(),
    runAsUser: z.number(),
    runAsGroup: z.number(),
    seccompProfile: z.object({ type: z.string() }),
  }),
  containers: z.array(containerSchema).length(1),
})

const objectSchema = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })
const template = z.object({ spec: podSchema })
const deploymentSchema = z.object({ spec: z.object({ template }) })
const cronJobSchema = z.object({ spec: z.object({ jobTemplate: z.object({ spec: z.object({ template }) }) }) })

export interface Pod {
  name: string
  kind: string
  pod: z.infer<typeof podSchema>
  container: z.infer<typeof containerSchema>
}

const kubernetes = path.join(root, 'deploy', 'kubernetes')

/** Kubernetes objects, by file. */
export function kubernetesObjects(): { file: string; object: z.infer<typeof objectSchema> }[] {
  return readdirSync(kubernetes)
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readFileSync(path.join(kubernetes, file), 'utf8')).map((document) => {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
        return { file, object: objectSchema.parse(document.toJS()) }
      }),
    )
}

/** Workloads that run Precis in the cluster. */
export function pods(): Pod[] {
  return kubernetesObjects().flatMap(({ object }) => {
    const { kind, metadata } = object
    const spec =
      kind === 'Deployment'
        ? deploymentSchema.parse(object).spec.template.spec
        : kind === 'CronJob'
          ? cronJobSchema.parse(object).spec.jobTemplate.spec.template.spec
          : null
    return spec === null ? [] : [{ name: metadata.name, kind, pod: spec, container: spec.containers[0]! }]
  })
}

/** Files of the kustomization. */
export const kustomization = () =>
  z
    .object({ resources: z.array(z.string()) })
    .loose()
    .parse(parse(read('deploy', 'kubernetes', 'kustomization.yaml')))

/** Settings of a systemd unit; repeated settings have all their values. */
export function unitSettings(file: string): Map<string, string[]> {
  const settings = new Map<string, string[]>()
  for (const line of read('deploy', 'systemd', file).split('\n')) {
    const [, name, value = ''] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
    if (name !== undefined) settings.set(name, [...(settings.get(name) ?? []), value])
  }
  return settings
}

/** Final stage of the Dockerfile, and its entry point. */
export function image(): { stage: Stage; environment: Record<string, string>; start: string[] } {
  const stage = parseDockerfile(read('Dockerfile')).at(-1)!
  return {
    stage,
    environment: environmentOf(stage),
    start: [...lastArgs(stage, 'ENTRYPOINT'), ...lastArgs(stage, 'CMD')],
  }
}
