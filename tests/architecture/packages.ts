import { isBuiltin } from 'node:module'

/** Names of the packages in package.json. */
export interface Manifest {
  dependencies: ReadonlySet<string>
  devDependencies: ReadonlySet<string>
}

/** Packages that only one layer or file imports; other code uses that layer. */
const owners: readonly { packages: RegExp; importer: RegExp }[] = [
  // Models may take longer to respond than Node's fetch waits, so their requests need their own client.
  { packages: /^undici$/, importer: /^src\/(?:ingest\/net\/|summarizer\/models\/provider-model\.ts$)/ },
  // The queue writes its jobs in the sender's transaction, so it needs the database's dialect.
  {
    packages: /^drizzle-orm$/,
    importer: /^src\/server\/(?:db\/|jobs\/|plans\/[a-z-]+-repo\.ts$|features\/[^/]+\/(?:.*[-/])?repo(?:\.ts$|\/))/,
  },
  { packages: /^pg$/, importer: /^src\/server\/(?:db|jobs)\// },
  { packages: /^pg-copy-streams$/, importer: /^src\/server\/features\/backup\/tables-repo\.ts$/ },
  { packages: /^pg-boss$/, importer: /^src\/server\/(?:db|jobs)\// },
  { packages: /^(?:ai|@ai-sdk\/.*|@pydantic\/genai-prices)$/, importer: /^src\/summarizer\/models\// },
  { packages: /^openid-client$/, importer: /^src\/server\/features\/accounts\/openid\// },
  { packages: /^nodemailer$/, importer: /^src\/server\/mail\// },
  { packages: /^stripe$/, importer: /^(?:src\/server\/features\/billing|standins\/stripe)\// },
  { packages: /^@aws-sdk\//, importer: /^src\/server\/storage\// },
  {
    packages: /^(?:fastify|@fastify\/.*|fastify-.*)$/,
    importer: /^src\/server\/(?:composition\/|platform\/|plans\/|features\/)/,
  },
  { packages: /^(?:react|react-dom|wouter|radix-ui|lucide-react)$/, importer: /^src\/web\// },
]

/** Run-time dependencies of the server that browsers use as well. */
const isomorphic: ReadonlySet<string> = new Set(['zod', 'p-limit'])

/** `drizzle-orm/pg-core` belongs to `drizzle-orm`, `@fastify/cookie/x` to `@fastify/cookie`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Reason why a file may not import a package or a Node module; null if it may. */
export function packageViolation(from: string, specifier: string, manifest: Manifest): string | null {
  const browser = /^src\/(?:web|shared)\//.test(from)
  if (isBuiltin(specifier)) {
    if (browser) return `Node modules don't run in browsers: ${specifier}`
    return specifier.startsWith('node:') ? null : `Node modules need the prefix "node:": ${specifier}`
  }
  const name = packageOf(specifier)
  const violated = owners.find(({ packages, importer }) => packages.test(name) && !importer.test(from))
  if (violated !== undefined) return `${name} may be imported by its own layer only`
  if (!manifest.dependencies.has(name) && !manifest.devDependencies.has(name)) {
    return `${name} is not in package.json`
  }
  if (from.startsWith('src/shared/')) return isomorphic.has(name) ? null : `shared may not import ${name}`
  if (from.startsWith('src/web/')) {
    // The web app is built before it is served, so its packages are development dependencies.
    return manifest.devDependencies.has(name) || isomorphic.has(name) ? null : `${name} is a server dependency`
  }
  if (manifest.dependencies.has(name) || from.startsWith('standins/')) return null
  return `${name} is a development dependency`
}
