import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { Bar, BarLink } from './bar.tsx'

/** The bar for those who are not signed in. Where it is too narrow for all links, the foot of the page has Pricing. */
export function VisitorBar() {
  return (
    <Bar>
      <nav aria-label="Main" className="ml-auto flex items-center gap-3.5 xs:gap-6">
        <BarLink href={pagePaths.subscribe} label="Pricing" className="max-[21.5rem]:hidden" />
        <BarLink href={pagePaths.login} label="Log In" />
        <Button asChild className="max-xs:px-3">
          <Link href={pagePaths.register}>Get Started</Link>
        </Button>
      </nav>
    </Bar>
  )
}
