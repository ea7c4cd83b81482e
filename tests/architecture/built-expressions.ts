/**
 * Prints the regular expressions that modules build from strings, while they load or from samples, as JSON; its arguments are the
 * modules' paths. A process of its own, since it replaces the global `RegExp`.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPattern } from '../../src/shared/summary/find-text.ts'
import type { Expression } from './expressions.ts'

const built = new Map<string, Expression>()
const inSource = /(?:src|standins)\/[^\s()]+:\d+(?=:\d+\)?$)/u

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [pattern, flags]: [string | RegExp, string?]) {
    const expression = new target(pattern, flags)
    const callers = new Error('for its stack').stack?.split('\n') ?? []
    const [place] = callers.flatMap((caller) => inSource.exec(caller) ?? [])
    if (place !== undefined && !callers.some((caller) => caller.includes('node_modules')))
      built.set(String(expression), { place, pattern: expression.source, flags: expression.flags })
    return expression
  },
})

for (const file of process.argv.slice(2)) await import(pathToFileURL(path.resolve(file)).href)
// Built from what users type: words, marks that are escaped, quotation marks of all kinds.
for (const sought of ['a near match of words', 'a a a', `it’s "a" (b+)* [c]`]) findPattern(sought)
process.stdout.write(JSON.stringify([...built.values()]), () => process.exit())
