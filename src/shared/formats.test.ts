import { expect, test } from 'vitest'
import { extensionsOfGroup, namesOfGroup } from './formats.ts'

test('names the formats of a group once, without their extensions', () => {
  expect(namesOfGroup('document')).toBe('Word, PDF, OpenDocument, PowerPoint, web pages, text, and pictures')
  expect(namesOfGroup('epub')).toBe('EPUB')
  expect(extensionsOfGroup('epub')).toBe('.epub')
})
