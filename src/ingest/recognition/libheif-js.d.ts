/** The parts of libheif that are used here. The package declares only its modules without WebAssembly inside. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifError {
    code: unknown
    message?: string
  }
  /** Pixels in rows of `stride` bytes. */
  export interface Plane {
    width: number
    height: number
    stride: number
    data: Uint8Array
  }
  interface DecodedImage {
    image: unknown
    /** One for colors that are interleaved. */
    channels: readonly [Plane]
  }
  const libheif: {
    heif_context_alloc(): unknown
    heif_context_free(context: unknown): void
    heif_context_read_from_memory(context: unknown, bytes: Uint8Array): HeifError
    heif_js_context_get_primary_image_handle(context: unknown): object
    heif_image_handle_get_width(handle: unknown): number
    heif_image_handle_get_height(handle: unknown): number
    heif_image_handle_release(handle: unknown): void
    heif_image_release(image: unknown): void
    heif_js_decode_image2(handle: unknown, colorspace: unknown, chroma: unknown): Promise<DecodedImage | HeifError>
    heif_error_code: { heif_error_Ok: unknown }
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown }
  }
  export default libheif
}
