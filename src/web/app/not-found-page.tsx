import { Link } from 'wouter'
import { Button } from '../components/button.tsx'
import { useDocumentTitle } from '../lib/use-document-title.ts'

/** What stands at every address that leads nowhere. */
export function NotFoundPage() {
  useDocumentTitle('Page not found')
  return (
    <div className="wrap grid min-h-[70dvh] content-center py-16">
      <h1 className="text-[2.25rem] leading-tight sm:text-[3rem]">404 Page Not Found</h1>
      <p className="mt-3 text-ink-soft">Did you forget to add the page to the router?</p>
      <div className="mt-7">
        <Button asChild look="plain">
          <Link href="/">Back to the start</Link>
        </Button>
      </div>
    </div>
  )
}
