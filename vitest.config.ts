import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest: servers are started and killed in them, bombs unpacked, or many pages opened. */
const slow =
  /(?:crash|chaos|hostile|-command|fuzz|data-streams|accessibility|payment-return|uploads|shell|consent|subscription-life|doors|image|rolling-update)\.test\.ts$/

/** The longest files first: begun last, one of them would be waited for alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    // Nothing is started before a test asks for it.
    globalSetup: ['tests/support/postgres-broker.ts'],
    setupFiles: ['tests/support/property-seed.ts'],
    retry: 0,
    sequence: { sequencer: SlowFirst },
    // As the start script has it: what the server imports is found in half the time.
    execArgv: ['--import', new URL('scripts/quick-resolve.mjs', import.meta.url).href],
    // Tests at the door and in a browser wait more than they work: two files at a time keep two cores busy.
    maxWorkers: 2,
    // Files share what they import, and the embedded databases that tests before them have left: each is costly to start.
    isolate: false,
    // On a busy machine a page or a job is late, not wrong.
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
