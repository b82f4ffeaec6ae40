import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { usePages } from '../use-pages.ts'
import classes from './mobile-menu.module.css'

/** The pages as large icons. */
export function IconsMode(): ReactElement {
  const pages = usePages()
    .filter(({ info }) => info.navigation !== undefined)
    .toSorted((a, b) => Number(a.info.navigation?.group === 'foot') - Number(b.info.navigation?.group === 'foot'))
  return (
    <nav className={classes['icons']} aria-label="Pages">
      {pages.map(({ to, info: { title, icon: Icon } }) => (
        <Link key={to} to={to} className={classes['page']}>
          {Icon === undefined ? null : <Icon size={24} stroke={1.5} aria-hidden />}
          <span>{title}</span>
        </Link>
      ))}
    </nav>
  )
}
