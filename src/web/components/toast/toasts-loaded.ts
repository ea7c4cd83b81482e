/** Resolves once toasts can be seen: for who says something and then leaves. Never rejects. */
export async function toastsLoaded(): Promise<void> {
  try {
    await import('./toast-region.tsx')
  } catch {
    // Whoever cannot be told is not to wait for it.
  }
}
