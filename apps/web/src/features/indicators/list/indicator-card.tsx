import { Group } from '@mantine/core'
import type { Indicator } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { SharedBadge } from '../../../ui/badges.tsx'
import classes from './indicators.module.css'

/** One indicator: its name, how a script calls it, and what it measures. */
export function IndicatorCard({ indicator }: { readonly indicator: Indicator }): ReactElement {
  const { id, name, key, description, system, shared, readOnly, username, parameters } = indicator
  return (
    <li>
      <Link to="/indicators/$indicatorId/edit" params={{ indicatorId: id }} className={classes['card']}>
        <Group gap={8} wrap="nowrap" miw={0} component="span">
          <strong className="truncate">{name}</strong>
          {shared && !system && !readOnly ? <SharedBadge /> : null}
        </Group>
        <code className={`truncate ${classes['call']}`}>
          {key}({parameters.map((parameter) => parameter.name).join(', ')})
        </code>
        {readOnly && !system ? <span className="muted truncate">Shared by {username}</span> : null}
        <span className={classes['description']}>{description}</span>
      </Link>
    </li>
  )
}
