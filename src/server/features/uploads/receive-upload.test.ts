import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './receive-upload.ts'

it('hashes long bytes without blocking the event loop', async () => {
  const bytes = Buffer.alloc(9 * 1024 * 1024, 'tide')
  let turned = false
  setImmediate(() => {
    turned = true
  })
  expect(await sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(turned).toBe(true)
  expect(await sha256(Buffer.alloc(0))).toBe(createHash('sha256').digest('hex'))
})
