import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { Bar, BarLink } from './bar.tsx'

/** The bar for those who are not signed in. */
export function VisitorBar() {
  return (
    <Bar>
      <nav aria-label="Main" className="ml-auto flex items-center gap-6">
        <BarLink href="/subscribe" label="Pricing" className="hidden xs:inline-flex" />
        <BarLink href="/login" label="Log In" />
        <Button asChild>
          <Link href="/register">Get Started</Link>
        </Button>
      </nav>
    </Bar>
  )
}
