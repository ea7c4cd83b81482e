// Packs the browser extension for one server into dist/extension, and into dist/precis-extension.zip for the stores:
// npm run extension -- https://precis.example
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { root } from './process.mjs'

const from = join(root, 'extension')

/** `activeTab` permits the page on which the user clicks the button, until they leave it. */
const manifest = (origin, version) => ({
  manifest_version: 3,
  name: 'Precis',
  description: 'Summarizes the page in front of you.',
  version,
  permissions: ['activeTab', 'scripting'],
  host_permissions: [`${origin}/*`],
  action: { default_popup: 'popup.html', default_title: 'Summarize with Precis' },
  icons: { 192: 'icon-192.png' },
})

/** JavaScript of a TypeScript file; the files that it imports are packed beside it. */
const script = (file) =>
  stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/from '[./\w-]+\/([\w-]+)\.ts'/g, "from './$1.js'")

const isLoopback = (host) => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/** Packs the extension for the server at an origin; `http` only on this machine. Returns the folder. */
export function packExtension(address, to = join(root, 'dist', 'extension')) {
  const { origin, protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new Error('Give the https address of the server: https://precis.example. http works on this machine only.')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const capture = (name) => join(root, 'src', 'web', 'features', 'summaries', 'capture', name)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const files = {
    'manifest.json': JSON.stringify(manifest(origin, version), null, 2),
    'popup.js': script(join(from, 'popup.ts')),
    'collect-page.js': script(capture('collect-page.ts')),
    'failure-words.js': script(capture('failure-words.ts')),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(to, name), text)
  for (const name of ['popup.html', 'popup.css']) cpSync(join(from, name), join(to, name))
  cpSync(join(root, 'public', 'icon-192.png'), join(to, 'icon-192.png'))
  const names = [...Object.keys(files), 'popup.html', 'popup.css', 'icon-192.png']
  const packed = zipSync(Object.fromEntries(names.map((name) => [name, readFileSync(join(to, name))])))
  writeFileSync(join(to, '..', 'precis-extension.zip'), packed)
  return to
}

const [address, folder] = process.argv.slice(2)
if (import.meta.filename === process.argv[1]) {
  packExtension(address ?? 'http://localhost:3000', folder)
  console.log('Packed dist/precis-extension.zip. To try it: chrome://extensions, "Load unpacked", dist/extension.')
}
