import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildZip } from '../../../../tests/support/files/build-zip.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { openArchive } from './open-archive.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

async function codeOf(act: () => unknown): Promise<ErrorCode | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const letters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${(index * 7919) % 10007} leaves\n`).join('')

const two = [
  { name: 'one.txt', data: 'First.' },
  { name: 'a/two.txt', data: 'Second.', stored: true },
]

function expectTwo(archive: Awaited<ReturnType<typeof openArchive>>): void {
  expect(archive.names).toEqual(['one.txt', 'a/two.txt'])
  expect(text(archive.read('one.txt'))).toBe('First.')
  expect(text(archive.read('a/two.txt'))).toBe('Second.')
  expect([...archive.broken]).toEqual([])
}

describe('openArchive', () => {
  it('reads packed and stored files', async () => {
    const archive = await openArchive(buildZip(two))
    expectTwo(archive)
    expect(archive.has('one.txt')).toBe(true)
    expect(archive.has('three.txt')).toBe(false)
    expect(await codeOf(() => archive.read('three.txt'))).toBe('source_damaged')
  })

  it('reads a part of a larger buffer', async () => {
    const zip = buildZip(two)
    const larger = new Uint8Array(zip.length + 100)
    larger.set(zip, 60)
    expectTwo(await openArchive(larger.subarray(60, 60 + zip.length)))
  })

  it.each([
    ['ZIP64 fields', { zip64: true }],
    ['bytes before it', { before: 'MZ a program that unpacks itself' }],
    ['bytes after it', { after: 'PK a comment nobody declared'.repeat(5000) }],
    [
      'what looks like an end of directory after it',
      { after: Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(40)]) },
    ],
    ['no central directory', { withoutDirectory: true }],
    ['no central directory and bytes before it', { withoutDirectory: true, before: 'PK junk' }],
    ['ZIP64 fields and no central directory', { withoutDirectory: true, zip64: true }],
  ])('reads an archive with %s', async (_, options) => {
    expectTwo(await openArchive(buildZip(two, options)))
  })

  it.each([false, true])('reads files whose sizes follow them (without directory: %s)', async (withoutDirectory) => {
    const files = two.map((file) => ({ ...file, stored: false, descriptor: true }))
    expectTwo(await openArchive(buildZip(files, { withoutDirectory })))
  })

  it('ignores the files of an archive inside', async () => {
    const inner = buildZip([{ name: 'inner.txt', data: 'Inner.', stored: true }])
    const archive = await openArchive(
      buildZip([{ name: 'inner.zip', data: inner, stored: true }, ...two], { withoutDirectory: true }),
    )
    expect(archive.names).toEqual(['inner.zip', 'one.txt', 'a/two.txt'])
  })

  it('finds files despite a broken directory', async () => {
    const zip = Buffer.from(buildZip(two))
    const record = zip.lastIndexOf('PK\x01\x02')
    zip.writeUInt32LE(3, record + 42)
    const archive = await openArchive(zip)
    expect([...archive.names].sort()).toEqual(['a/two.txt', 'one.txt'])
    expect(text(archive.read('a/two.txt'))).toBe('Second.')
  })

  it('reads the rest of a truncated archive', async () => {
    const whole = letters(5000)
    const zip = buildZip([two[0] ?? { name: '', data: '' }, { name: 'long.txt', data: whole }])
    const archive = await openArchive(zip.subarray(0, Math.floor(zip.length * 0.6)))
    expect(text(archive.read('one.txt'))).toBe('First.')
    const rest = text(archive.read('long.txt'))
    expect(rest.length).toBeGreaterThan(whole.length * 0.3)
    expect(whole.startsWith(rest)).toBe(true)
    expect([...archive.broken]).toEqual(['long.txt'])
  })

  it('returns the data before a fault', async () => {
    const whole = letters(20_000)
    const packed = Buffer.from(deflateRawSync(whole))
    packed.fill(0xff, packed.length / 2)
    const archive = await openArchive(buildZip([{ name: 'long.txt', data: whole, packed }]))
    const rest = text(archive.read('long.txt'))
    // Noise may pass for packed text for a while.
    const sound = Math.floor(whole.length * 0.3)
    expect(rest.slice(0, sound) === whole.slice(0, sound)).toBe(true)
    expect([...archive.broken]).toEqual(['long.txt'])
  })

  it('tolerates a wrong checksum, and reports it', async () => {
    const archive = await openArchive(buildZip([{ name: 'one.txt', data: 'First.', crc: 1 }]))
    expect(text(archive.read('one.txt'))).toBe('First.')
    expect([...archive.broken]).toEqual(['one.txt'])
  })

  it('rejects an archive without readable files', async () => {
    expect(await codeOf(() => openArchive(new Uint8Array()))).toBe('source_damaged')
    expect(await codeOf(() => openArchive(Buffer.from('PK')))).toBe('source_damaged')
    expect(await codeOf(() => openArchive(Buffer.from('not an archive at all, only words')))).toBe('source_damaged')
    expect(await codeOf(() => openArchive(buildZip([])))).toBe('source_damaged')
    const noise = await openArchive(buildZip([{ name: 'a', data: '', packed: Buffer.alloc(50, 0xff) }]))
    expect(await codeOf(() => noise.read('a'))).toBe('source_damaged')
    const unknown = await openArchive(buildZip([{ name: 'a', data: 'x', method: 12 }]))
    expect(await codeOf(() => unknown.read('a'))).toBe('source_damaged')
  })

  it('reports encryption', async () => {
    const archive = await openArchive(buildZip([{ name: 'secret.txt', data: 'x', flags: 1 }, ...two]))
    expect(await codeOf(() => archive.read('secret.txt'))).toBe('source_encrypted')
    expect(text(archive.read('one.txt'))).toBe('First.')
  })
})

describe('names in an archive', () => {
  const namesOf = async (...names: (string | Uint8Array)[]): Promise<readonly string[]> =>
    (
      await openArchive(buildZip([{ name: 'ok', data: 'x' }, ...names.map((name) => ({ name, data: 'x' }))]))
    ).names.slice(1)

  it('normalizes names and leaves out those that lead outside', async () => {
    expect(await namesOf('/etc/passwd', './a//b/../c', 'dir\\file.txt', 'folder/')).toEqual([
      'etc/passwd',
      'a/c',
      'dir/file.txt',
    ])
    expect(await namesOf('../up', 'a/../../up', '..\\up', 'nul\0name', '.')).toEqual([])
  })

  it('decodes UTF-8 and code page 437', async () => {
    expect(await namesOf(Buffer.from('Übung.txt'), Uint8Array.of(0x9a, 0x62, 0x75, 0x6e, 0x67))).toEqual([
      'Übung.txt',
      'Übung',
    ])
  })

  it('finds names as they are requested', async () => {
    const archive = await openArchive(buildZip([{ name: 'OEBPS/Café.XHTML', data: 'here' }]))
    for (const name of ['OEBPS/Café.XHTML', '/OEBPS/./Café.XHTML', 'oebps/cafe\u0301.xhtml']) {
      expect(text(archive.read(name))).toBe('here')
      expect(archive.find(name)).toBe('OEBPS/Café.XHTML')
    }
    expect(archive.has('../OEBPS/Café.XHTML')).toBe(false)
    expect(archive.find('OEBPS')).toBeNull()
  })

  it('keeps the last of several files with one name', async () => {
    const archive = await openArchive(
      buildZip([
        { name: 'a', data: 'old' },
        { name: 'a', data: 'new' },
      ]),
    )
    expect(archive.names).toEqual(['a'])
    expect(text(archive.read('a'))).toBe('new')
  })
})

describe('limits of an archive', () => {
  const zeros = Buffer.alloc(3 * 1024 * 1024)

  it('limits the number of files', async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({ name: `f${index}`, data: 'x' }))
    expect(await codeOf(() => openArchive(buildZip(files), { maxEntries: 10 }))).toBe('source_too_complex')
    const bare = buildZip(files, { withoutDirectory: true })
    expect(await codeOf(() => openArchive(bare, { maxEntries: 10 }))).toBe('source_too_complex')
    expect((await openArchive(buildZip(files), { maxEntries: 11 })).names).toHaveLength(11)
  })

  it('limits unpacked bytes whatever is declared', async () => {
    const files = [{ name: 'bomb', data: zeros, unpackedSize: 10 }]
    expect(await codeOf(async () => (await openArchive(buildZip(files))).read('bomb'))).toBe('source_too_complex')
    const loose = { maxRatio: 2000 }
    expect((await openArchive(buildZip(files), loose)).read('bomb')).toHaveLength(zeros.length)
    const small = { ...loose, maxEntryBytes: zeros.length - 1 }
    expect(await codeOf(async () => (await openArchive(buildZip(files), small)).read('bomb'))).toBe(
      'source_too_complex',
    )
    const stored = buildZip([{ name: 'bomb', data: zeros, stored: true }])
    expect(await codeOf(async () => (await openArchive(stored, small)).read('bomb'))).toBe('source_too_complex')
  })

  it('limits all reads together', async () => {
    const archive = await openArchive(buildZip([{ name: 'a', data: 'x'.repeat(1000) }]), { maxTotalBytes: 2500 })
    archive.read('a')
    archive.read('a')
    expect(await codeOf(() => archive.read('a'))).toBe('source_too_complex')
  })

  it('limits the output of a broken stream', async () => {
    const packed = Buffer.concat([deflateRawSync(zeros).subarray(0, -4), Buffer.alloc(64, 0xff)])
    const zip = buildZip([{ name: 'bomb', data: '', packed }])
    expect(await codeOf(async () => (await openArchive(zip)).read('bomb'))).toBe('source_too_complex')
  })

  it('rejects files that share their bytes', async () => {
    const zip = buildZip([
      { name: 'kernel', data: 'x'.repeat(1000) },
      { name: 'again', data: '', sameAs: 0 },
    ])
    expect(await codeOf(() => openArchive(zip))).toBe('source_too_complex')
    const longer = buildZip([{ name: 'quotes the next', data: 'x', packedSize: 60 }, ...two])
    expect(await codeOf(() => openArchive(longer))).toBe('source_too_complex')
    const twice = buildZip([
      { name: 'a', data: 'x' },
      { name: 'a', data: '', sameAs: 0 },
    ])
    expect((await openArchive(twice)).names).toEqual(['a'])
  })
})
