import { WEB_ROUTES } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { router } from './router.tsx'

it('has the screens that the server answers with the page', () => {
  const paths = Object.keys(router.routesByPath).map((path) => path.replaceAll(/\$(\w+)/g, ':$1'))
  const withoutSlash = paths.map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path))
  expect([...new Set(withoutSlash)].toSorted()).toEqual([...WEB_ROUTES].toSorted())
})
