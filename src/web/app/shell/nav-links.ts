import { FileText, type LucideIcon, Sparkle, SquarePen } from 'lucide-react'
import { pagePaths } from '../../../shared/paths.ts'
import { canUpgrade, isFree, type PlanCatalogue, planState } from '../../../shared/plans/catalogue.ts'
import { sells } from '../../lib/site.ts'

export interface NavLink {
  href: string
  label: string
  Icon: LucideIcon
}

/** Navigation links of a signed-in user. While the catalogue loads, only users on the free plan see "Upgrade". */
export function signedInLinks(catalogue: PlanCatalogue | undefined, plan: string | null): NavLink[] {
  const links = [
    { href: pagePaths.dashboard, label: 'Dashboard', Icon: SquarePen },
    { href: pagePaths.summaries, label: 'Summaries', Icon: FileText },
  ]
  const mayUpgrade = catalogue === undefined ? sells && isFree(plan) : canUpgrade(catalogue, plan)
  return mayUpgrade ? [...links, { href: pagePaths.subscribe, label: 'Upgrade', Icon: Sparkle }] : links
}

/** Links in the user menu to the plans, below the top plan, and to the subscription, with any paid plan. */
export function planLinks(catalogue: PlanCatalogue, plan: string | null): Omit<NavLink, 'Icon'>[] {
  const isPaid = planState(catalogue, plan) === 'paid'
  const upgrade = { href: pagePaths.subscribe, label: isPaid ? 'Upgrade Plan' : 'Subscribe' }
  const manage = { href: pagePaths.manageSubscription, label: 'Manage Subscription' }
  return [...(canUpgrade(catalogue, plan) ? [upgrade] : []), ...(isPaid ? [manage] : [])]
}

/** Pages that belong to another one without being below its path. */
const parents: ReadonlyMap<string, string> = new Map([[pagePaths.ask, pagePaths.summaries]])

/** Whether a path is a page, or belongs to it. */
export const isAt = (path: string, page: string): boolean =>
  path === page || path.startsWith(`${page}/`) || parents.get(path) === page
