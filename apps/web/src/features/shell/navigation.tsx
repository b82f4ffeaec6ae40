import { IconCode, IconDatabase, IconFlask, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import classes from './app-shell.module.css'

const PAGES = [
  { to: '/algorithms', label: 'Algorithms', Icon: IconCode },
  { to: '/backtests', label: 'Backtests', Icon: IconFlask },
  { to: '/market-data', label: 'Market data', Icon: IconDatabase },
] as const

/** `isWide` keeps the labels where the side column would hide them. */
export function Navigation({ isWide }: { readonly isWide?: boolean }): ReactElement {
  return (
    <nav className={classes['nav']} aria-label={isWide ? 'Menu' : 'Main'}>
      {PAGES.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes['link']} title={label}>
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className={isWide ? undefined : classes['label']}>{label}</span>
        </Link>
      ))}
      <Link to="/about" className={`${classes['link']} ${classes['last']}`} title="About">
        <IconInfoCircle size={18} stroke={1.6} aria-hidden />
        <span className={isWide ? undefined : classes['label']}>About</span>
      </Link>
    </nav>
  )
}
