import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { content } from './src/shared/content.ts'

/** Passes requests on with the host that the browser sent, which the server checks. */
const apiServer = { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false }

/**
 * Puts the product's name into the page, so that it stands in the content file alone. What else the head says goes by
 * the page: the server puts it where the mark stands.
 */
const fillContent: Plugin = {
  name: 'fill-content',
  transformIndexHtml: (html) => html.replaceAll('%NAME%', content.productName),
}

const compressors = [
  [
    '.br',
    async (bytes: Uint8Array) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ],
  ['.gz', async (bytes: Uint8Array) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
] as const

/** Compresses scripts and styles once and well, rather than at each request. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
    await Promise.all(
      texts.flatMap((file) => {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        return compressors.map(async ([suffix, compress]) =>
          writeFile(path.join(dir, `${file.fileName}${suffix}`), await compress(bytes)),
        )
      }),
    )
  },
}

/** Weights that the pages are set in. */
const weights = { min: 400, max: 600 }

/** Quotes are set in it, in one weight. */
const isItalic = (name: string): boolean => name.includes('-italic')

/** Leaves out of fonts the weights that nothing is set in: a third of their bytes, and half of those of italics. */
const withoutWeights: Plugin = {
  name: 'without-weights',
  apply: 'build',
  generateBundle: async (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.woff2') || typeof file.source === 'string') continue
      const wght = isItalic(file.fileName) ? weights.min : weights
      const options = { keepAllGlyphs: true, targetFormat: 'woff2', variationAxes: { wght } } as const
      file.source = await subsetFont(file.source, '', options)
    }
  },
}

/** Modules of Zod that describe schemas in JSON Schema, which nobody asks of a browser. */
const schemaWriters = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/** Leaves out of the app what every schema of Zod carries along to describe itself: a quarter of Zod. */
const withoutSchemaWriters: Plugin = {
  name: 'without-schema-writers',
  apply: 'build',
  transform: {
    filter: { id: schemaWriters },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  },
}

/**
 * Leaves out of the app what Zod compiles parsers with, which the content security policy forbids, and its own words for
 * what is wrong: what people see is said by our schemas.
 */
const withoutZodExtras: Plugin = {
  name: 'without-zod-extras',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/(?:locales\/en|core\/doc)\.js$/ },
    handler: (_code, id) => ({
      code: id.endsWith('doc.js')
        ? 'export class Doc {}'
        : `export default () => ({ localeError: () => 'Invalid input' })`,
      map: null,
    }),
  },
}

/** What the description of the API says of a call, a line or two each. */
const descriptions = /^ *(?:summary|description|tag):\s*'(?:[^'\\]|\\.)*',\n/gm

/** Leaves out of the app what only the description of the API says of the calls. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/shared\/api\/[a-z-]*calls\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(descriptions, ''), map: null }),
  },
}

/** What the server has of the app to render pages with, as src/web/prerender.tsx exports it. */
interface Renderer {
  renderFrontPage: () => Promise<string>
}

/** Builds the app for Node, with all it takes to run: the server renders with it, too. */
async function buildRenderer(outDir: string): Promise<Renderer> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/web/prerender.tsx', outDir, copyPublicDir: false },
  })
  const renderer: Renderer = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)
  return renderer
}

/**
 * Builds the few lines that run before the app does. They share no file with it: it would be loaded with them.
 *
 * @returns the file's name
 */
async function buildWake(outDir: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [compressAssets],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/web/wake.ts',
        output: { entryFileNames: 'assets/wake-[hash].js', format: 'iife' },
      },
    },
  })
  if (!('output' in built)) throw new Error('The script that wakes ready pages was not built.')
  return built.output[0].fileName
}

type Bundle = Rolldown.OutputBundle

/** The chunk of a module that comes by itself. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(module) === true) return file
  throw new Error(`There is no chunk of ${module}.`)
}

/** Files of chunks and of all that they import, what is imported first; each once, also where they import each other. */
function filesOf(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const seen = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk): string[] => {
    if (seen.has(chunk.fileName)) return []
    seen.add(chunk.fileName)
    const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === 'chunk')
    return [...imported.flatMap(visit), chunk.fileName]
  }
  return chunks.flatMap(visit)
}

/** Screens of somebody's own, which the server makes ready, and the modules that they come with. */
const ownScreens = {
  dashboard: ['/src/web/app/shell/member-shell.tsx', '/src/web/app/dashboard-screen.tsx'],
  summaries: ['/src/web/app/shell/member-shell.tsx', '/src/web/app/summaries-screen.tsx'],
}

/** What a page that comes ready consists of. */
interface ReadyParts {
  /** Name of the app's own file. */
  app: string
  html: string
  /** The few lines that run before the app does. */
  wake: string
  /** Files of the app, in the order in which they are to run. */
  files: readonly string[]
  /** Whether it is a screen of somebody's own. */
  own?: boolean
}

