import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { type ToastMessage, toast } from '../../components/toast.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { clearSession } from '../../lib/stores/store.ts'

/** The sections of the page, in order; their ids are their anchors. */
export const sections = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'Email' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'api-tokens', label: 'API tokens' },
  { id: 'your-data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const

interface SectionProps {
  id: (typeof sections)[number]['id']
  title: string
  lead?: ReactNode
  children: ReactNode
}

export const Section = ({ id, title, lead, children }: SectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="border-t border-line pt-7 pb-10 first:border-t-0 first:pt-0"
  >
    <h2 id={`${id}-title`} className="text-[1.4375rem] leading-snug">
      {title}
    </h2>
    {lead ? <p className="mt-1.5 max-w-[58ch] text-ink-soft">{lead}</p> : null}
    <div className="mt-5">{children}</div>
  </section>
)

/** A row of a section, with its buttons on the right, or below on narrow screens. */
export const Row = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <div className="min-w-0 flex-[1_1_11rem]">{children}</div>
    {action ? <div className="flex flex-wrap items-center gap-2">{action}</div> : null}
  </div>
)

/** A function to call after the server has ended the session: removes the user's data, and shows a message on `to`. */
export function useLeave(): (to: string, farewell: ToastMessage) => Promise<void> {
  const { setUser } = useAuth()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  return async (to, farewell) => {
    await queryClient.cancelQueries()
    await setUser(null)
    clearSession()
    navigate(to, { replace: true })
    toast(farewell)
  }
}
