import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const entry = z.object({ integrity: z.string().optional(), resolved: z.string().optional() })
const file = path.join(import.meta.dirname, '..', '..', 'package-lock.json')
const { packages } = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(readFileSync(file, 'utf8')))

test('every package has a checksum, and an address without a real host ("npm run format" writes it)', () => {
  const faulty = Object.entries(packages).filter(
    ([place, { integrity = '', resolved = '' }]) =>
      place !== '' && !(integrity.startsWith('sha512-') && resolved.startsWith('https://configured-registry.invalid/')),
  )
  expect(faulty).toEqual([])
})
