import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from './features/shell/not-found-page.tsx'
import { AppShell } from './features/shell/app-shell.tsx'
import { loadModule } from './ui/load-module.ts'

/** A place in a script, counted from 1: where a run's error leads. */
const scriptPlace = z.object({
  line: z.number().int().min(1).optional().catch(undefined),
  column: z.number().int().min(1).optional().catch(undefined),
})

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/algorithms', replace: true })
  },
})

const algorithms = createRoute({
  getParentRoute: () => root,
  path: '/algorithms',
  component: lazyRouteComponent(() => loadModule(() => import('./routes/algorithms/index.tsx')), 'AlgorithmsPage'),
})

const algorithm = createRoute({
  getParentRoute: () => root,
  path: '/algorithms/$algorithmId',
  component: lazyRouteComponent(
    () => loadModule(() => import('./routes/algorithms/$algorithmId/route.tsx')),
    'AlgorithmPage',
  ),
})

const algorithmIndex = createRoute({
  getParentRoute: () => algorithm,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/algorithms/$algorithmId/edit', params, replace: true })
  },
})

const editPage = lazyRouteComponent(() => loadModule(() => import('./features/editor/edit-page.tsx')), 'EditPage')
const edit = createRoute({ getParentRoute: () => algorithm, path: '/edit', component: editPage })
const editVersion = createRoute({
  getParentRoute: () => algorithm,
  path: '/edit/$versionId',
  component: editPage,
  validateSearch: scriptPlace,
})

const algorithmBacktests = createRoute({
  getParentRoute: () => algorithm,
  path: '/backtest',
  component: lazyRouteComponent(
    () => loadModule(() => import('./routes/algorithms/$algorithmId/backtest/index.tsx')),
    'AlgorithmBacktestsPage',
  ),
})

const resultPage = lazyRouteComponent(
  () => loadModule(() => import('./features/backtests/result/backtest-page.tsx')),
  'BacktestPage',
)
const algorithmBacktest = createRoute({
  getParentRoute: () => algorithm,
  path: '/backtest/$backtestId',
  component: resultPage,
})

const backtests = createRoute({
  getParentRoute: () => root,
  path: '/backtests',
  component: lazyRouteComponent(() => loadModule(() => import('./routes/backtests/index.tsx')), 'BacktestsPage'),
})
const backtest = createRoute({ getParentRoute: () => root, path: '/backtests/$backtestId', component: resultPage })

const marketData = createRoute({
  getParentRoute: () => root,
  path: '/market-data',
  component: lazyRouteComponent(() => loadModule(() => import('./routes/market-data.tsx')), 'MarketDataPage'),
})

const about = createRoute({
  getParentRoute: () => root,
  path: '/about',
  component: lazyRouteComponent(() => loadModule(() => import('./routes/about.tsx')), 'AboutPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    algorithms,
    algorithm.addChildren([algorithmIndex, edit, editVersion, algorithmBacktests, algorithmBacktest]),
    backtests,
    backtest,
    marketData,
    about,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
