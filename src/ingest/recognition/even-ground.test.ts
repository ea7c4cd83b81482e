import sharp from 'sharp'
import { expect, it } from 'vitest'
import { withEvenGround } from './even-ground.ts'

interface Box {
  left: number
  shade: number
}

/** A picture with boxes that are 100 pixels wide, each with a lighter line in it. */
async function picture(width: number, height: number, boxes: readonly Box[]) {
  const pixels = new Uint8Array(width * height).fill(20)
  for (const { left, shade } of boxes)
    for (let y = 0; y < height; y += 1)
      for (let x = left; x < left + 100; x += 1) pixels[y * width + x] = y % 40 < 4 ? 230 : shade
  const file = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  return { file: new Uint8Array(file), width, height }
}

it('gives boxes and what is around them one shade, and keeps what is written in them', async () => {
  const even = await withEvenGround(await picture(400, 200, [{ left: 250, shade: 90 }]))
  const pixels = await sharp(even?.file).grayscale().raw().toBuffer()
  const shadeAt = (x: number, y: number): number => pixels[y * 400 + x] ?? 0
  expect([shadeAt(100, 100), shadeAt(300, 100)]).toEqual([128, 128])
  expect(shadeAt(300, 121)).toBe(255)
})

it.each([
  ['of one shade', 400, 200],
  ['of a line of small text', 400, 40],
])('leaves a picture %s', async (_, width, height) => {
  const boxes = height === 40 ? [{ left: 250, shade: 90 }] : []
  expect(await withEvenGround(await picture(width, height, boxes))).toBeNull()
})
