import { isBuiltin } from 'node:module'

/** Names of the packages of package.json. */
export interface Manifest {
  dependencies: ReadonlySet<string>
  devDependencies: ReadonlySet<string>
}

/** Packages that have one home; everybody else reaches what they do through that room. */
const homes: readonly { packages: RegExp; home: RegExp }[] = [
  // Models may think for longer than Node's own fetch waits, so their requests need a client of their own.
  { packages: /^undici$/, home: /^src\/(?:ingest\/net\/|summarizer\/models\/provider-model\.ts$)/ },
  // The queue writes its jobs in the transaction of whoever sends them, so it knows the database's dialect.
  {
    packages: /^drizzle-orm$/,
    home: /^src\/server\/(?:db\/|jobs\/|plans\/repo\.ts$|features\/[^/]+\/(?:.*[-/])?repo(?:\.ts$|\/))/,
  },
  { packages: /^pg$/, home: /^src\/server\/(?:db|jobs)\// },
  { packages: /^pg-boss$/, home: /^src\/server\/(?:db|jobs)\// },
  { packages: /^(?:ai|@ai-sdk\/.*|@pydantic\/genai-prices)$/, home: /^src\/summarizer\/models\// },
  { packages: /^openid-client$/, home: /^src\/server\/features\/accounts\/google\// },
  { packages: /^nodemailer$/, home: /^src\/server\/mail\// },
  { packages: /^stripe$/, home: /^(?:src\/server\/features\/billing|standins\/stripe)\// },
  { packages: /^@aws-sdk\//, home: /^src\/server\/storage\// },
  {
    packages: /^(?:fastify|@fastify\/.*|fastify-.*)$/,
    home: /^src\/server\/(?:composition\/|platform\/|plans\/|features\/)/,
  },
  { packages: /^(?:react|react-dom|wouter|radix-ui|lucide-react)$/, home: /^src\/web\// },
]

/** Of the packages that the server needs at run time, those that browsers run as well. */
const isomorphic: ReadonlySet<string> = new Set(['zod'])

/** `drizzle-orm/pg-core` belongs to `drizzle-orm`, `@fastify/cookie/x` to `@fastify/cookie`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Why a file may not import a package or a module of Node; null where it may. */
export function packageRefusal(from: string, specifier: string, manifest: Manifest): string | null {
  const browser = /^src\/(?:web|shared)\//.test(from)
  if (isBuiltin(specifier)) {
    if (browser) return `nothing of Node runs in a browser: ${specifier}`
    return specifier.startsWith('node:') ? null : `modules of Node are written with "node:": ${specifier}`
  }
  const name = packageOf(specifier)
  const wrongHome = homes.find(({ packages, home }) => packages.test(name) && !home.test(from))
  if (wrongHome !== undefined) return `${name} has its home elsewhere`
  if (!manifest.dependencies.has(name) && !manifest.devDependencies.has(name)) {
    return `${name} is not in package.json`
  }
  if (from.startsWith('src/shared/')) return isomorphic.has(name) ? null : `shared has no use for ${name}`
  if (from.startsWith('src/web/')) {
    // The web app is built before it is served, so what it needs is needed for development only.
    return manifest.devDependencies.has(name) || isomorphic.has(name) ? null : `${name} is the server's`
  }
  if (manifest.dependencies.has(name) || from.startsWith('standins/')) return null
  return `${name} is there for development only`
}
