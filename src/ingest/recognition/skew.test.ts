import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pagePicture } from '../../../tests/support/files/pictures.ts'
import { paperOf, skewOf } from './skew.ts'

it.each([0, 0.7, -3, 9, -20])('measures the angle of lines: %f degrees', async (degrees) => {
  const picture = sharp(await pagePicture())
    .rotate(degrees, { background: '#fff' })
    .grayscale()
    .resize(1000)
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  expect(skewOf({ pixels: data, width: info.width, height: info.height })).toBeCloseTo(degrees, 0)
})

it.each([
  ['white', 255, 255],
  ['brown', 140, 140],
  ['black', 0, 255],
])('finds the shade of paper: %s', (_, shade, paper) => {
  const ink = shade < 128 ? 255 : 30
  const pixels = Uint8Array.from({ length: 1000 }, (_, at) => (at % 10 === 0 ? ink : shade))
  expect(paperOf({ pixels, width: 100, height: 10 })).toBe(paper)
})
