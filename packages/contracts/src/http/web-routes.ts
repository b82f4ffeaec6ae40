/** Screens of the web app, as its router has them: the server answers these with the page, and others with 404. */
export const WEB_ROUTES = [
  '/',
  '/algorithms',
  '/algorithms/:algorithmId',
  '/algorithms/:algorithmId/edit',
  '/algorithms/:algorithmId/edit/:versionId',
  '/algorithms/:algorithmId/backtest',
  '/algorithms/:algorithmId/backtest/:backtestId',
  '/backtests',
  '/backtests/:backtestId',
  '/market-data',
  '/about',
] as const
