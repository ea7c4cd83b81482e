import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { byHand, pagePicture } from '../../../tests/support/files/pictures.ts'
import { isUneven } from './handwriting.ts'
import type { GrayPicture } from './skew.ts'

/** A printed line, at a share of its size, with a margin. */
async function line(text: string, scale = 1): Promise<GrayPicture> {
  const { data: page, info: size } = await sharp(await pagePicture({ lines: [text] }))
    .trim()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await sharp(page)
    .extend({ top: 9, bottom: 9, left: 9, right: 9, background: '#fff' })
    .resize(Math.round((size.width + 18) * scale))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: new Uint8Array(data), width: info.width, height: info.height }
}

describe('letters of a line', () => {
  const text = 'Its keeper climbed ninety steps, four times a night.'

  it.each([1, 0.6, 0.35])('are even in print: at %f times the size', async (scale) => {
    expect(isUneven(await line(text, scale))).toBe(false)
  })

  it('are uneven in handwriting', async () => {
    expect(isUneven(byHand(await line(text)))).toBe(true)
    expect(isUneven(byHand(await line('word')))).toBe(true)
  })

  it('are not judged if they are few, or none', async () => {
    expect(isUneven(byHand(await line('no')))).toBe(false)
    expect(isUneven({ pixels: new Uint8Array(400).fill(255), width: 20, height: 20 })).toBe(false)
    expect(isUneven({ pixels: new Uint8Array(400), width: 20, height: 20 })).toBe(false)
  })
})
