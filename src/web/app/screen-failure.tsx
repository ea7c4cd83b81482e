import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { MissingScriptError, reloadIfReachable } from '../components/error-boundary.tsx'
import { SupportLink } from '../components/links.tsx'
import { useOnline } from '../lib/use-online.ts'

const titleStyle = 'text-4xl leading-tight'
const textStyle = 'mt-3 max-w-[50ch] text-ink-soft'

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

/** Replaces a screen that failed to render or load. */
export function ScreenFailure({ error }: { error: unknown }) {
  const isOnline = useOnline()
  return (
    <div className="wrap grid min-h-[calc(100dvh-8rem)] content-center py-16">
      {error instanceof MissingScriptError && !isOnline ? (
        <>
          <h1 className={titleStyle}>You’re offline</h1>
          <p className={textStyle}>We’ll open this page as soon as you’re back.</p>
        </>
      ) : (
        <>
          <h1 className={titleStyle}>This page didn’t load</h1>
          <p className={textStyle}>
            Reload to try again. If it keeps happening, email <SupportLink />.
          </p>
          <ReloadButton />
        </>
      )}
    </div>
  )
}
