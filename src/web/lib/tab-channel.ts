/**
 * A channel between the tabs of this browser, which share a session. It is opened when first used: a channel also hears
 * the others of its name in its own tab.
 */
export function tabChannel(name: string) {
  let channel: BroadcastChannel | undefined
  const open = (): BroadcastChannel => (channel ??= new BroadcastChannel(name))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel only reaches its own origin
    post: (data: string | null) => open().postMessage(data),
    /** Calls back on each message of another tab; returns how to stop. */
    listen: (onMessage: (data: unknown) => void) => {
      const listener = ({ data }: MessageEvent<unknown>) => onMessage(data)
      open().addEventListener('message', listener)
      return () => open().removeEventListener('message', listener)
    },
  }
}
