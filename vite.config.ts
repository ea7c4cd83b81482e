import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { build, defineConfig, type Plugin } from 'vite'
import { content } from './src/shared/content.ts'

const apiServer = 'http://localhost:3000'

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

/** Leaves out of fonts the weights that nothing is set in: a third of their bytes. */
const withoutWeights: Plugin = {
  name: 'without-weights',
  apply: 'build',
  generateBundle: async (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.woff2') || typeof file.source === 'string') continue
      const options = { keepAllGlyphs: true, targetFormat: 'woff2', variationAxes: { wght: weights } } as const
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

/** Where src/web/wake.ts says the app is, it is under the name that it was built to. */
const appAt = (address: string): Plugin => ({
  name: 'app-at',
  enforce: 'pre',
  resolveId: (id) => (id === './main.tsx' ? { id: address, external: 'absolute' } : null),
})

/**
 * Builds the few lines that run before the app does. They share no file with it: it would be loaded with them.
 *
 * @returns the file's name
 */
async function buildWake(outDir: string, app: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [appAt(`/${app}`), compressAssets],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: 'src/web/wake.ts', output: { entryFileNames: 'assets/wake-[hash].js' } },
    },
  })
  if (!('output' in built)) throw new Error('The script that wakes ready pages was not built.')
  return built.output[0].fileName
}

/**
 * The page of the app with what a visitor sees already in it. In place of the app it loads the few lines that load it
 * once somebody is there; the files of the app are named for them.
 */
function readyPage(page: string, html: string, wake: string): string {
  return page
    .replaceAll('rel="modulepreload"', 'rel="later"')
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace(/(<script type="module"[^>]* src=")[^"]*/, `$1/${wake}`)
    .replace('<div id="root">', () => `<div id="root" data-ready>${html}`)
}

/**
 * Makes pages ahead that say the same to every visitor: ready/NAME.html beside the page of the app. What the plans are is
 * known to the server alone, which fills in their page with what is built for it here.
 */
const makeReadyPages: Plugin = {
  name: 'make-ready-pages',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    handler: async ({ dir = '' }, bundle) => {
      const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      if (app === undefined) throw new Error('There is no app to make pages of.')
      const ready = path.join(dir, 'ready')
      const [wake, renderer] = await Promise.all([
        buildWake(dir, app.fileName),
        buildRenderer(path.join(ready, 'renderer')),
      ])
      const page = await readFile(path.join(dir, 'index.html'), 'utf8')
      const write = async (name: string, html: string) =>
        writeFile(path.join(ready, `${name}.html`), readyPage(page, html, wake))
      await write('home', await renderer.renderFrontPage())
      await write('subscribe', '<!-- page -->')
    },
  },
}

/** A font is named for what is left of it, too: browsers keep a name's content for good. */
const assetName = ({ names: [name = ''] }: { names: readonly string[] }): string =>
  name.endsWith('.woff2')
    ? `assets/[name]-${weights.min}-${weights.max}-[hash][extname]`
    : 'assets/[name]-[hash][extname]'

/** Where a chunk that screens share would be named after all of them: by its content alone. */
const chunkName = ({ name }: { name: string }): string =>
  name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'

/** What dialogs, menus, lists and toasts are built with: it comes when the first of them may be opened. */
const opened =
  /\/node_modules\/(?:@floating-ui|aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|@radix-ui\/react-(?:alert-dialog|arrow|dialog|dismissable-layer|dropdown-menu|focus-guards|focus-scope|hover-card|menu|popover|popper|select|toast|use-size|visually-hidden))\/|\/src\/web\/components\/(?:menu|place-chip|select|toast\/toast-region|dialog-panel|confirm-panel)\.tsx$/

/**
 * What every first screen needs comes in two files, libraries and our own (src/web/lib/zod-setup.ts before all else), and
 * what several screens share in a few: each file is a request, and most of them would be smaller than what is said
 * around them.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2 },
    { name: 'base', tags: ['$initial' as const], priority: 1 },
    { name: 'opened', test: opened, priority: 1 },
    {
      name: 'uploading',
      test: /\/node_modules\/(?:@uppy|lodash|namespace-emitter|nanoid|p-queue|mime-match|wildcard|eventemitter3|p-timeout)\/|\/src\/web\/features\/uploads\//,
      priority: 1,
    },
    { name: 'forms', test: /\/node_modules\/(?:react-hook-form|@hookform)\//, priority: 1 },
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
          ? needed.filter((file) => !/\/(?:libraries|index|rolldown-runtime)-[^/]*\.js$/.test(file))
          : needed,
    },
    rolldownOptions: { output: { codeSplitting, chunkFileNames: chunkName, assetFileNames: assetName } },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': apiServer, '/healthz': apiServer } },
})
