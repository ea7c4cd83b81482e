import { expect, test } from 'vitest'
import { galleryPage } from './gallery.mjs'

test('shows each screen once, desktop and light first', () => {
  const page = galleryPage(['index.html', 'detail-dark-390.png', 'detail-light-1440.png', 'a-b-light-390.png'])
  expect(page).toContain('2 screens and states')
  expect(page.match(/<h2>[^<]+|src="[^"]+/g)).toEqual([
    '<h2>a-b',
    'src="a-b-light-390.png',
    '<h2>detail',
    'src="detail-light-1440.png',
    'src="detail-dark-390.png',
  ])
})
