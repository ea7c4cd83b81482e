import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pagePicture } from '../../../tests/support/files/pictures.ts'
import { skewOf } from './skew.ts'

it.each([0, 0.7, -3, 9, -20])('measures the angle of lines: %f degrees', async (degrees) => {
  const picture = sharp(await pagePicture())
    .rotate(degrees, { background: '#fff' })
    .grayscale()
    .resize(1000)
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  expect(skewOf({ pixels: data, width: info.width, height: info.height })).toBeCloseTo(degrees, 0)
})
