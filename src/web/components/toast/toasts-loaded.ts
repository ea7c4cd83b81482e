/** Resolves once the toast that was just made can be seen: for who says something and then leaves. Never rejects. */
export async function toastsLoaded(): Promise<void> {
  try {
    const { toastsShown } = await import('./toast-region.tsx')
    await toastsShown
  } catch {
    // Whoever cannot be told is not to wait for it.
  }
}
