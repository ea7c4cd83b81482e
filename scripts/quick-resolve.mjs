import { registerHooks } from 'node:module'

/** Packages with a hundred or more files, all ES modules that import each other by relative paths. */
const large = /\/node_modules\/(?:drizzle-orm|stripe\/esm|zod)\//

/**
 * For each of these files, Node consults the package.json only to find that it is an ES module; Drizzle's has 180 KB of
 * export maps. Resolving them here saves 0.4 s per start.
 */
registerHooks({
  resolve(specifier, context, next) {
    const own = specifier.startsWith('.') && specifier.endsWith('.js')
    if (!own || !large.test(context.parentURL ?? '')) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
