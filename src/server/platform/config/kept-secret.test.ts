import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptSecret } from './kept-secret.ts'

describe('keptSecret', () => {
  let dataDir: string
  const files = () => readdirSync(join(dataDir, 'secrets'))
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'precis-secret-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('generates a secret once, readable by its owner only, and leaves no other files', () => {
    const secret = keptSecret(dataDir, 'session')
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(keptSecret(dataDir, 'session')).toBe(secret)
    expect(files()).toEqual(['session'])
    expect(statSync(join(dataDir, 'secrets', 'session')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700)
  })

  it.each(['', ' \n'])('replaces a file that a crash left empty: %j', (content) => {
    mkdirSync(join(dataDir, 'secrets'))
    writeFileSync(join(dataDir, 'secrets', 'session'), content)
    const secret = keptSecret(dataDir, 'session')
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(keptSecret(dataDir, 'session')).toBe(secret)
    expect(files()).toEqual(['session'])
  })

  it('uses a secret that an operator put there, and makes it private', () => {
    mkdirSync(join(dataDir, 'secrets'))
    const file = join(dataDir, 'secrets', 'session')
    writeFileSync(file, `${'o'.repeat(40)}\n`)
    chmodSync(file, 0o644)
    expect(keptSecret(dataDir, 'session')).toBe('o'.repeat(40))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
