import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Nothing is started before a test asks for it.
    globalSetup: ['tests/support/postgres-broker.ts'],
    retry: 0,
    // Tests at the door and in a browser wait more than they work: two files at a time keep two cores busy.
    maxWorkers: 2,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,bench}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs', 'tests/architecture/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{contract,api}/**/*.test.ts', 'tests/support/{article-site,postgres}.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts', 'tests/support/browser.test.ts'],
          testTimeout: 90_000,
        },
      },
    ],
  },
})
