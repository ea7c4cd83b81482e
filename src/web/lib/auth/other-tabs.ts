/** Name under which the tabs of one browser tell each other who is signed in. Nothing is kept by it. */
const CHANNEL = 'precis.person'

/** Tabs of one browser, which share its session. */
export interface OtherTabs {
  /** Tells the others who this tab takes the person for. */
  tell: (userId: string | null) => void
  close: () => void
}

/**
 * Joins the tabs of this browser. They share one session: a tab that still shows somebody who has signed out in
 * another, or whose place another person has taken there, would show and change things under the wrong name.
 *
 * @param onTold what to do when another tab says who it takes the person for; a hint to look, not proof
 */
export function joinOtherTabs(onTold: (userId: string | null) => void): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === null || typeof data === 'string') onTold(data)
  })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    tell: (userId) => channel.postMessage(userId),
    close: () => channel.close(),
  }
}
