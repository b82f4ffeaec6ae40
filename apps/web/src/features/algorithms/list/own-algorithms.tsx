import { Button, Group } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ownAlgorithmsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { SharedBadge } from '../../../ui/badges.tsx'
import { NewAlgorithmButton } from '../new-algorithm-button.tsx'
import { CheckBadge } from '../../../entities/algorithms/check-badge.tsx'
import { askForLogin } from '../../../entities/user/auth-prompt.ts'
import { formatDay } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows, LoginState } from '../../../ui/states.tsx'
import classes from './algorithm-list.module.css'

function OwnRow({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { id, name, latestVersion, updated, shared } = algorithm
  return (
    <li>
      <Link to="/algorithms/$algorithmId" params={{ algorithmId: id }} className={classes['own']}>
        <Group gap={8} justify="space-between" wrap="nowrap" miw={0} fz={13} fw={600} component="span">
          <span className="truncate">{name}</span>
          {shared ? <SharedBadge /> : null}
        </Group>
        <Group gap={8} justify="space-between" component="span">
          <span className="muted num">
            {latestVersion?.displayVersionNo ?? 'New'} · {formatDay(updated)}
          </span>
          {latestVersion === null ? null : <CheckBadge check={latestVersion.check} isShort />}
        </Group>
      </Link>
    </li>
  )
}

function OwnList(): ReactElement {
  const own = useQuery(ownAlgorithmsQuery)
  if (own.isPending) return <LoadingRows rows={4} height={40} />
  if (own.isError) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
  if (own.data.length === 0) {
    return <EmptyState picture="algorithms" title="No algorithms yet" text="Create one, or clone a shared one." />
  }
  return (
    <ul className={classes['ownList']}>
      {own.data.map((algorithm) => (
        <OwnRow key={algorithm.id} algorithm={algorithm} />
      ))}
    </ul>
  )
}

/** The user's own algorithms, newest first; visitors are asked to log in only when they create one. */
export function OwnAlgorithms(): ReactElement {
  const user = useUser()
  return (
    <Panel title="Your algorithms" flush actions={<NewAlgorithmButton />}>
      {user ? <OwnList /> : null}
      {user === null ? (
        <LoginState
          title="Log in to create your own algorithms"
          action={
            <Button variant="default" onClick={() => void askForLogin()}>
              Log in to continue
            </Button>
          }
        />
      ) : null}
      {user === undefined ? <LoadingRows rows={4} height={40} /> : null}
    </Panel>
  )
}
