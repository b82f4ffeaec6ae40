import type { Algorithm } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { AlgorithmRunsPage } from '../../entities/runs/algorithm-runs-page.tsx'
import { NewSessionButton } from './new-session-button.tsx'
import { SESSIONS } from './session-kind.ts'
import { SessionList } from './session-list.tsx'
import { algorithmSessionsQuery, isSessionLive } from './session-queries.ts'

/** The sessions of one algorithm: those that run or have open positions, and those that have ended. */
export function AlgorithmSessionsPage(): ReactElement | null {
  return <AlgorithmRunsPage kind={SESSIONS}>{(algorithm) => <Lists algorithm={algorithm} />}</AlgorithmRunsPage>
}

function Lists({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const user = useUser()
  const query = useQuery({ ...algorithmSessionsQuery(algorithm.id), enabled: Boolean(user) })
  const { backtest, new: isNew } = useSearch({ strict: false })
  const rows = query.data ?? []
  // The header of an algorithm of somebody else has the button that clones it. A visitor is asked to log in first.
  const isOthers = Boolean(user) && algorithm.readOnly
  const button = isOthers ? null : (
    <NewSessionButton algorithm={algorithm} backtestId={backtest ?? null} isFirst={isNew ?? false} />
  )
  // A visitor has none.
  const shown = user ? query : { ...query, isPending: false, isSuccess: true, isError: false }
  return (
    <>
      <SessionList
        title="Active"
        empty="No trading sessions"
        text={isOthers ? 'Clone this algorithm to trade it' : SESSIONS.empty.text}
        query={shown}
        rows={rows.filter(isSessionLive)}
        isAll={false}
        actions={button}
      />
      <SessionList
        title="Ended"
        empty="No ended sessions"
        query={shown}
        rows={rows.filter((row) => !isSessionLive(row))}
        isAll={false}
      />
    </>
  )
}
