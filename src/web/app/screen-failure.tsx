import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { MissingScriptError, reloadIfReachable } from '../components/error-boundary.tsx'
import { SupportLink } from '../components/links.tsx'
import { useOnline } from '../lib/page/use-online.ts'

function ReloadButton() {
  const [state, setState] = useState<'ready' | 'checking' | 'unreachable'>('ready')
  const reload = async () => {
    setState('checking')
    if (!(await reloadIfReachable())) setState('unreachable')
  }
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button pending={state === 'checking'} onClick={() => void reload()}>
        Reload
      </Button>
      <output className="text-sm text-ink-soft">
        {state === 'unreachable' ? 'We can’t reach the server right now. Check your connection.' : null}
      </output>
    </div>
  )
}

export function ScreenFailure({ error }: { error: unknown }) {
  const isOffline = !useOnline() && error instanceof MissingScriptError
  return (
    <div className="wrap grid min-h-[calc(100dvh-8rem)] content-center py-16">
      <h1 className="text-4xl leading-tight">{isOffline ? 'Not available offline' : 'This page didn’t load'}</h1>
      <p className="mt-3 max-w-[50ch] text-ink-soft">
        {isOffline ? (
          'We’ll open this page as soon as you’re back.'
        ) : (
          <>
            Reload to try again. If it keeps happening, email <SupportLink />.
          </>
        )}
      </p>
      {isOffline ? null : <ReloadButton />}
    </div>
  )
}
