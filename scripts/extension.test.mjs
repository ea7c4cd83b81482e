import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { packExtension } from './extension.mjs'
import { root } from './process.mjs'

describe('the packed extension', () => {
  const folder = packExtension('https://precis.example/any/path')
  const textOf = (name) => readFileSync(join(folder, name), 'utf8')

  it('may read the page that the user clicks on, and send it to one server', () => {
    const { manifest_version, permissions, host_permissions } = JSON.parse(textOf('manifest.json'))
    expect({ manifest_version, permissions, host_permissions }).toEqual({
      manifest_version: 3,
      permissions: ['activeTab', 'scripting'],
      host_permissions: ['https://precis.example/*'],
    })
  })

  it('consists of scripts that run in the browser, with every file that they name', () => {
    const names = readdirSync(folder)
    for (const name of names.filter((file) => file.endsWith('.js'))) {
      const { status, stderr } = spawnSync(process.execPath, ['--check', '--input-type=module'], {
        input: textOf(name),
      })
      expect([name, status, String(stderr)]).toEqual([name, 0, ''])
      for (const [, imported] of textOf(name).matchAll(/from '\.\/([^']+)'/g)) expect(names).toContain(imported)
    }
    for (const [, file] of textOf('popup.html').matchAll(/(?:src|href)="([^"]+)"/g)) expect(names).toContain(file)
    const packed = unzipSync(readFileSync(join(root, 'dist', 'precis-extension.zip')))
    expect(Object.keys(packed).toSorted()).toEqual(names.toSorted())
  })

  it.each(['ftp://precis.example', 'http://precis.example', 'http://192.168.1.5:3000', 'http://localhost.example'])(
    'is not packed for %s',
    (address) => {
      expect(() => packExtension(address)).toThrow(/https/)
    },
  )

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('is packed for %s', (address) => {
    expect(packExtension(address)).toBe(folder)
  })
})
