import { expect, it } from 'vitest'
import { honestBut } from '../../../../tests/support/scripted-models.ts'
import { pageWith as page } from '../../../../tests/support/summarize-with.ts'
import { article, documentOf, paragraph } from '../../testing/documents.ts'

it.each([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
])('ends a quote where the author speaks: %s…%s', async (opening, closing) => {
  const said = 'We closed the bridge on Monday morning'
  const rest = `said Mara Lind, the warden, in a note. ${opening}It will not open again.`
  const block = paragraph(21, `It rained. ${opening}${said},${closing} ${rest}${closing} It was dark.`)
  const text = `${said},${closing} ${rest}`
  const { result } = await page(
    honestBut(() => ({ kind: 'news', parts: [], quotes: [{ text, speaker: 'Mara Lind', block: 'b21' }] })),
    documentOf([...article(20).blocks, block]),
    { advanced: true },
  )
  expect(result.notableQuotes.map((quote) => quote.text)).toEqual([said])
})
