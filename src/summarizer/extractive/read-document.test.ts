import { expect, test } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { findMatter, isReference } from './read-document.ts'

const block = (text: string, headingPath: string[] = [], title?: string): Block => ({
  id: text,
  type: 'paragraph',
  text,
  headingPath,
  place: title === undefined ? { kind: 'paragraph', paragraph: 1 } : { kind: 'chapter', chapter: 1, title },
})
const prose = block('The harbor of Lund froze in three winters of ten, so the town built a hall for its boats.', [
  'Harbor',
])
const matterOf = async (...blocks: Block[]) => [...findMatter([prose, prose, ...blocks])]

test.each([
  'References',
  '7. References',
  'VI. Bibliography',
  'NOTES',
  'See also:',
  'Inhaltsverzeichnis',
  'Table des matières',
  'Bibliografía',
  'Литература',
  'См. также',
  'المراجع',
  '参考文献',
  '참고 문헌',
])('what stands below "%s" is no part of the text', async (heading) => {
  const item = block('A line that stands there.', ['The harbor', heading])
  expect(await matterOf(item)).toEqual([item])
})

test('a table of contents in one block is no part of the text', async () => {
  const contents = block('The harbor 2.1. What is the harbor for? 2.2. Who built the harbor? 2.3. Where do boats stay?')
  expect(await matterOf(contents)).toEqual([contents])
})

test('a text that names a version or two is one', async () => {
  expect(
    await matterOf(block('Lumen 4.2 Beta opens files faster, and Lumen 4.3 Final will open them twice as fast.')),
  ).toEqual([])
})

test('a chapter of a book can be one too', async () => {
  const item = block('A line that stands there.', [], 'Acknowledgments')
  expect(await matterOf(item)).toEqual([item])
})

test('a document that is about such a thing is still read', () => {
  const notes = block('The notes tell of the harbor and its ice in every year. '.repeat(20), ['Notes'])
  expect(findMatter([prose, notes])).toEqual(new Set())
})

test.each([
  'Copyright © 2012 by North Quay Press. All rights reserved. Printed in Lund. ISBN 978-0-0000-0000-0',
  'No part of this book may be reproduced without permission of the publisher.',
  'This eBook is licensed under Creative Commons.',
  'Alle Rechte vorbehalten.',
])('an imprint: %s', async (text) => {
  const imprint = block(text)
  expect(await matterOf(imprint)).toEqual([imprint])
})

test('prose may name a copyright', async () => {
  const text =
    'The lawyers argued for two days that all rights reserved by the old company had passed to the town when the ' +
    'company was sold, and that the town could print the map again whenever it wished to do so.'
  expect(await matterOf(block(text))).toEqual([])
})

test.each([
  ['[12] A. Lind and P. Moor, “Ice in small harbors,” Journal of Ports, vol. 4, no. 2, pp. 11–19, 2004.', true],
  ['Lind, A. & Moor, P. (2004). Ice in small harbors. Journal of Ports 4 (2): 11-19.', true],
  ['In 2004 the harbor froze for 19 days, more than in any year before it.', false],
  ['A. Lind ran the harbor from 1990 to 2004 and built the hall for boats.', false],
])('whether %j is a reference: %s', (text, expected) => {
  expect(isReference(text)).toBe(expected)
})
