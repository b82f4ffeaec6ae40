import { IconAdjustments, IconFlask, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ownAlgorithmsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { SessionsBadge } from './sessions-badge.tsx'
import classes from './workspace.module.css'

const ACTIVITIES = [
  { to: '/backtests', title: 'Backtests', Icon: IconFlask },
  { to: '/optimizations', title: 'Optimizations', Icon: IconAdjustments },
  { to: '/sessions', title: 'Trading Sessions', Icon: IconPlugConnected },
] as const

/** Everything of the user that runs or ran; only for users. */
export function ActivityPanel(): ReactElement | null {
  const user = useUser()
  const own = useQuery({ ...ownAlgorithmsQuery, enabled: Boolean(user) })
  if (!user) return null
  const active = (own.data ?? []).reduce((sum, { activeSessionsCount }) => sum + activeSessionsCount, 0)
  return (
    <nav className={classes['section']} aria-label="Activity">
      <div className={classes['head']}>
        <h2>Activity</h2>
      </div>
      <ul>
        {ACTIVITIES.map(({ to, title, Icon }) => (
          <li key={to} className={classes['item']}>
            <Link to={to} className={classes['row']} data-row>
              <Icon size={15} stroke={1.6} aria-hidden />
              <span className="truncate">{title}</span>
              {to === '/sessions' ? <SessionsBadge active={active} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
