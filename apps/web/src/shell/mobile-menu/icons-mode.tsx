import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { PageInfo } from '../../ui/page-info.ts'
import { openPalette } from '../palette-state.ts'
import { usePages } from '../use-pages.ts'
import type { ModeProps } from './mode-props.ts'
import classes from './mobile-menu.module.css'

/** In the order of the navigation, then pages that it leaves out, then its foot. */
function rank({ navigation }: PageInfo): number {
  if (navigation === undefined) return 1
  return navigation.group === 'main' ? 0 : 2
}

/** The pages as large icons, and the search for everything else. */
export function IconsMode({ onClose }: ModeProps): ReactElement {
  const pages = usePages()
    .filter(({ info }) => info.icon !== undefined)
    .toSorted((a, b) => rank(a.info) - rank(b.info))
  const search = (): void => {
    onClose()
    openPalette()
  }
  return (
    <nav className={classes['icons']} aria-label="Pages">
      {pages.map(({ to, info: { title, icon: Icon } }) => (
        <Link key={to} to={to} className={classes['page']}>
          {Icon === undefined ? null : <Icon size={24} stroke={1.5} aria-hidden />}
          <span>{title}</span>
        </Link>
      ))}
      <button type="button" className={classes['page']} onClick={search}>
        <IconSearch size={24} stroke={1.5} aria-hidden />
        <span>Go to …</span>
      </button>
    </nav>
  )
}
