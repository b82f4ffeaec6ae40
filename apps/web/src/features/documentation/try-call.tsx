import { lazy, type ReactElement, Suspense, useState } from 'react'
import { loadModule } from '../../ui/load-module.ts'
import { LoadingRows } from '../../ui/states.tsx'
import classes from './documentation.module.css'
import type { RequestBlock } from './send-request.ts'

const TryCallForm = lazy(async () => {
  const module = await loadModule(() => import('./try-call-form.tsx'))
  return { default: module.TryCallForm }
})

interface TryCallProps {
  readonly request: RequestBlock
  /** Of the part of the page that it belongs to. */
  readonly heading: string
}

/** Folded: makes a call of the documentation with a key of the reader. */
export function TryCall({ request, heading }: TryCallProps): ReactElement {
  const [isWanted, setWanted] = useState(false)
  return (
    <details className={classes['try']} onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary aria-label={`Try it: ${heading}`}>Try it</summary>
      {isWanted ? (
        <Suspense fallback={<LoadingRows rows={2} />}>
          <TryCallForm request={request} heading={heading} />
        </Suspense>
      ) : null}
    </details>
  )
}
