import { IconArrowBackUp, IconChevronRight } from '@tabler/icons-react'
import { Link, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { usePageTitle } from '../../../ui/use-title.ts'
import classes from './mobile-menu.module.css'

interface Crumb {
  readonly path: string
  readonly title: string
}

/** The pages above the current one, and the current one by its own title. */
function useCrumbs(): readonly Crumb[] {
  const own = usePageTitle((state) => state.own.at(-1))
  const { routesByPath } = useRouter()
  const matches = useMatches()
  const titled = matches.flatMap(({ pathname, staticData }): Crumb[] =>
    staticData.page === undefined ? [] : [{ path: pathname.replace(/\/$/, ''), title: staticData.page.title }],
  )
  const [top = ''] = /^\/[^/]+/.exec(matches.at(-1)?.pathname ?? '') ?? []
  const section = Object.values(routesByPath).find(({ to }) => to === top)?.options.staticData?.page?.title
  const all = section === undefined ? titled : [{ path: top, title: section }, ...titled]
  const crumbs = all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at)
  // What the page calls itself: the name of an algorithm instead of Algorithm.
  return crumbs.map((crumb, at) => (at === 1 && own !== undefined ? { ...crumb, title: own } : crumb))
}

/** Where the user is, with links to the pages above. */
export function CrumbMode(): ReactElement {
  const crumbs = useCrumbs()
  const parent = crumbs.at(-2)
  return (
    <nav className={classes['crumbs']} aria-label="Where you are">
      <ol>
        {crumbs.map(({ path, title }, at) => (
          <li key={path}>
            {at === 0 ? null : <IconChevronRight size={14} aria-hidden />}
            <Link to={path} aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
      {parent === undefined ? null : (
        <Link to={parent.path} className={classes['entry']}>
          <IconArrowBackUp size={18} aria-hidden />
          Back to {parent.title}
        </Link>
      )}
    </nav>
  )
}
