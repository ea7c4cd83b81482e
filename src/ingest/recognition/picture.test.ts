import sharp from 'sharp'
import { expect, it } from 'vitest'
import { decodePicture } from './picture.ts'

/** A bar of a color on a ground, as PNG. */
const bar = async (ink: string, ground: string): Promise<Buffer> => {
  const input = await sharp({ create: { width: 60, height: 10, channels: 4, background: ink } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 100, height: 50, channels: 4, background: ground } })
    .composite([{ input, left: 20, top: 20 }])
    .png()
    .toBuffer()
}

it.each([
  ['white on a transparent ground', '#fff', '#0000'],
  ['pale yellow on a transparent ground', '#ffc', '#fff0'],
  ['black on a transparent ground', '#000', '#0000'],
  ['black on an opaque ground', '#000', '#fff'],
])('decodes what is drawn as dark on light: %s', async (_, ink, ground) => {
  const { pixels, width } = await decodePicture(await bar(ink, ground))
  const [drawn, paper] = [pixels[25 * width + 50], pixels[5 * width + 5]]
  expect(drawn).toBeLessThan(60)
  expect(paper).toBe(255)
})
