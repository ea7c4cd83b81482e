import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const entry = z.object({ integrity: z.string().optional(), resolved: z.string().optional() })
const packagesOf = (folder: string): Record<string, z.infer<typeof entry>> => {
  const file = path.join(import.meta.dirname, '..', '..', folder, 'package-lock.json')
  return z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(readFileSync(file, 'utf8'))).packages
}

test('every package has a checksum, and an address without a real host ("npm run format" writes it)', () => {
  const faulty = Object.entries(packagesOf('.')).filter(
    ([place, { integrity = '', resolved = '' }]) =>
      place !== '' && !(integrity.startsWith('sha512-') && resolved.startsWith('https://configured-registry.invalid/')),
  )
  expect(faulty).toEqual([])
})

test('packages of the benches have no address, since no .npmrc there replaces its host', () => {
  const addressed = Object.entries(packagesOf('bench')).filter(([, { resolved }]) => resolved !== undefined)
  expect(addressed).toEqual([])
})
