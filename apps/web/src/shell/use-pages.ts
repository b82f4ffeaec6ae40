import { type LinkProps, type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { PageInfo } from '../ui/page-info.ts'

export interface Page {
  readonly to: NonNullable<LinkProps['to']>
  readonly info: PageInfo
}

/** The pages of the route files that need no parameters, in the order of the navigation. */
export function usePages(): Page[] {
  const router = useRouter()
  return toPages(router)
}

export function toPages(router: RegisteredRouter): Page[] {
  return Object.values(router.routesByPath)
    .flatMap(({ to, options: { staticData } }) =>
      staticData?.page === undefined ? [] : [{ to, info: staticData.page }],
    )
    .filter(({ to }) => !to.includes('$'))
    .toSorted((a, b) => groupOf(a) - groupOf(b) || orderOf(a) - orderOf(b))
}

/** Pages that the navigation does not name come before its foot. */
function groupOf({ info: { navigation } }: Page): number {
  if (navigation === undefined) return 1
  return navigation.group === 'main' ? 0 : 2
}

function orderOf({ info }: Page): number {
  return info.navigation?.order ?? 0
}
