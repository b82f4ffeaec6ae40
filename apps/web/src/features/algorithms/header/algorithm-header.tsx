import { ActionIcon, Tooltip } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { SharedBadge } from '../../../ui/badges.tsx'
import { CloneButton } from '../clone/clone-button.tsx'
import classes from '../../../ui/subject-header.module.css'
import { useUser } from '../../auth/bootstrap-query.ts'
import { DeleteAlgorithm } from './delete-algorithm.tsx'
import { ExportButton } from './export-button.tsx'
import { NameField } from './name-field.tsx'
import { OriginLink } from './origin-link.tsx'
import { ShareButton } from './share-button.tsx'
import { sharingOf } from './sharing.ts'

export function AlgorithmHeader({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { id, name, username, readOnly } = algorithm
  const user = useUser()
  const sharing = sharingOf(algorithm)
  return (
    <div className={classes['header']}>
      <div className={classes['line']}>
        <Tooltip label="Back to algorithms">
          <ActionIcon renderRoot={(props) => <Link to="/algorithms" {...props} />} aria-label="Back">
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
      <nav className={classes['tabs']} aria-label="Algorithm">
        <Link to="/algorithms/$algorithmId/description" params={{ algorithmId: id }} className={classes['tab']}>
          Description
        </Link>
        <Link to="/algorithms/$algorithmId/edit" params={{ algorithmId: id }} className={classes['tab']}>
          {readOnly ? 'Code' : 'Edit'}
        </Link>
        <Link to="/algorithms/$algorithmId/backtest" params={{ algorithmId: id }} className={classes['tab']}>
          Backtest
        </Link>
        <Link to="/algorithms/$algorithmId/optimize" params={{ algorithmId: id }} className={classes['tab']}>
          Optimize
        </Link>
        <Link to="/algorithms/$algorithmId/trade" params={{ algorithmId: id }} className={classes['tab']}>
          Trade
        </Link>
        <Link to="/algorithms/$algorithmId/overview" params={{ algorithmId: id }} className={classes['tab']}>
          Overview
        </Link>
      </nav>
    </div>
  )
}
