import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

// `npm test` leaves the slow project out; `npm run test:full` runs it too.
const slow = '**/*.slow.test.ts'
const exclude = [...configDefaults.exclude, slow]
/** A race is run once more and named in the output, so that it doesn't hide the other results. */
const race = { retry: 1 }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres-broker.ts'],
    setupFiles: ['tests/support/property-seed.ts'],
    // Loads what the server imports in half the time, as the start script does.
    execArgv: ['--import', new URL('scripts/quick-resolve.mjs', import.meta.url).href],
    // The API and browser tests wait for jobs, servers and pages more than they compute.
    maxWorkers: availableParallelism() + 1,
    // Test files share modules, and the databases that earlier ones have left: both are slow to start.
    isolate: false,
    // Generous on a busy machine: a late page or job is not a failure.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{src,standins,bench,tests/standins}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'tests/architecture/**/*.test.ts',
          ],
          exclude,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{contract,api}/**/*.test.ts'],
          exclude,
          testTimeout: 60_000,
          ...race,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts', 'tests/support/browser.test.ts'],
          exclude,
          testTimeout: 90_000,
          ...race,
        },
      },
      { extends: true, test: { name: 'slow', include: [slow], testTimeout: 120_000, ...race } },
    ],
  },
})
