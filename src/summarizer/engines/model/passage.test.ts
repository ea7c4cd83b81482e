import { expect, test } from 'vitest'
import { paragraph, prose } from '../../testing/documents.ts'
import { passageOf } from './passage.ts'

const long = `${prose(1, 8)} Balloons rose over the cathedral at dawn. ${prose(2, 8)}`

test('of a long block, shows the sentence that says what the line says', () => {
  const passage = passageOf(paragraph(1, long), 'At dawn, balloons rose above the cathedral.')
  expect(passage).toMatch(/^Balloons rose over the cathedral at dawn\. /u)
  expect(long).toContain(passage)
  expect(passage.length).toBeLessThanOrEqual(300)
})

test('shows a short block, and one in another language, whole', () => {
  expect(passageOf(paragraph(1, 'One. Two.'), 'Two.')).toBe('One. Two.')
  expect(passageOf(paragraph(1, long), '黎明时分，气球升起。')).toBe(long)
})
