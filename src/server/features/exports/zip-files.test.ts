import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type PackedFile, textFile, zipFiles } from './zip-files.ts'

async function* from(files: { name: string; text: string }[], end?: Error): AsyncGenerator<PackedFile> {
  yield* files.map(({ name, text }) => textFile(name, text))
  if (end !== undefined) throw end
}

const zipped = async (files: AsyncIterable<PackedFile>): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(zipFiles(files)))

it('contains every file under its name, in any script', async () => {
  const files = [
    { name: 'README.txt', text: '' },
    { name: 'summaries/0001-夜行列車.md', text: 'Ночные поезда\n'.repeat(1000) },
    { name: 'summaries/0002.json', text: '{}\n' },
  ]
  const archive = await zipped(from(files))
  const found = Object.entries(unzipSync(archive)).map(([name, bytes]) => ({ name, text: strFromU8(bytes) }))
  expect(found).toEqual(files)
  expect(archive.byteLength).toBeLessThan(2000)
})

it('yields each file before it requests the next', async () => {
  const log: string[] = []
  async function* slowly(): AsyncGenerator<PackedFile> {
    for (const name of ['a', 'b']) {
      log.push(`read ${name}`)
      yield textFile(name, name)
    }
  }
  for await (const chunk of zipFiles(slowly())) if (chunk.byteLength > 0) log.push('sent')
  expect(log.slice(0, 3)).toEqual(['read a', 'sent', 'sent'])
  expect(log.indexOf('read b')).toBeGreaterThan(2)
})
