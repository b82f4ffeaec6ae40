import { Box } from '@mantine/core'
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import classes from './app-shell.module.css'
import { type Page, usePages } from './use-pages.ts'

interface NavigationProps {
  /** Icons alone. */
  readonly isRail: boolean
  /** Null where there is no room for names. */
  readonly onToggle: (() => void) | null
}

/** The pages, in the column at the side. */
export function Navigation({ isRail, onToggle }: NavigationProps): ReactElement {
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
        {onToggle === null ? null : <Toggle isRail={isRail} onToggle={onToggle} />}
      </Box>
    </nav>
  )
}

interface ToggleProps {
  readonly isRail: boolean
  readonly onToggle: () => void
}

function Toggle({ isRail, onToggle }: ToggleProps): ReactElement {
  const Picture = isRail ? IconChevronsRight : IconChevronsLeft
  const text = isRail ? 'Show names of pages' : 'Show icons only'
  return (
    <button type="button" className={classes['link']} title={text} onClick={onToggle}>
      <Picture size={18} stroke={1.6} aria-hidden />
      <span className={classes['label']}>{text}</span>
    </button>
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
