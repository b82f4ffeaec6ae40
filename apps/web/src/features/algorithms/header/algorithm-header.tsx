import { ActionIcon } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactElement, useEffect, useRef } from 'react'
import { SharedBadge } from '../../../ui/badges.tsx'
import { useOverflowShadow } from '../../../ui/use-overflow-shadow.ts'
import { CloneButton } from '../clone/clone-button.tsx'
import classes from '../../../ui/subject-header.module.css'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { DeleteAlgorithm } from './delete-algorithm.tsx'
import { ExportButton } from './export-button.tsx'
import { NameField } from './name-field.tsx'
import { OriginLink } from './origin-link.tsx'
import { ShareButton } from './share-button.tsx'
import { sharingOf } from './sharing.ts'
import { Hint } from '../../../ui/hint.tsx'

const TABS = [
  { to: '/algorithms/$algorithmId/description', title: 'Description' },
  { to: '/algorithms/$algorithmId/edit', title: 'Edit' },
  { to: '/algorithms/$algorithmId/backtest', title: 'Backtest' },
  { to: '/algorithms/$algorithmId/optimize', title: 'Optimize' },
  { to: '/algorithms/$algorithmId/trade', title: 'Trade' },
  { to: '/algorithms/$algorithmId/overview', title: 'Overview' },
] as const

/** On narrow screens the tabs scroll; the open one is always in sight. */
function AlgorithmTabs({ algorithm: { id, readOnly } }: { readonly algorithm: Algorithm }): ReactElement {
  const tabs = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })
  useOverflowShadow(tabs)
  useEffect(() => {
    const { current } = tabs
    const open = [...(current?.querySelectorAll('a') ?? [])].find((tab) => path.startsWith(tab.pathname))
    if (open && current) current.scrollLeft = open.offsetLeft - current.offsetLeft - 60
  }, [path])
  return (
    <nav ref={tabs} className={classes['tabs']} aria-label="Algorithm">
      {TABS.filter(({ title }) => title !== 'Trade' || !readOnly).map(({ to, title }) => (
        <Link key={to} to={to} params={{ algorithmId: id }} className={classes['tab']}>
          {title === 'Edit' && readOnly ? 'Code' : title}
        </Link>
      ))}
    </nav>
  )
}

export function AlgorithmHeader({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { id, name, username, readOnly } = algorithm
  const user = useUser()
  const sharing = sharingOf(algorithm)
  return (
    <div className={classes['header']}>
      <div className={classes['line']}>
        <Hint label="Back to algorithms">
          <ActionIcon renderRoot={(props) => <Link to="/algorithms" {...props} />} aria-label="Back">
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Hint>
        {readOnly ? <h1 className="truncate">{name}</h1> : <NameField key={name} algorithm={algorithm} />}
        {readOnly ? <span className="muted truncate">by {username}</span> : null}
        {sharing === null ? null : <SharedBadge label={sharing.label} meaning={sharing.meaning} />}
        <OriginLink algorithm={algorithm} />
        <div className={classes['actions']}>
          {readOnly ? <CloneButton algorithm={algorithm} variant="filled" /> : null}
          {readOnly ? null : <ShareButton algorithm={algorithm} />}
          {user ? <ExportButton algorithmId={id} /> : null}
          {readOnly ? null : <DeleteAlgorithm algorithm={algorithm} />}
        </div>
      </div>
      <AlgorithmTabs algorithm={algorithm} />
    </div>
  )
}
