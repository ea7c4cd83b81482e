import { pathToFileURL } from 'node:url'

// Arguments: the benchmark's file, then what its main function takes.
const [file, ...args] = process.argv.slice(2)

const { main } = await import(pathToFileURL(file).href)
await main(args)
