import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.join(import.meta.dirname, '..', 'browser')

/** What a page shows, taken once: `expect(await button.count())`. */
const readOnce =
  /expect\(\s*\[?await [^\n]*\.(?:count|innerText|textContent|inputValue|getAttribute|evaluate|title|is[A-Z]\w+|all[A-Z]\w+)(?:<[^\n]*>)?\(/

/** That something is not there is true of a page that is late as well; looking again would overlook what goes by itself. */
const absence = /\)\.not\./

/** The lines of a test on which a page is read at once; a page that is a moment late makes such a test fail. */
const linesReadOnce = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (readOnce.test(line) && !absence.test(line) ? [index + 1] : []))

test('a test reads a page until it shows what is expected', () => {
  expect(linesReadOnce('await x.click()\nexpect(await x.count()).toBe(0)')).toEqual([2])
  expect(linesReadOnce('expect([await page.evaluate<string>("1"), 2]).toEqual([])')).toEqual([1])
  expect(linesReadOnce('expect(await x.innerText()).not.toContain("#")')).toEqual([])
  expect(linesReadOnce('await expect.poll(async () => x.count()).toBe(0)')).toEqual([])
  const found = readdirSync(folder).flatMap((file) =>
    linesReadOnce(readFileSync(path.join(folder, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})
