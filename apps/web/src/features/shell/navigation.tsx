import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import classes from './app-shell.module.css'
import { type Page, usePages } from './use-pages.ts'

/** `isWide` keeps the labels where the side column would hide them. */
export function Navigation({ isWide = false }: { readonly isWide?: boolean }): ReactElement {
  const pages = usePages()
  const main = pages.filter(({ info }) => info.navigation?.group === 'main')
  const foot = pages.filter(({ info }) => info.navigation?.group === 'foot')
  return (
    <nav className={classes['nav']} aria-label={isWide ? 'Menu' : 'Main'}>
      {main.map((page) => (
        <NavigationLink key={page.to} page={page} isWide={isWide} />
      ))}
      <div className={classes['last']}>
        {foot.map((page) => (
          <NavigationLink key={page.to} page={page} isWide={isWide} />
        ))}
      </div>
    </nav>
  )
}

function NavigationLink({ page, isWide }: { readonly page: Page; readonly isWide: boolean }): ReactElement {
  const { title, icon: Icon } = page.info
  return (
    <Link to={page.to} className={classes['link']} title={title}>
      {Icon === undefined ? null : <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={isWide ? undefined : classes['label']}>{title}</span>
    </Link>
  )
}
