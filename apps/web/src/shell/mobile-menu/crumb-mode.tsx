import { IconChevronRight, IconCornerDownRight } from '@tabler/icons-react'
import { Link, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { usePageTitle } from '../../ui/use-title.ts'
import classes from './mobile-menu.module.css'

interface Crumb {
  readonly path: string
  readonly title: string
}

const EXACT = { exact: true, includeSearch: false }

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

/** The pages beside the current one: the tabs of an algorithm or an indicator. */
function useSiblings(): readonly Crumb[] {
  const { routesByPath } = useRouter()
  const layout = useMatches().find(({ fullPath, params }) => fullPath.endsWith(`$${Object.keys(params).at(0)}`))
  if (layout === undefined) return []
  return Object.values(routesByPath).flatMap(({ fullPath, options: { staticData } }): Crumb[] => {
    const name = fullPath.startsWith(`${layout.fullPath}/`) ? fullPath.slice(layout.fullPath.length + 1) : ''
    if (!/^[a-z]+\/?$/.test(name) || staticData?.page === undefined) return []
    return [{ path: `${layout.pathname.replace(/\/$/, '')}/${name.replace('/', '')}`, title: staticData.page.title }]
  })
}

/** Where the user is, with links to the pages above and beside. */
export function CrumbMode(): ReactElement {
  const crumbs = useCrumbs()
  const siblings = useSiblings()
  const here = crumbs.at(-1)?.path
  // The tabs list the current page, too.
  const above = siblings.some(({ path }) => path === here) ? crumbs.slice(0, -1) : crumbs
  return (
    <nav className={classes['crumbs']} aria-label="Where you are">
      <ol>
        {above.map(({ path, title }, at) => (
          <li key={path} style={{ paddingLeft: at * 16 }}>
            <Link to={path} className={classes['entry']} activeOptions={EXACT}>
              {at === 0 ? null : <IconCornerDownRight size={16} aria-hidden />}
              <span className="truncate">{title}</span>
              <IconChevronRight size={16} aria-hidden />
            </Link>
          </li>
        ))}
        {siblings.map(({ path, title }) => (
          <li key={path} style={{ paddingLeft: above.length * 16 }}>
            <Link to={path} className={classes['entry']} activeOptions={EXACT}>
              <span>{title}</span>
              <IconChevronRight size={16} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
