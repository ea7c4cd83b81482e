/** A channel to the other tabs of this browser, opened on first use. */
export function tabChannel(name: string) {
  let channel: BroadcastChannel | undefined
  const open = (): BroadcastChannel => (channel ??= new BroadcastChannel(name))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel only reaches its own origin
    post: (data: string | null) => open().postMessage(data),
    /** Calls back on each message of another tab. Returns a function that stops. */
    listen: (onMessage: (data: unknown) => void) => {
      const listener = ({ data }: MessageEvent<unknown>) => onMessage(data)
      open().addEventListener('message', listener)
      return () => open().removeEventListener('message', listener)
    },
  }
}