/**
 * The page of the app with what a visitor sees already in it. In place of the app it loads the few lines that load it
 * once somebody is there; the files of the app are named for them.
 */
function readyPage(page: string, { app, html, wake, files, own = false }: ReadyParts): string {
  return page
    .replace(/(?:\s*<link rel="modulepreload"[^>]*>)+/, () =>
      files
        .map(
          (file) => `\n    <link rel="later" data-file${file === app ? ' data-app' : ''} crossorigin href="/${file}">`,
        )
        .join(''),
    )
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace(/<script type="module"[^>]*>/, `<script src="/${wake}">`)
    .replace('<div id="root">', () => `<div id="root" data-ready${own ? '="own"' : ''}>${html}`)
}

/**
 * Makes pages ahead that say the same to every visitor, and frames of those that the server fills in: ready/NAME.html
 * beside the page of the app. What the plans are, and what is somebody's own, is known to the server alone, which has
 * the renderer that is built for it here.
 */
const makeReadyPages: Plugin = {
  name: 'make-ready-pages',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    handler: async ({ dir = '' }, bundle) => {
      const app = chunkOf(bundle, '/index.html')
      const ready = path.join(dir, 'ready')
      const [wake, renderer] = await Promise.all([buildWake(dir), buildRenderer(path.join(ready, 'renderer'))])
      const page = await readFile(path.join(dir, 'index.html'), 'utf8')
      const write = async (name: string, parts: Omit<ReadyParts, 'app' | 'wake'>) =>
        writeFile(path.join(ready, `${name}.html`), readyPage(page, { ...parts, app: app.fileName, wake }))
      const files = filesOf(bundle, [app])
      const html = '<!-- page -->'
      await write('home', { html: await renderer.renderFrontPage(), files })
      await write('subscribe', { html, files })
      for (const [name, modules] of Object.entries(ownScreens)) {
        const chunks = modules.map((module) => chunkOf(bundle, module))
        await write(name, { html, files: filesOf(bundle, [app, ...chunks]), own: true })
      }
    },
  },
}

/** A font is named for what is left of it, too: browsers keep a name's content for good. */
const assetName = ({ names: [name = ''] }: { names: readonly string[] }): string =>
  name.endsWith('.woff2')
    ? `assets/[name]-${weights.min}${isItalic(name) ? '' : `-${weights.max}`}-[hash][extname]`
    : 'assets/[name]-[hash][extname]'

/** Where a chunk that screens share would be named after all of them: by its content alone. */
const chunkName = ({ name }: { name: string }): string =>
  name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'

/**
 * What every first screen needs comes in two files, libraries and our own (src/web/lib/zod-setup.ts before all else), and
 * what several screens share in a few: each file is a request, and most of them would be smaller than what is said
 * around them.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2 },
    { name: 'contracts', tags: ['$initial' as const], test: /\/src\/(?:shared\/|web\/lib\/zod-setup)/, priority: 2 },
    { name: 'base', tags: ['$initial' as const], priority: 1 },
    {
      name: 'uploading',
      test: /\/node_modules\/(?:@uppy|lodash|namespace-emitter|nanoid|p-queue|mime-match|wildcard|eventemitter3|p-timeout)\/|\/src\/web\/features\/uploads\//,
      priority: 1,
    },
    {
      name: 'forms',
      test: /\/node_modules\/(?:react-hook-form|@hookform)\/|\/lucide-react\/dist\/esm\/icons\/eye|\/src\/web\/(?:components\/(?:password-input|google-mark)|features\/auth\/(?:google-button|auth-layout|aside-list|mailed-link|legal-links|return-to)|lib\/(?:apply-field-errors|auth\/use-sign-in-options|new-password-schema|use-failure-focus))\./,
      priority: 1,
    },
    {
      name: 'legal',
      test: /\/src\/web\/(?:features\/legal\/(?:legal-page|parts|spans)|lib\/section-in-view)/,
      priority: 1,
    },
    {
      name: 'common',
      test: /\/src\/(?:shared|web\/(?:components|lib|features\/summaries))\/|\/node_modules\/(?:lucide-react|@tanstack|@radix-ui)\//,
      minShareCount: 3,
      priority: 0.5,
    },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 15_000 },
  ],
}

/** Builds the web app into dist/web; in development, calls go through to the server. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    fillContent,
    withoutSchemaWriters,
    withoutZodExtras,
    withoutDescriptions,
    withoutWeights,
    compressAssets,
    makeReadyPages,
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What is loaded already need not be named again in every file that loads more.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js'
          ? needed.filter((file) => !/\/(?:libraries|contracts|index|rolldown-runtime)-[^/]*\.js$/.test(file))
          : needed,
    },
    rolldownOptions: { output: { codeSplitting, chunkFileNames: chunkName, assetFileNames: assetName } },
  },
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: { port: 5173, strictPort: true, proxy: { '/api': apiServer, '/healthz': apiServer, '/readyz': apiServer } },
})
