import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs the benchmark named by the first argument; without one, lists them all.
const names = readdirSync(import.meta.dirname)
  .filter((file) => /^[^.]+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()

const [name, ...args] = process.argv.slice(2)

if (name === undefined) {
  console.log(['npm run bench -- NAME [arguments], where NAME is one of:', ...names].join('\n'))
} else if (names.includes(name)) {
  const { main } = await import(pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href)
  await main(args)
} else {
  console.error(`Unknown benchmark "${name}". There are: ${names.join(', ')}.`)
  process.exitCode = 1
}
