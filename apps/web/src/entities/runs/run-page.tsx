import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import page from '../../ui/page.module.css'
import { EmptyState, ErrorState, LoadingBlock, LoginState } from '../../ui/states.tsx'
import { useRouteAlgorithm } from '../algorithms/use-route-algorithm.ts'
import { askForLogin } from '../user/auth-prompt.ts'
import { useUser } from '../user/bootstrap-query.ts'
import type { RunKind } from './run-kind.ts'

interface RunPageProps {
  readonly kind: RunKind
  readonly error: unknown
  readonly onRetry: () => void
  /** About the heights of what is being loaded. */
  readonly heights: readonly number[]
  /** Undefined until the run is there. */
  readonly children: ReactNode
}

/** The page of one run, or why there is none. */
export function RunPage({ kind, error, onRetry, heights, children }: RunPageProps): ReactElement {
  const isLoading = children === undefined && error === null
  return (
    <div className={page['page']}>
      {isMissingRun(error) ? <Missing kind={kind} /> : null}
      {error !== null && children === undefined && !isMissingRun(error) ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : null}
      {isLoading ? heights.map((height) => <LoadingBlock key={height} height={height} />) : null}
      {children}
    </div>
  )
}

/** It may have been deleted or belong to another user. */
export function isMissingRun(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404].includes(error.status)
}

/** Whose run the page shows, and whether that is known yet. */
export function useRunViewer(algorithmId: string | undefined) {
  const user = useUser()
  const algorithm = useRouteAlgorithm()
  const isAll = algorithmId === undefined
  const isShared = isAll ? user === null : (algorithm.data?.readOnly ?? false)
  const isKnown = isAll ? user !== undefined : algorithm.data !== undefined
  return { isAll, isShared, isKnown, isLive: Boolean(user) && isKnown && !isShared }
}

/** A visitor may be the owner. */
function Missing({ kind }: { readonly kind: RunKind }): ReactElement {
  const navigate = useNavigate()
  if (useUser() === null) {
    const login = (
      <Button variant="default" onClick={() => void askForLogin(`Please log in to see your ${kind.plural}`)}>
        Log in to continue
      </Button>
    )
    return <LoginState title={`This ${kind.name} is not public. If it is yours, log in to see it.`} action={login} />
  }
  const back = (
    <Button variant="default" onClick={() => void navigate(kind.listOf(null))}>
      {`Go to ${kind.plural}`}
    </Button>
  )
  return (
    <EmptyState
      picture={kind.picture}
      title={`${kind.title} not found`}
      text="It may have been deleted."
      action={back}
    />
  )
}
