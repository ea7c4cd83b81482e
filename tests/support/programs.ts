import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Temporary folder of a test file's stand-ins for programs. */
interface Programs {
  /** Path of a file in the folder. */
  path: (name: string) => string
  /** Writes an executable shell script, and returns its path. */
  write: (name: string, script: string) => string
}

/** Creates the folder before the tests of a file, and removes it after them. */
export function usePrograms(): Programs {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'precis-programs-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, name)
  return {
    path,
    write: (name, script) => {
      writeFileSync(path(name), `#!/bin/sh\n${script}\n`)
      chmodSync(path(name), 0o755)
      return path(name)
    },
  }
}
