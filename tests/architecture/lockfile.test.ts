import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const entry = z.object({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
})
const file = path.join(import.meta.dirname, '..', '..', 'package-lock.json')
const { packages } = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(readFileSync(file, 'utf8')))

test('every package has a checksum and no download URL', () => {
  const faulty = Object.entries(packages).filter(
    ([place, { integrity = '', resolved, link }]) =>
      place !== '' && (!integrity.startsWith('sha512-') || resolved !== undefined || link === true),
  )
  expect(faulty).toEqual([])
})
