import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import classes from './app-shell.module.css'
import { type Page, usePages } from './use-pages.ts'

/** The pages, in the column at the side. */
export function Navigation(): ReactElement {
  const pages = usePages()
  const main = pages.filter(({ info }) => info.navigation?.group === 'main')
  const foot = pages.filter(({ info }) => info.navigation?.group === 'foot')
  return (
    <nav className={classes['nav']} aria-label="Main">
      {main.map((page) => (
        <NavigationLink key={page.to} page={page} />
      ))}
      <Box mt="auto">
        {foot.map((page) => (
          <NavigationLink key={page.to} page={page} />
        ))}
      </Box>
    </nav>
  )
}

function NavigationLink({ page }: { readonly page: Page }): ReactElement {
  const { title, icon: Icon } = page.info
  return (
    <Link to={page.to} className={classes['link']} title={title}>
      {Icon === undefined ? null : <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes['label']}>{title}</span>
    </Link>
  )
}
