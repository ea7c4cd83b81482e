import { expect, test } from 'vitest'
import { honestBut, reads } from '../../../../tests/support/scripted-models.ts'
import { pageWith } from '../../../../tests/support/summarize-with.ts'
import { article, documentOf, paragraph } from '../../testing/documents.ts'

const speech = 'Sen. Olga Berg called the subsidy “a mistake that nobody [in Lund] asked for,” and went home.'
const source = documentOf([...article().blocks, paragraph(11, speech)], { title: 'What the subsidy of Lund costs' })

/** The first takeaway of a page, after a second read that may correct it. */
async function shown(text: string, correction?: string, document = source): Promise<string | undefined> {
  const { result } = await pageWith(
    reads(
      (numberOf) => ({ wrong: correction === undefined ? [] : [{ statement: numberOf(text), correction }] }),
      honestBut(({ takeaways }) => ({
        takeaways: [{ label: '', text, blocks: ['b11'] }, ...takeaways.slice(0, 2)],
      })),
    ),
    document,
  )
  return result.page.takeaways[0]?.text
}

test.each([
  ['words of the source', 'Olga Berg called it “a mistake that nobody [in Lund] asked for.”'],
  ['words with an omission', 'Olga Berg called it “a mistake … asked for.”'],
  ['a term', 'Olga Berg called it a “big mistake.”'],
  ['the title of the source', '“What the subsidy of Lund costs” has Olga Berg call it a mistake.'],
])('keeps quotation marks around %s', async (_, text) => {
  expect(await shown(text)).toBe(text)
})

test('takes quotation marks off what the source says in other words, also in a correction', async () => {
  const text = 'Olga Berg called the subsidy “a mistake nobody asked for.”'
  const plain = 'Olga Berg called the subsidy a mistake nobody asked for.'
  expect(await shown(text)).toBe(plain)
  expect(await shown('Olga Berg called it a mistake.', text)).toBe(plain)
})
