import { FileText, type LucideIcon, Sparkle, SquarePen } from 'lucide-react'
import type { PlanState } from '../../../shared/plans/catalogue.ts'

export interface NavLink {
  href: string
  label: string
  Icon: LucideIcon
}

/** The links of a signed-in person; nobody on the top plan is asked to upgrade. */
export function signedInLinks(plan: string | null): NavLink[] {
  const links = [
    { href: '/dashboard', label: 'Dashboard', Icon: SquarePen },
    { href: '/summaries', label: 'Summaries', Icon: FileText },
  ]
  return plan === 'elite' ? links : [...links, { href: '/subscribe', label: 'Upgrade', Icon: Sparkle }]
}

/** The user menu's way to a better plan: "Subscribe" without a paid plan, "Upgrade Plan" below the top, else none. */
export function upgradeLabel(state: PlanState, plan: string | null): string | null {
  if (state !== 'paid') return 'Subscribe'
  return plan === 'elite' ? null : 'Upgrade Plan'
}
