import type { Plane } from 'libheif-js/wasm-bundle.js'

const CHANNELS = 3

/** The colors of a picture: red, green and blue of each pixel, in rows. */
interface ColorPicture {
  data: Uint8Array
  raw: { width: number; height: number; channels: typeof CHANNELS }
}

/** Copies the rows of a picture without the bytes that fill them up. */
function withoutPadding({ width, height, stride, data }: Plane): ColorPicture {
  const rowBytes = width * CHANNELS
  const rows = new Uint8Array(rowBytes * height)
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes)
  }
  return { data: rows, raw: { width, height, channels: CHANNELS } }
}

/**
 * Decodes the main picture of a HEIC file, turned as its camera noted.
 *
 * @throws Error "pixel limit" for more than `maxPixels`; libheif's own message for damaged files
 */
export async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<ColorPicture> {
  // Loaded with the first such file. The package's own decoder would write to the console.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const context = libheif.heif_context_alloc()
  try {
    const { code, message } = libheif.heif_context_read_from_memory(context, bytes)
    if (code !== libheif.heif_error_code.heif_error_Ok) throw new Error(message)
    const handle = libheif.heif_js_context_get_primary_image_handle(context)
    if ('code' in handle) throw new Error('The file has no main picture.')
    try {
      const pixels = libheif.heif_image_handle_get_width(handle) * libheif.heif_image_handle_get_height(handle)
      if (pixels > maxPixels) throw new Error('The picture exceeds the pixel limit.')
      const { heif_colorspace_RGB: colors } = libheif.heif_colorspace
      const { heif_chroma_interleaved_RGB: chroma } = libheif.heif_chroma
      const decoded = await libheif.heif_js_decode_image2(handle, colors, chroma)
      if ('code' in decoded) throw new Error('The picture could not be decoded.')
      const picture = withoutPadding(decoded.channels[0])
      libheif.heif_image_release(decoded.image)
      return picture
    } finally {
      libheif.heif_image_handle_release(handle)
    }
  } finally {
    libheif.heif_context_free(context)
  }
}
