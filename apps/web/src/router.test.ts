// @vitest-environment jsdom
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { toPages } from './shell/use-pages.ts'
import { createAppRouter, router } from './router.ts'
import { mockApi } from './testing/mock-api.ts'

it('has the addresses that the specification gives', () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(
    [
      '/',
      '/about',
      '/accounts/$accountId/practice',
      '/admin',
      '/admin/audit',
      '/admin/backups',
      '/admin/emergency-kit',
      '/admin/data-sources',
      '/admin/keys',
      '/admin/outbox',
      '/admin/packages',
      '/admin/payments',
      '/admin/sign-in',
      '/admin/storage',
      '/admin/users',
      '/admin/users/$userId',
      '/admin/venues',
      '/alerts',
      '/algorithms',
      '/algorithms/$algorithmId',
      '/algorithms/$algorithmId/backtest',
      '/algorithms/$algorithmId/backtest/$backtestId',
      '/algorithms/$algorithmId/description',
      '/algorithms/$algorithmId/edit',
      '/algorithms/$algorithmId/edit/$versionId',
      '/algorithms/$algorithmId/optimize',
      '/algorithms/$algorithmId/optimize/$optimisationId',
      '/algorithms/$algorithmId/optimize/$optimisationId/backtest/$backtestId',
      '/algorithms/$algorithmId/optimize/$optimisationId/luck',
      '/algorithms/$algorithmId/overview',
      '/algorithms/$algorithmId/trade',
      '/algorithms/$algorithmId/trade/$sessionId',
      '/api-docs',
      '/api-docs/$slug',
      '/arbitrage',
      '/backtests',
      '/backtests/$backtestId',
      '/backtests/compare',
      '/data-sources',
      '/documentation',
      '/documentation/$slug',
      '/indicators',
      '/indicators/$indicatorId',
      '/indicators/$indicatorId/edit',
      '/indicators/$indicatorId/test',
      '/instruments/$instrumentId',
      '/logout',
      '/market-data',
      '/optimizations',
      '/optimizations/$optimisationId',
      '/optimizations/$optimisationId/luck',
      '/embed/chart',
      '/panel/$view',
      '/platform',
      '/platform/$layoutName',
      '/pricing',
      '/sessions',
      '/sessions/$sessionId',
    ].toSorted(),
  )
})

it('derives the navigation from the route files, in its order', () => {
  const inMain = toPages(router).filter(({ info }) => info.navigation?.group === 'main')
  expect(inMain.map(({ to, info }) => [to, info.title])).toEqual([
    ['/platform', 'Markets'],
    ['/algorithms', 'Algorithms'],
    ['/indicators', 'Indicators'],
    ['/backtests', 'Backtests'],
    ['/market-data', 'Market data'],
    ['/data-sources', 'Data sources'],
  ])
})

it('lists pages outside of the navigation between its main group and its foot', () => {
  const groups = toPages(router).map(({ info }) => info.navigation?.group ?? 'none')
  expect(groups.filter((group, place) => group !== groups[place - 1])).toEqual(['main', 'none', 'foot'])
})

it('gives every page a title', () => {
  const untitled = Object.values<AnyRoute>(router.routesById)
    .filter(({ options, isRoot }) => !isRoot && options.component !== undefined && !options.staticData?.page?.title)
    .map(({ id }) => id)
  expect(untitled).toEqual([])
})

it('keeps open settings where an address leads on', async () => {
  mockApi({})
  const history = createMemoryHistory({ initialEntries: ['/platform?settings=account'] })
  await createAppRouter(history).load()
  expect(history.location.href).toBe('/platform/Forex%20Markets?settings=account')
})
